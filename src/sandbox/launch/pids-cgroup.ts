import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTimeOf } from './process-status.ts'

const ROOT = '/sys/fs/cgroup'

/** A control group that holds a number of processes and no more. */
export interface PidsCgroup {
  join(pid: number): void
  /** Ends every process in it. */
  killAll(): Promise<void>
  /** Takes the group away once it is empty. */
  remove(): Promise<void>
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** A folder of version 2 whose children count processes: the group that we are in cannot, while we are in it. */
function countingParent(own: string): string | undefined {
  for (let path = own; path.startsWith(ROOT); path = dirname(path))
    if (readText(join(path, 'cgroup.subtree_control')).split(/\s+/).includes('pids')) return path
  return undefined
}

function findParent(): string | undefined {
  const lines = readText('/proc/self/cgroup').split('\n')
  const first = lines.find((line) => /^\d+:(?:[^:]*,)?pids(?:,[^:]*)?:/.test(line))
  if (first !== undefined) return join(ROOT, 'pids', first.slice(first.indexOf(':/') + 1))
  const second = lines.find((line) => line.startsWith('0::/'))
  return second === undefined ? undefined : countingParent(join(ROOT, second.slice(3)))
}

const MAX_ROUNDS = 40
const BETWEEN_ROUNDS_MS = 2

function killListed(procs: string): number {
  const pids = readText(procs).split('\n').filter(Boolean).map(Number)
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // over, in between
    }
  }
  return pids.length
}

let count = 0

// A host that was killed leaves its groups, empty.
function removeForgotten(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = /^toolwright-(\d+)-\d+$/.exec(name)?.[1]
    if (pid !== undefined && startTimeOf(Number(pid)) === undefined) removeNow(join(parent, name))
  }
}

/** Makes a group for at most so many processes; undefined where this process may not, or the machine has none. */
export function createPidsCgroup(maxProcesses: number): PidsCgroup | undefined {
  const parent = findParent()
  if (parent === undefined) return undefined
  const path = join(parent, `toolwright-${process.pid}-${(count += 1)}`)
  try {
    if (count === 1) removeForgotten(parent)
    mkdirSync(path)
    writeFileSync(join(path, 'pids.max'), String(maxProcesses))
  } catch {
    removeNow(path)
    return undefined
  }
  const procs = join(path, 'cgroup.procs')
  return {
    join: (pid) => writeFileSync(procs, String(pid)),
    killAll: async () => {
      for (let round = 0; round < MAX_ROUNDS && killListed(procs) > 0; round++) await sleep(BETWEEN_ROUNDS_MS)
    },
    remove: async () => {
      // The kernel lets go of a process a moment after it has ended.
      for (const waitMs of [0, 1, 5, 20, 100, 500]) {
        await sleep(waitMs)
        if (removeNow(path)) return
      }
    },
  }
}

function removeNow(path: string): boolean {
  try {
    rmdirSync(path)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
