import type { SandboxLevel, SandboxPolicy } from '../policy.ts'
import type { WorkerKind } from '../worker/entry-file.ts'
import type { WorkerProgram } from '../worker/messages.ts'

/** How workers of a level are kept. */
export interface PoolFacts {
  /** False: a worker runs one job and is ended. */
  readonly isReused: boolean
  /** Workers of one policy at a time; further jobs wait. */
  readonly maxWorkers: number
  /** Workers that stand ready once the pool is in use: beside the busy ones when single-use, with them when reused. */
  readonly readyWorkers: number
  /** Jobs after which a reused worker is replaced, so that nothing which leaks grows for ever. */
  readonly maxJobs: number
  /** Time without a job after which workers that wait are ended. */
  readonly idleMs: number
  /** Time that a cancelled job has to heed its signal before it is killed. */
  readonly cancelGraceMs: number
}

/** Everything that tells one level from another; nobody else asks which level it is. */
export interface LevelFacts {
  readonly level: SandboxLevel
  /** The worker that runs a program; what is not named cannot run at the level. */
  readonly workers: Readonly<Partial<Record<WorkerProgram['kind'], WorkerKind>>>
  readonly runsCommands: boolean
  /** Said when a program cannot run here. */
  readonly refusal: string
  readonly pool: PoolFacts
  /** Nothing exists but what is listed: the files of a module must be shown, hosts are reached through our proxy. */
  readonly isListed: boolean
  /** The policy that is enforced: what the level never allows is taken out, so that more jobs share a worker. */
  narrow(policy: SandboxPolicy): SandboxPolicy
  /** Size of the heap of a Node worker. */
  heapBytes(policy: SandboxPolicy): number
  /** Arguments of the worker's program. */
  entryArguments(policy: SandboxPolicy): readonly string[]
}
