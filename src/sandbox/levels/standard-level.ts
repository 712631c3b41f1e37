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
  isListed: false,
  // Hosts are not filtered here, and no part of what makes two jobs differ.
  narrow: (policy) => ({ ...policy, hosts: [] }),
  heapBytes: ({ limits }) => limits.memoryBytes,
  entryArguments: () => [],
}
