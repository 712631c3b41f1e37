import { mock } from 'node:test'
import type { Clock } from '../../src/execute/clock.ts'

const STEP_MS = 50

/** A clock that stands still until told, with timers that follow it: no test sleeps. */
export function fakeTime() {
  let nowMs = 1_000
  mock.timers.enable({ apis: ['setTimeout', 'setImmediate'] })
  const clock: Clock = { nowMs: () => nowMs, isoTime: () => new Date(nowMs).toISOString() }
  return {
    clock,
    /** Lets everything that is ready happen. */
    settle,
    /** Time passes and timers fire, as in a loop that is free. */
    async pass(ms: number): Promise<void> {
      await settle()
      mock.timers.tick(0) // the immediates that arm deadlines
      // In small steps, so that a timer sees the time at which it fires and not the end of the whole stretch.
      for (let left = ms; left > 0; left -= STEP_MS) {
        nowMs += Math.min(STEP_MS, left)
        mock.timers.tick(Math.min(STEP_MS, left))
      }
      await settle()
    },
    /** Time passes while nothing can run, as in a loop that is blocked. */
    block(ms: number): void {
      nowMs += ms
    },
    restore: () => mock.timers.reset(),
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve()
}
