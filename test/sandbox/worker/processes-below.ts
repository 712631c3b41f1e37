import { readdirSync, readFileSync } from 'node:fs'

/** The processes that a process has started, and those that they have. Linux. */
export function processesBelow(ancestor: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(name) : undefined
    if (parent !== undefined) parents.set(Number(name), parent)
  }
  return [...parents.keys()].filter((pid) => {
    let at = parents.get(pid)
    while (at !== undefined && at !== ancestor) at = parents.get(at)
    return at === ancestor
  })
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined // ended meanwhile
  }
}

/** Those that are still there; a zombie is not. */
export function alive(pids: readonly number[]): number[] {
  return pids.filter((pid) => {
    try {
      return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    } catch {
      return false
    }
  })
}
