import { readdirSync, readFileSync } from 'node:fs'

export interface Memory {
  readonly processes: number
  readonly rssMb: number
  /** Shared pages counted by their share; only root may ask for that of other users. */
  readonly pssMb: number
}

const NONE: Memory = { processes: 0, rssMb: 0, pssMb: 0 }

/** What the processes below this one hold. Linux; elsewhere nothing is known. */
export function memoryBelow(): Memory {
  const parents = parentsOfAll()
  let sum = NONE
  for (const pid of parents.keys()) {
    if (!isBelow(pid, parents)) continue
    const rssMb = kilobytes(`/proc/${pid}/status`, 'VmRSS') / 1024
    if (rssMb === 0) continue
    const pssMb = kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss') / 1024
    sum = { processes: sum.processes + 1, rssMb: sum.rssMb + rssMb, pssMb: sum.pssMb + pssMb }
  }
  return sum
}

function parentsOfAll(): Map<number, number> {
  const parents = new Map<number, number>()
  for (const name of readFolder('/proc')) {
    if (!/^\d+$/.test(name)) continue
    parents.set(Number(name), kilobytes(`/proc/${name}/status`, 'PPid'))
  }
  return parents
}

function isBelow(pid: number, parents: ReadonlyMap<number, number>): boolean {
  for (let at = parents.get(pid); at !== undefined && at > 0; at = parents.get(at)) {
    if (at === process.pid) return true
  }
  return false
}

function kilobytes(file: string, field: string): number {
  try {
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0 // ended meanwhile, or not ours to read
  }
}

function readFolder(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
