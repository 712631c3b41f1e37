import type { ToolCall } from '../calls/tool-call.ts'
import type { ValidateOptions } from '../calls/validate-arguments.ts'
import type { DangerLevel } from '../define/danger-levels.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'

// Repair guesses what a model meant. A guess that can do harm is not made.
const REPAIRED: ReadonlySet<DangerLevel> = new Set<DangerLevel>(['safe', 'low'])

/** How the arguments of a call are read. */
export type ArgumentReading = (call: ToolCall, definition: ToolDefinition) => ValidateOptions

/** One way of reading for all: a batch that read the arguments otherwise would not know what runs. */
export function argumentReading(coerce: boolean): ArgumentReading {
  const exact: ValidateOptions = { coerce }
  const repairing: ValidateOptions = { coerce, repair: true }
  const cut: ValidateOptions = { coerce, truncated: true }
  return (call, { dangerLevel }) => {
    if (call.truncated === true) return cut
    return REPAIRED.has(dangerLevel) ? repairing : exact
  }
}
