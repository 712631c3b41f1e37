import type { FailureReason } from '../messages.ts'

/** Why a job has no result, when its tool did not say so itself. Its message is shown as it is. */
export class JobFailure extends Error {
  readonly reason: FailureReason
  /** The worker cannot be used again. */
  readonly isFatal: boolean

  constructor(reason: FailureReason, message: string, isFatal = false) {
    super(message)
    this.name = 'JobFailure'
    this.reason = reason
    this.isFatal = isFatal
  }
}
