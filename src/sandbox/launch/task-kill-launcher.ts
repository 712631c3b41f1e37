import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cleanEnvironment } from './clean-environment.ts'
import type { ExitStatus, Launcher } from './launcher.ts'
import { refuseLevel } from './refuse-level.ts'
import { spawnPiped } from './spawn-piped.ts'

// What a program on Windows does not start without.
const NEEDED_VARIABLES = ['SystemRoot', 'SystemDrive', 'windir', 'PATHEXT', 'TEMP', 'TMP', 'PATH']

function hostVariables(): Record<string, string> {
  const found = NEEDED_VARIABLES.map((name) => [name, process.env[name]] as const)
  return Object.fromEntries(
    found.filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  )
}

/**
 * Starts programs at standard on Windows and ends them with their tree by `taskkill`. Nothing limits their memory or
 * processor time but the program itself. UNTESTED: written from the documentation of Windows and Node.
 */
export function createTaskKillLauncher(): Launcher {
  const levels = ['standard'] as const
  return {
    name: 'taskkill',
    levels,
    start: async (policy, launch) => {
      refuseLevel('taskkill', levels, policy.level)
      const [file = '', ...argv] = launch.argv
      const { child, pid, stdin, stdout, stderr, pipes } = await spawnPiped(file, argv, {
        environment: { ...cleanEnvironment(launch), ...hostVariables(), ...launch.environment },
        workingDirectory: launch.workingDirectory,
        user: undefined,
        pipes: launch.channels,
        detached: false,
      })
      let isOver = false
      const end = async (): Promise<ExitStatus> => {
        const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
        isOver = true
        return { code, signal }
      }
      return {
        pid,
        stdin,
        stdout,
        stderr,
        channels: pipes,
        exited: end(),
        kill: () => {
          if (isOver) return
          const killer = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' })
          killer.on('error', () => child.kill('SIGKILL'))
          killer.unref()
        },
      }
    },
  }
}
