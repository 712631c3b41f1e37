import { hashCanonical } from '../schema/hash.ts'

/** The levels that run outside the host process. */
export type SandboxLevel = 'standard' | 'strict' | 'restricted'

/** What one call, with everything that it starts, may use of the machine. */
export interface ResourceLimits {
  /** What a process may allocate: of the heap of a Node worker, of QuickJS, of each process of a command. */
  readonly memoryBytes: number
  /** Processor time, after which the kernel kills. */
  readonly cpuSeconds: number
  /** Threads count as well: each Node has eleven. */
  readonly maxProcesses: number
  readonly maxOpenFiles: number
  /** Size of the scratch space, `/tmp`, from strict up. */
  readonly scratchBytes: number
}

export const DEFAULT_RESOURCE_LIMITS: ResourceLimits = Object.freeze({
  memoryBytes: 512 * 1024 * 1024,
  cpuSeconds: 60,
  maxProcesses: 128,
  maxOpenFiles: 1_024,
  scratchBytes: 64 * 1024 * 1024,
})

/** Everything that is decided before a process starts and holds for its whole life. Plain JSON. */
export interface SandboxPolicy {
  readonly level: SandboxLevel
  /** Absolute paths that may be read, beside what a program needs to run at all. From strict up nothing else exists. */
  readonly read: readonly string[]
  /** Absolute paths that may be written, and read. */
  readonly write: readonly string[]
  /** Hosts that may be reached: `api.example.com`, `*.example.com`, either with `:port`. Empty: no network, from strict up. */
  readonly hosts: readonly string[]
  /** False: nothing but scratch space is writable, whatever `write` says. */
  readonly allowSideEffects: boolean
  readonly limits: ResourceLimits
}

/** Two policies of one hash may share a worker. */
export function policyHash(policy: SandboxPolicy): string {
  const { level, read, write, hosts, allowSideEffects, limits } = policy
  return hashCanonical({
    level,
    read: [...read].sort(),
    write: [...write].sort(),
    hosts: [...hosts].sort(),
    allowSideEffects,
    limits,
  })
}
