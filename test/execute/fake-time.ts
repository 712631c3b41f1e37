import { mock } from 'node:test'
import type { Clock } from '../../src/execute/clock.ts'

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
      nowMs += ms
      mock.timers.tick(ms)
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
