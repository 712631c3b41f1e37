import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.ts'
import { type AnsweredCall, fail, succeed } from './create-result.ts'
import { toContent } from './to-content.ts'
import { toJsonValue } from './to-json-value.ts'
import type { ToolResult } from './tool-result.ts'

/** Answers one call, measuring from its creation. */
export interface TimedCall {
  success(text: string): ToolResult
  json(value: unknown): ToolResult
  /** @param code EXECUTE_FAILED by default */
  error(message: string, code?: ErrorCode): ToolResult
  elapsedMs(): number
}

/** Starts the clock of a call that is answered by hand. `now` gives milliseconds that never go back. */
export function timed(call: AnsweredCall, now: () => number = () => performance.now()): TimedCall {
  const startedMs = now()
  const elapsedMs = () => now() - startedMs
  return {
    success: (text) => {
      const { content, notes } = toContent(text, Infinity)
      return succeed(call, content, { durationMs: elapsedMs(), notes })
    },
    json: (given) => {
      const { value, notes, overflow } = toJsonValue(given)
      return succeed(call, { type: 'json', value }, { durationMs: elapsedMs(), notes, truncated: overflow })
    },
    error: (message, code = 'EXECUTE_FAILED') =>
      fail(call, { code, message, retryable: ERROR_CODES[code].retryable }, { durationMs: elapsedMs() }),
    elapsedMs,
  }
}
