import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.ts'
import type { ResultError } from '../errors/result-error.ts'

/** An error of the arguments as a value, with the traits of its code. */
export function createArgumentsError(
  code: ErrorCode,
  message: string,
  details?: Readonly<Record<string, unknown>>,
): ResultError {
  const { retryable } = ERROR_CODES[code]
  return details === undefined ? { code, message, retryable } : { code, message, retryable, details }
}
