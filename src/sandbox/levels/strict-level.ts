import type { LevelFacts } from './level-facts.ts'

/** Code that may touch only what is listed: each call has a process that never ran anything else, started ahead. */
export const strictLevel: LevelFacts = {
  level: 'strict',
  workers: { module: 'node', code: 'node' },
  runsCommands: true,
  refusal: '',
  pool: {
    isReused: false,
    maxWorkers: 8,
    readyWorkers: 2,
    maxJobs: 1,
    idleMs: 60_000,
    cancelGraceMs: 50,
  },
  isListed: true,
  narrow: (policy) => policy,
  heapBytes: ({ limits }) => limits.memoryBytes,
  entryArguments: () => [],
}
