import type { ToolCall } from '../calls/tool-call.ts'

const EMPTY_CALL: ToolCall = Object.freeze({ id: '', name: '', arguments: '' })

/** Reads a call of unknown make: what is not text becomes text or is left out, what cannot be read is an empty call. */
export function readCallShape(given: ToolCall): ToolCall {
  try {
    // The common case, and the only one for callers that type-check: taken as it is.
    if (typeof given.id === 'string' && typeof given.name === 'string') return given
    return { ...given, id: textOf(given.id), name: textOf(given.name) }
  } catch {
    return EMPTY_CALL // null, a primitive, or a proxy that throws
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
