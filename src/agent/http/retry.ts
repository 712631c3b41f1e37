/** What failed, as far as trying again is concerned. */
export interface Failure {
  readonly retryable: boolean
  /** What the provider asked for, in its `Retry-After`. */
  readonly retryAfterMs?: number | undefined
}

/** Waits; ends early, by rejecting, when the signal aborts. */
export type Wait = (delayMs: number, signal: AbortSignal) => Promise<void>

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8_000
/** A provider that wants more time than this is not waited for: the failure is told instead. */
const MAX_ASKED_DELAY_MS = 60_000

/** How long to wait before try number `attempt` (from 1) is repeated; undefined when it should not be. */
export function retryDelayMs(
  failure: Failure,
  attempt: number,
  maxRetries: number,
  random: () => number,
): number | undefined {
  if (!failure.retryable || attempt > maxRetries) return undefined
  const { retryAfterMs } = failure
  if (retryAfterMs !== undefined) return retryAfterMs <= MAX_ASKED_DELAY_MS ? retryAfterMs : undefined
  const longest = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1))
  // Half of it by chance, so that many clients do not come back at the same moment.
  return Math.round(longest / 2 + (random() * longest) / 2)
}

const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429, 529])

export function isRetryableStatus(status: number): boolean {
  return RETRYABLE_STATUSES.has(status) || (status >= 500 && status !== 501 && status !== 505)
}

/** Reads `Retry-After`: seconds, or a date. */
export function readRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null || value.trim() === '') return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs)
}
