import { realpathSync } from 'node:fs'
import type { SandboxPolicy } from '../policy.ts'
import { cleanEnvironment } from './clean-environment.ts'
import { holdProcesses } from './hold-processes.ts'
import type { Confinement } from './inside/confinement.ts'
import { foreignLibrary, landlockEntry, PLAIN_DEVICES } from './landlock-files.ts'
import type { Launch, Launcher } from './launcher.ts'
import { preludeArguments } from './prelude.ts'
import { refuseLevel } from './refuse-level.ts'
import { kernelLimits, prlimitArguments } from './resource-limits.ts'
import { seccompFor } from './seccomp/seccomp-filter.ts'
import { startInGroup } from './start-in-group.ts'
import { type SystemPaths, systemPaths } from './system-paths.ts'
import { unavailable } from './unavailable.ts'
import { type User, userToBecome } from './unprivileged-user.ts'
import { refuseHiddenFolder, refuseUnreachable, visiblePaths } from './visible-paths.ts'

/** What a launcher through Landlock is made from. */
export interface LandlockOptions {
  /** Absolute path. */
  readonly prlimit: string
  /** As whom programs run when the host is root. @default nobody */
  readonly user?: User | undefined
}

const FIRST_PIPE = 3

function refuseHosts(policy: SandboxPolicy): void {
  if (policy.level !== 'strict' || policy.hosts.length === 0) return
  throw unavailable(
    'Without a network namespace no host can be let through: Landlock filters ports, not hosts.',
    'Install bubblewrap and allow user namespaces, or take the hosts out of the allow-list.',
  )
}

/** The command of the program that confines itself, which its user must be able to read. */
function confiningCommand(user: User | undefined, descriptor: number): readonly string[] {
  const [node, entry, library] = [realpathSync(process.execPath), landlockEntry(), foreignLibrary()]
  if (library === undefined)
    throw unavailable(
      'The package `koffi` is not installed, which Landlock is reached through.',
      'Install it: `npm install koffi`.',
    )
  for (const path of [node, entry, library]) refuseUnreachable({ path, access: 'read' }, user, 'the runtime')
  return [node, '--no-warnings', entry, String(descriptor)]
}

function confinedPaths(
  policy: SandboxPolicy,
  launch: Launch,
  system: SystemPaths,
  user: User | undefined,
): Confinement['paths'] {
  const visible = visiblePaths(policy, launch, user)
  refuseHiddenFolder(launch.workingDirectory, visible, system)
  return [
    ...system.binds.map(({ source }) => ({ path: source, access: 'read' as const })),
    ...PLAIN_DEVICES.map((path) => ({ path, access: 'device' as const })),
    ...visible.paths,
  ]
}

/**
 * Starts programs that have confined themselves by Landlock and a filter of system calls, where there are no user
 * namespaces. There is no scratch space and no /proc; that a file exists can be seen, what is in it cannot.
 */
export function createLandlockLauncher({ prlimit, user: configured }: LandlockOptions): Launcher {
  const levels = ['strict', 'restricted'] as const
  const system = systemPaths()
  return {
    name: 'landlock',
    levels,
    start: async (policy, launch) => {
      refuseLevel('landlock', levels, policy.level)
      refuseHosts(policy)
      const user = userToBecome(configured)
      const { isScriptEngine, channels, workingDirectory } = launch
      const guard = FIRST_PIPE + channels
      const command = confiningCommand(user, guard + 1)
      const paths = confinedPaths(policy, launch, system, user)
      const environment = cleanEnvironment(launch)
      const filter = seccompFor({ allowsTcp: false, sharesHost: true }).toString('base64')
      const { cgroup, otherProcesses } = holdProcesses(policy.limits, isScriptEngine, user)
      const limits = kernelLimits({
        limits: policy.limits,
        isScriptEngine,
        otherProcesses,
        onlyScratch: paths.every(({ access }) => access !== 'write'),
      })
      const confinement: Confinement = {
        paths,
        filter,
        environment,
        // Its channels, and the pipe after them that it waits on.
        descriptors: Array.from({ length: channels + 1 }, (_, index) => FIRST_PIPE + index),
        argv: [prlimit, ...prlimitArguments(limits), ...preludeArguments(guard, launch.argv)],
      }
      return startInGroup({
        command,
        environment: {},
        workingDirectory,
        user,
        channels,
        message: JSON.stringify(confinement),
        cgroup,
        refuse: (words) =>
          unavailable(
            `Landlock could not confine the program: ${words || 'it said nothing'}.`,
            'Run Linux 6.12 or newer with Landlock among its security modules (`lsm=landlock,…`), or install bubblewrap.',
          ),
      })
    },
  }
}
