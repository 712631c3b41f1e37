import type { LevelFacts } from './level-facts.ts'

/** Trusted code in a process of its own: workers are reused, since a start costs more than the work. */
export const standardLevel: LevelFacts = {
  level: 'standard',
  workers: { module: 'node', code: 'node' },
  runsCommands: true,
  refusal: '',
  pool: {
    isReused: true,
    maxWorkers: 8,
    readyWorkers: 1,
    maxJobs: 1_000,
    idleMs: 60_000,
    cancelGraceMs: 50,
  },
  hidesFiles: false,
  narrow: (policy) => policy,
  heapBytes: ({ limits }) => limits.memoryBytes,
  entryArguments: () => [],
}
