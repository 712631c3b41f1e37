import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** An environment variable that a program and everything that it starts carry, unless they take it off. */
export const RUN_MARK = 'TOOLWRIGHT_RUN'

function carries(pid: string, mark: string): boolean {
  try {
    // The environment that it was started with, and the words of a zombie are empty.
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark)
  } catch {
    return false
  }
}

/** Numbers of the processes that carry a mark: wherever they went, whoever their parent is now. */
function findMarked(mark: string): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && carries(name, mark))
      .map(Number)
  } catch {
    return [] // no /proc
  }
}

/** How many processes carry a mark. */
export const countMarked = (mark: string): number => findMarked(mark).length

/** Kills them, and says how many there were. */
export function killMarked(mark: string): number {
  const marked = findMarked(mark)
  for (const pid of marked) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // over, in between
    }
  }
  return marked.length
}

const MAX_ROUNDS = 40
const BETWEEN_ROUNDS_MS = 2

/** Kills until none is left: what is killed may have started another in the meantime. */
export async function killAllMarked(mark: string): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (killMarked(mark) === 0) return
    await sleep(BETWEEN_ROUNDS_MS)
  }
}
