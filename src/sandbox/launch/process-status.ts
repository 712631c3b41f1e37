import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExitStatus } from './launcher.ts'

/** When a process started, in ticks since boot: with its number, this names it for good. Undefined when it is over. */
export function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in brackets, may hold spaces and brackets itself.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? undefined : fields[18]
  } catch {
    return undefined
  }
}

/** Sends SIGKILL, unless the number names another process by now. */
export function killExactly(pid: number, startTime: string | undefined): void {
  if (startTime === undefined || startTimeOf(pid) !== startTime) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // over, in between
  }
}

const FIRST_WAIT_MS = 1
const LONGEST_WAIT_MS = 50

/** Settles once the process is gone. It is killed, and the kernel needs a moment for those beneath it. */
export async function killUntilGone(pid: number, startTime: string | undefined): Promise<void> {
  if (startTime === undefined) return
  for (
    let waitMs = FIRST_WAIT_MS;
    startTimeOf(pid) === startTime;
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  ) {
    killExactly(pid, startTime)
    await sleep(waitMs)
  }
}

// Backwards: of two names of one number (SIGABRT, SIGIOT) the first is the one that is known.
const SIGNAL_NAMES: ReadonlyMap<number, NodeJS.Signals> = new Map(
  Object.entries(constants.signals)
    .reverse()
    .map(([name, number]) => [number, name as NodeJS.Signals]),
)

/** Reads an exit code as shells give it, where 128 and more is a signal. A program that exits with such a code itself is read so too. */
export function fromShellCode(code: number): ExitStatus {
  const signal = code > 128 ? SIGNAL_NAMES.get(code - 128) : undefined
  return signal === undefined ? { code, signal: null } : { code: null, signal }
}
