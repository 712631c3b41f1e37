import { readdirSync, readFileSync } from 'node:fs'

/** Processes with a text in their command line or their environment, as the machine sees them. */
function findMarked(mark: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) =>
      ['cmdline', 'environ'].some((file) => {
        try {
          return readFileSync(`/proc/${name}/${file}`, 'latin1').includes(mark)
        } catch {
          return false
        }
      }),
    )
    .map(Number)
}

export const countMarked = (mark: string): number => findMarked(mark).length

/** Ends them, and says how many there were. */
export function killMarked(mark: string): number {
  const found = findMarked(mark)
  for (const pid of found) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // over, in between
    }
  }
  return found.length
}
