import type { ErrorCode } from './error-codes.ts'
import { ToolwrightError } from './toolwright-error.ts'

const MAX_MESSAGE_CHARACTERS = 4_096

/** Turns whatever was thrown into a ToolwrightError, at the edges. Never throws, whatever it is given. */
export function fromUnknown(
  thrown: unknown,
  code: ErrorCode = 'INTERNAL',
  toolName?: string,
): ToolwrightError {
  if (ToolwrightError.is(thrown)) return thrown
  return new ToolwrightError(code, messageOf(thrown), {
    cause: thrown,
    ...(toolName === undefined ? {} : { toolName }),
  })
}

/** The message of anything thrown: an Error, a string, a hostile proxy. */
export function messageOf(thrown: unknown): string {
  try {
    const message = thrown instanceof Error ? thrown.message || thrown.name : describe(thrown)
    return message.slice(0, MAX_MESSAGE_CHARACTERS)
  } catch {
    return 'something unreadable was thrown'
  }
}

function describe(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown
  if (typeof thrown === 'object' && thrown !== null) {
    const { message } = thrown as { message?: unknown }
    return typeof message === 'string' ? message : (JSON.stringify(thrown) ?? 'an object was thrown')
  }
  return String(thrown)
}
