import type { ErrorCode } from './error-codes.ts'

/** Why a call failed; written for the model, without stack, host path or secret. */
export interface ResultError {
  readonly code: ErrorCode
  readonly message: string
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
  readonly details?: Readonly<Record<string, unknown>>
}
