import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.ts'
import { fromUnknown } from '../errors/from-unknown.ts'
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

/** What was thrown on the way: by a getter of the host's object, by `fromWire`, by a schema that cannot be compiled. */
export function describeThrown(thrown: unknown): ResultError {
  const { code, message } = fromUnknown(thrown)
  return createArgumentsError(code, `the arguments could not be checked: ${message}`)
}
