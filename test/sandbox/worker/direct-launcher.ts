import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import type { ExitStatus, Launcher } from '../../../src/sandbox/launch/launcher.ts'

// A program that spins outlives a test run that somebody ends; it must not do so for ever.
const ENDS_BY_ITSELF = existsSync('/usr/bin/prlimit') ? ['/usr/bin/prlimit', '--cpu=30', '--'] : []

/** Starts programs as they are, confined by nothing: for tests of what is on this side of the boundary. */
export const directLauncher: Launcher = {
  name: 'direct',
  levels: ['standard', 'strict', 'restricted'],
  start(_policy, { argv, environment, workingDirectory, channels }) {
    const [program = '', ...args] = [...ENDS_BY_ITSELF, ...argv]
    const child = spawn(program, args, {
      cwd: workingDirectory,
      env: { PATH: '/usr/bin:/bin', ...environment },
      stdio: ['pipe', 'pipe', 'pipe', ...Array.from({ length: channels }, () => 'pipe' as const)],
      detached: true,
    })
    child.unref()
    const exited = new Promise<ExitStatus>((resolve) => {
      child.on('exit', (code, signal) => {
        kill()
        resolve({ code, signal })
      })
      child.on('error', () => resolve({ code: 127, signal: null }))
    })
    const { pid, stdin, stdout, stderr } = child
    const kill = (): void => {
      try {
        if (pid !== undefined) process.kill(-pid, 'SIGKILL')
      } catch {
        // It has gone.
      }
    }
    if (pid === undefined || stdin === null || stdout === null || stderr === null) {
      return Promise.reject(new Error('not started'))
    }
    return Promise.resolve({
      pid,
      stdin,
      stdout,
      stderr,
      channels: child.stdio.slice(3) as unknown as Duplex[],
      exited,
      kill,
    })
  },
}
