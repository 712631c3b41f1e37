import { randomUUID } from 'node:crypto'
import { cleanEnvironment } from './clean-environment.ts'
import { holdProcesses } from './hold-processes.ts'
import type { Launcher } from './launcher.ts'
import { RUN_MARK } from './marked-processes.ts'
import { preludeArguments } from './prelude.ts'
import { refuseLevel } from './refuse-level.ts'
import { kernelLimits, type KernelLimits, prlimitArguments, shellLimits } from './resource-limits.ts'
import { standardUser } from './standard-user.ts'
import { startInGroup } from './start-in-group.ts'
import { unavailable } from './unavailable.ts'
import type { User } from './unprivileged-user.ts'

/** What a launcher by process group is made from. */
export interface ProcessGroupOptions {
  /** Absolute path. Without `prlimit` a shell sets the limits, as on macOS. */
  readonly prlimit: string | undefined
  /** As whom programs run when the host is root. @default nobody */
  readonly user?: User | undefined
}

const FIRST_PIPE = 3

function commandLine(
  prlimit: string | undefined,
  limits: KernelLimits,
  descriptor: number,
  argv: readonly string[],
): readonly string[] {
  if (prlimit === undefined) return preludeArguments(descriptor, argv, shellLimits(limits))
  return [prlimit, ...prlimitArguments(limits), ...preludeArguments(descriptor, argv)]
}

/**
 * Starts programs at standard in a process group of their own, where there is no bubblewrap. A grandchild that leaves the
 * group is found by the mark in its environment, or in the control group where there is one; one that escapes both stays
 * until its limit of processor time.
 */
export function createProcessGroupLauncher({ prlimit, user: configured }: ProcessGroupOptions): Launcher {
  const levels = ['standard'] as const
  return {
    name: 'process group',
    levels,
    start: async (policy, launch) => {
      refuseLevel('process group', levels, policy.level)
      const environment = cleanEnvironment(launch)
      const { user, cgroup: rootGroup } = standardUser(policy, launch, configured)
      const { isScriptEngine } = launch
      const { cgroup, otherProcesses } =
        rootGroup === undefined
          ? holdProcesses(policy.limits, isScriptEngine, user)
          : { cgroup: rootGroup, otherProcesses: undefined }
      const limits = kernelLimits({
        limits: policy.limits,
        isScriptEngine,
        otherProcesses,
        onlyScratch: false,
      })
      const run = randomUUID()
      return startInGroup({
        command: commandLine(prlimit, limits, FIRST_PIPE + launch.channels, launch.argv),
        environment: { ...environment, [RUN_MARK]: run },
        workingDirectory: launch.workingDirectory,
        user,
        channels: launch.channels,
        mark: `${RUN_MARK}=${run}`,
        cgroup,
        refuse: (words) =>
          unavailable(
            `The program did not begin: ${words || 'its limits could not be set'}.`,
            'Compare the limits of the sandbox with those of the host (`ulimit -a`).',
          ),
      })
    },
  }
}
