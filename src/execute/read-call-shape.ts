import type { ToolCall } from '../calls/tool-call.ts'

const EMPTY_CALL: ToolCall = Object.freeze({ id: '', name: '', arguments: '' })

/**
 * Reads a call of unknown make, each field once: what is not text becomes text or is left out, and what cannot be read
 * (null, a primitive, a getter that throws) is an empty call.
 */
export function readCallShape(given: ToolCall): ToolCall {
  try {
    const { id, name, arguments: args, truncated, requiresConfirmation, echo } = given
    return { id: textOf(id), name: textOf(name), arguments: args, truncated, requiresConfirmation, echo }
  } catch {
    return EMPTY_CALL
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}
