import type { Launcher } from '../../../src/sandbox/launch/launcher.ts'
import { directLauncher } from './direct-launcher.ts'

/** The direct launcher, and what was asked of it. */
export interface CountingLauncher extends Launcher {
  /** Process ids, in the order of their starts. */
  readonly started: number[]
  /** Those that have not ended. */
  readonly alive: Set<number>
  /** How many of the next starts fail. */
  failures: number
}

export function countingLauncher(): CountingLauncher {
  const launcher: CountingLauncher = {
    name: 'counting',
    levels: directLauncher.levels,
    started: [],
    alive: new Set(),
    failures: 0,
    async start(policy, launch) {
      if (launcher.failures-- > 0) throw new Error('no room for another process')
      const process = await directLauncher.start(policy, launch)
      launcher.started.push(process.pid)
      launcher.alive.add(process.pid)
      void process.exited.then(() => launcher.alive.delete(process.pid))
      return process
    },
  }
  return launcher
}
