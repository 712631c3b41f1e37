import { ToolwrightError } from '../errors/toolwright-error.ts'
import type { ToolDefinition } from './tool-definition.ts'

/** Throws where a whole tool, or nothing, was given in place of a definition: the answer would be a wrong one. */
export function requireDefinition(value: ToolDefinition): void {
  const given: unknown = value
  if (typeof given === 'object' && given !== null && 'inputSchema' in given) return
  const isTool = typeof given === 'object' && given !== null && 'definition' in given
  throw new ToolwrightError(
    'OPTION_INVALID',
    isTool
      ? 'This is a tool; give its `definition`.'
      : 'Expected a definition, as `toolBuilder(…).build()` makes it.',
  )
}
