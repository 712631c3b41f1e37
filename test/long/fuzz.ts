import { performance } from 'node:perf_hooks'
import type { TestContext } from 'node:test'
import type fc from 'fast-check'

const DEFAULT_SECONDS = 60
/** How many fuzz tests there are: each gets an equal share of the time. */
const TESTS = 8

const totalSeconds = Number(process.env['TOOLWRIGHT_LONG_SECONDS'] ?? DEFAULT_SECONDS)

/** What one fuzz test may use up, in milliseconds. */
const shareMs = Math.max(500, (totalSeconds * 1_000) / TESTS)

/** As many runs as fit into the share of this test. */
export const untilTimeIsUp = {
  numRuns: Number.MAX_SAFE_INTEGER,
  interruptAfterTimeLimit: shareMs,
  markInterruptAsFailure: false,
  maxSkipsPerRun: 1_000,
} as const satisfies fc.Parameters<unknown>

/** Counts runs; `report` prints how many there were in how much time. */
export function countRuns(context: TestContext) {
  const startMs = performance.now()
  let runs = 0
  return {
    count(): void {
      runs++
    },
    report(): void {
      const seconds = (performance.now() - startMs) / 1_000
      context.diagnostic(`${runs} runs in ${seconds.toFixed(1)} s`)
    },
  }
}
