import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { SandboxPolicy } from '../policy.ts'
import { cleanEnvironment } from './clean-environment.ts'
import { countProcesses } from './count-processes.ts'
import { readyWatcher, watchGroup } from './group-watcher.ts'
import type { Confinement } from './inside/confinement.ts'
import { foreignLibrary, landlockEntry, PLAIN_DEVICES } from './landlock-files.ts'
import type { ConfinedProcess, ExitStatus, Launch, Launcher } from './launcher.ts'
import { killGroup, untilGroupGone } from './process-group.ts'
import { createPidsCgroup, type PidsCgroup } from './pids-cgroup.ts'
import { letBegin, preludeArguments, untilReady } from './prelude.ts'
import { refuseLevel } from './refuse-level.ts'
import { countedProcesses, kernelLimits, prlimitArguments } from './resource-limits.ts'
import { seccompFor } from './seccomp/seccomp-filter.ts'
import { type PipedProcess, spawnPiped } from './spawn-piped.ts'
import { systemPaths, type SystemPaths } from './system-paths.ts'
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

function confinement(
  policy: SandboxPolicy,
  launch: Launch,
  system: SystemPaths,
  user: User | undefined,
  argv: readonly string[],
): Confinement {
  const visible = visiblePaths(policy, launch, user)
  refuseHiddenFolder(launch.workingDirectory, visible, system)
  return {
    paths: [
      ...system.binds.map(({ source }) => ({ path: source, access: 'read' as const })),
      ...PLAIN_DEVICES.map((path) => ({ path, access: 'device' as const })),
      ...visible.paths,
    ],
    filter: seccompFor({ allowsTcp: false, sharesProcesses: true }).toString('base64'),
    // Its channels, and the pipe after them that it waits on.
    descriptors: Array.from({ length: launch.channels + 1 }, (_, index) => FIRST_PIPE + index),
    argv,
    environment: cleanEnvironment(launch),
  }
}

function watch(started: PipedProcess, channels: number, cgroup: PidsCgroup | undefined): ConfinedProcess {
  const { child, pid, stdin, stdout, stderr, pipes } = started
  const release = watchGroup(pid)
  let isOver = false
  const end = async (): Promise<ExitStatus> => {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    isOver = true
    // Nothing can leave the group: the filter refuses it.
    await untilGroupGone(pid)
    release()
    await cgroup?.remove()
    return { code, signal }
  }
  return {
    pid,
    stdin,
    stdout,
    stderr,
    channels: pipes.slice(0, channels),
    exited: end(),
    kill: () => {
      if (!isOver) killGroup(pid)
    },
  }
}

function refuseHosts(policy: SandboxPolicy): void {
  if (policy.level !== 'strict' || policy.hosts.length === 0) return
  throw unavailable(
    'Without a network namespace no host can be let through: Landlock filters ports, not hosts.',
    'Install bubblewrap and allow user namespaces, or take the hosts out of the allow-list.',
  )
}

/**
 * Starts programs that have confined themselves by Landlock and a filter of system calls, where there are no user
 * namespaces. There is no scratch space and no /proc; that a file exists can be seen, what is in it cannot.
 */
export function createLandlockLauncher(options: LandlockOptions): Launcher {
  const levels = ['strict', 'restricted'] as const
  const system = systemPaths()
  return {
    name: 'landlock',
    levels,
    start: async (policy, launch) => {
      refuseLevel('landlock', levels, policy.level)
      refuseHosts(policy)
      const user = userToBecome(options.user)
      const [node, entry, library] = [realpathSync(process.execPath), landlockEntry(), foreignLibrary()]
      if (library === undefined)
        throw unavailable(
          'The package `koffi` is not installed, which Landlock is reached through.',
          'Install it: `npm install koffi`.',
        )
      for (const path of [node, entry, library])
        refuseUnreachable({ path, access: 'read' }, user, 'the runtime')
      const cgroup = createPidsCgroup(countedProcesses(policy.limits, launch.isScriptEngine))
      const limits = kernelLimits({
        limits: policy.limits,
        isScriptEngine: launch.isScriptEngine,
        otherProcesses:
          cgroup === undefined ? countProcesses(user?.uid ?? process.getuid?.() ?? 0) : undefined,
        onlyScratch: !policy.allowSideEffects || policy.level === 'restricted' || policy.write.length === 0,
      })
      const guardDescriptor = FIRST_PIPE + launch.channels
      try {
        const given = confinement(policy, launch, system, user, [
          options.prlimit,
          ...prlimitArguments(limits),
          ...preludeArguments(guardDescriptor, launch.argv),
        ])
        return await begin(
          [node, '--no-warnings', entry, String(guardDescriptor + 1)],
          given,
          launch,
          user,
          cgroup,
        )
      } catch (error) {
        await cgroup?.remove()
        throw error
      }
    },
  }
}

async function begin(
  [file = '', ...argv]: readonly string[],
  given: Confinement,
  launch: Launch,
  user: User | undefined,
  cgroup: PidsCgroup | undefined,
): Promise<ConfinedProcess> {
  readyWatcher()
  const started = await spawnPiped(file, argv, {
    environment: {},
    workingDirectory: launch.workingDirectory,
    user,
    pipes: launch.channels + 2,
    detached: true,
  })
  const confined = watch(started, launch.channels, cgroup)
  const [guard, words] = started.pipes.slice(launch.channels) as Socket[]
  words?.unref()
  words?.end(JSON.stringify(given))
  if (guard !== undefined && (await untilReady(guard))) {
    cgroup?.join(started.pid)
    letBegin(guard)
    guard.unref()
    return confined
  }
  confined.kill()
  const said = await started.stderr.setEncoding('utf8').toArray()
  throw unavailable(
    `Landlock could not confine the program: ${said.join('').trim().slice(0, 500)}.`,
    'Run a kernel of 6.12 or newer with Landlock in its list of security modules (`lsm=landlock,…`), or install bubblewrap.',
  )
}
