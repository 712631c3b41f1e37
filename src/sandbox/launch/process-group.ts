import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Ends a process group. False when nobody is left in it. */
export function killGroup(groupId: number): boolean {
  try {
    process.kill(-groupId, 'SIGKILL')
    return true
  } catch {
    return false
  }
}

const MAX_ROUNDS = 100
const BETWEEN_ROUNDS_MS = 2

function livesIn(pid: string, groupId: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return group === groupId && state !== 'Z' && state !== 'X'
  } catch {
    return false
  }
}

// What has ended but nobody has waited for still counts as a member; a container without an init never waits.
function someLivesIn(groupId: number): boolean {
  if (process.platform !== 'linux') return true
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && livesIn(name, String(groupId)))
}

/** Ends a process group, and waits until nothing in it runs. */
export async function untilGroupGone(groupId: number): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS && killGroup(groupId) && someLivesIn(groupId); round++)
    await sleep(BETWEEN_ROUNDS_MS)
}
