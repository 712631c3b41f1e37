/** The two clocks of a call: one that only goes forward, for durations, and one for people. */
export interface Clock {
  nowMs(): number
  isoTime(): string
}

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  isoTime: () => new Date().toISOString(),
}
