import type { Shape } from '../type-shape.ts'

/** What something of this shape is given by us. */
export function injectedShape<Type>(shape: Shape<Type>): 'signal' | 'context' | undefined {
  if (shape.kind !== 'builtin') return undefined
  return shape.name === 'AbortSignal' ? 'signal' : shape.name === 'ToolContext' ? 'context' : undefined
}
