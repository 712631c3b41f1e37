import type { LevelFacts } from './level-facts.ts'

const MAX_SCRIPT_BYTES = 32 * 1024 * 1024
// Holds arguments and results, which are JSON of at most some megabytes; the script's own memory is beside it.
const HEAP_BYTES = 192 * 1024 * 1024

/** Code that nobody trusts: QuickJS without files or network, a fresh runtime for each call in a worker that stays. */
export const restrictedLevel: LevelFacts = {
  level: 'restricted',
  workers: { code: 'script' },
  runsCommands: false,
  refusal:
    "only JavaScript given as `code` runs at isolation 'restricted': there are no files to load from and no programs to start. Give the tool as `code`, or do not raise its isolation past 'strict'.",
  pool: {
    isReused: true,
    maxWorkers: 4,
    readyWorkers: 1,
    maxJobs: 200,
    idleMs: 60_000,
    // Nothing in there could heed a signal while it runs.
    cancelGraceMs: 0,
  },
  isListed: true,
  narrow: (policy) => ({ ...policy, read: [], write: [], hosts: [], allowSideEffects: false }),
  heapBytes: () => HEAP_BYTES,
  entryArguments: ({ limits }) => [
    String(Math.min(MAX_SCRIPT_BYTES, limits.memoryBytes)),
    String(limits.cpuSeconds),
  ],
}
