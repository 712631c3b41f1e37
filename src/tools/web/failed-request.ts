import { ERROR_CODES } from '../../errors/error-codes.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { toolError, type ToolOutput } from '../../results/content.ts'

/** A request that failed, as the model should read it: with the cure, and whether the same call may succeed later. */
export function failedRequest(thrown: unknown): ToolOutput {
  if (!ToolwrightError.is(thrown) || thrown.code !== 'EXECUTE_FAILED') throw thrown
  const { retryable, ...details } = thrown.details
  const cure = thrown.hint === ERROR_CODES.EXECUTE_FAILED.cure ? '' : ` ${thrown.hint}`
  return toolError(thrown.message + cure, { retryable: retryable === true, details })
}
