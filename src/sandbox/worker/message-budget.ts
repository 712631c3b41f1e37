// What a worker may say before its result. A streaming tool stays far below; a flood would keep the host from its work.
const BURST_MESSAGES = 50_000
const MESSAGES_PER_SECOND = 5_000
const EXTRA_BYTES = 8 * 1024 * 1024

/** Counts what one job sends on its way. */
export class MessageBudget {
  #left = BURST_MESSAGES
  #sinceMs = performance.now()
  #bytesLeft: number

  constructor(maxOutputBytes: number) {
    this.#bytesLeft = 4 * maxOutputBytes + EXTRA_BYTES
  }

  /** What the job has done too much of, if it has. */
  take(bytes: number): string | undefined {
    this.#bytesLeft -= bytes
    if (this.#bytesLeft < 0) return 'more partial output, progress and log than its output may be large'
    if (--this.#left >= 0) return undefined
    const nowMs = performance.now()
    this.#left = Math.min(
      BURST_MESSAGES,
      Math.floor(((nowMs - this.#sinceMs) * MESSAGES_PER_SECOND) / 1_000) - 1,
    )
    this.#sinceMs = nowMs
    return this.#left >= 0 ? undefined : `more than ${MESSAGES_PER_SECOND} messages a second`
  }
}
