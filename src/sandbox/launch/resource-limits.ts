import { readFileSync } from 'node:fs'
import type { ResourceLimits } from '../policy.ts'

// Node reserves 1.25 GB of address space before it runs a line, and does not start with 1 GB (24.21, measured); a heap or
// WebAssembly memory comes on top and is what `memoryBytes` counts.
const SCRIPT_ENGINE_BYTES = 1536 * 1024 * 1024
// The kernel counts threads as processes. Node has eleven before it runs a line.
const SCRIPT_ENGINE_THREADS = 16
// Room above scratch space, so that a full scratch space is an error that a program can read, not a signal.
const SCRATCH_SLACK_BYTES = 1024 * 1024

/** What the limits of a program depend on. */
export interface LimitOptions {
  readonly limits: ResourceLimits
  readonly isScriptEngine: boolean
  /** Processes that count against the limit and are not the program's. Undefined: the limit is held some other way. */
  readonly otherProcesses: number | undefined
  /** Nothing but scratch space is writable, so that no file can be larger. */
  readonly onlyScratch: boolean
}

/** Limits of one program as the kernel has them. Undefined ones are not set. */
export interface KernelLimits {
  readonly addressBytes: number
  readonly cpuSeconds: number
  readonly openFiles: number
  readonly processes: number | undefined
  readonly fileBytes: number | undefined
}

/** How many processes and threads a program may have, which the kernel counts alike. */
export function countedProcesses({ maxProcesses }: ResourceLimits, isScriptEngine: boolean): number {
  return maxProcesses + (isScriptEngine ? SCRIPT_ENGINE_THREADS : 0)
}

/** What the kernel is told, for a policy. */
export function kernelLimits({
  limits,
  isScriptEngine,
  otherProcesses,
  onlyScratch,
}: LimitOptions): KernelLimits {
  const processes = countedProcesses(limits, isScriptEngine)
  return {
    addressBytes: limits.memoryBytes + (isScriptEngine ? SCRIPT_ENGINE_BYTES : 0),
    cpuSeconds: limits.cpuSeconds,
    openFiles: limits.maxOpenFiles,
    processes: otherProcesses === undefined ? undefined : otherProcesses + processes,
    fileBytes: onlyScratch ? limits.scratchBytes + SCRATCH_SLACK_BYTES : undefined,
  }
}

const HARD_LIMIT_NAMES = {
  as: 'Max address space',
  cpu: 'Max cpu time',
  nofile: 'Max open files',
  nproc: 'Max processes',
  fsize: 'Max file size',
} as const

type LimitName = keyof typeof HARD_LIMIT_NAMES

let hardLimits: ReadonlyMap<LimitName, number> | undefined

// What this process may not exceed, its programs may not either, and asking for it would fail.
function hardLimit(name: LimitName): number {
  hardLimits ??= readHardLimits()
  return hardLimits.get(name) ?? Number.POSITIVE_INFINITY
}

function readHardLimits(): ReadonlyMap<LimitName, number> {
  const lines = readFileSync('/proc/self/limits', 'utf8').split('\n')
  return new Map(
    Object.entries(HARD_LIMIT_NAMES).map(([name, title]) => {
      // The title, the soft limit, the hard one; `unlimited` is not a number.
      const [, hard] =
        lines
          .find((line) => line.startsWith(title))
          ?.slice(title.length)
          .trim()
          .split(/\s+/) ?? []
      const value = Number(hard)
      return [name as LimitName, Number.isNaN(value) ? Number.POSITIVE_INFINITY : value]
    }),
  )
}

/** Arguments of `prlimit`, up to the program. */
export function prlimitArguments(limits: KernelLimits): readonly string[] {
  const wanted: readonly (readonly [LimitName, number | undefined])[] = [
    ['as', limits.addressBytes],
    ['cpu', limits.cpuSeconds],
    ['nofile', limits.openFiles],
    ['nproc', limits.processes],
    ['fsize', limits.fileBytes],
  ]
  return [
    ...wanted.flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}=${Math.min(value, hardLimit(name))}`],
    ),
    '--core=0',
    '--',
  ]
}

/** The same for a shell, where there is no `prlimit`: macOS, which knows no limit of the address space. */
export function shellLimits(limits: KernelLimits): string {
  return [
    `ulimit -t ${limits.cpuSeconds}`,
    `ulimit -n ${limits.openFiles}`,
    ...(limits.processes === undefined ? [] : [`ulimit -u ${limits.processes}`]),
    'ulimit -c 0',
  ].join(' && ')
}
