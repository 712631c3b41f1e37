import type { Tool } from '../define/tool.ts'

const sealed = new WeakSet<object>()

/** Freezes a tool and what runs it: from here on it can be handed around as it is. */
export function sealTool<
  Sealed extends Pick<Tool, 'definition' | 'standard'> & { readonly implementation: object },
>(tool: Sealed): Sealed {
  Object.freeze(tool.implementation)
  Object.freeze(tool.standard)
  sealed.add(Object.freeze(tool))
  return tool
}

/** Whether a value was sealed here: it has no getter that could answer differently the next time. */
export function isSealed(value: unknown): value is Tool {
  return typeof value === 'object' && value !== null && sealed.has(value)
}
