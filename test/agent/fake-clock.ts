import type { Clock } from '../../src/execute/clock.ts'

/** A clock that stands still. */
export function fakeClock(isoTime: string): Clock {
  return { nowMs: () => Date.parse(isoTime), isoTime: () => isoTime }
}
