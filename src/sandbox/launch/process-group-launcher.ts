import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { cleanEnvironment } from './clean-environment.ts'
import { closeIdleStream } from './close-idle-stream.ts'
import { countProcesses } from './count-processes.ts'
import type { ConfinedProcess, ExitStatus, Launcher } from './launcher.ts'
import { readyWatcher, watchGroup } from './group-watcher.ts'
import { killAllMarked, killMarked, RUN_MARK } from './marked-processes.ts'
import { createPidsCgroup, type PidsCgroup } from './pids-cgroup.ts'
import { letBegin, preludeArguments, untilReady } from './prelude.ts'
import { killGroup, untilGroupGone } from './process-group.ts'
import { refuseLevel } from './refuse-level.ts'
import {
  countedProcesses,
  kernelLimits,
  type KernelLimits,
  prlimitArguments,
  shellLimits,
} from './resource-limits.ts'
import { type PipedProcess, spawnPiped } from './spawn-piped.ts'
import { standardUser } from './standard-user.ts'
import { unavailable } from './unavailable.ts'
import type { User } from './unprivileged-user.ts'

/** What a launcher by process group is made from. */
export interface ProcessGroupOptions {
  /** Absolute paths. Without `prlimit` a shell sets the limits, as on macOS. */
  readonly prlimit: string | undefined
  /** As whom programs run when the host is root. @default nobody */
  readonly user?: User | undefined
}

const FIRST_PIPE = 3

function commandLine(
  options: ProcessGroupOptions,
  limits: KernelLimits,
  descriptor: number,
  argv: readonly string[],
): readonly string[] {
  if (options.prlimit === undefined) return preludeArguments(descriptor, argv, shellLimits(limits))
  return [options.prlimit, ...prlimitArguments(limits), ...preludeArguments(descriptor, argv)]
}

function watch(
  started: PipedProcess,
  channels: number,
  mark: string,
  cgroup: PidsCgroup | undefined,
): ConfinedProcess {
  const { child, pid, stdin, stdout, stderr, pipes } = started
  const release = watchGroup(pid, mark)
  let isOver = false
  const end = async (): Promise<ExitStatus> => {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    isOver = true
    await untilGroupGone(pid)
    await killAllMarked(mark)
    release()
    await cgroup?.killAll()
    await cgroup?.remove()
    for (const stream of [stdout, stderr] as Socket[]) closeIdleStream(stream)
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
      if (isOver) return
      killGroup(pid)
      killMarked(mark)
      void cgroup?.killAll()
    },
  }
}

/**
 * Starts programs at standard in a process group of their own, where there is no bubblewrap. A grandchild that leaves the
 * group is found by the mark in its environment; one that also takes that off stays, until its limit of processor time.
 */
export function createProcessGroupLauncher(options: ProcessGroupOptions): Launcher {
  const levels = ['standard'] as const
  return {
    name: 'process group',
    levels,
    start: async (policy, launch) => {
      refuseLevel('process group', levels, policy.level)
      const { user, cgroup: rootGroup } = standardUser(policy, launch, options.user)
      const cgroup = rootGroup ?? createPidsCgroup(countedProcesses(policy.limits, launch.isScriptEngine))
      const limits = kernelLimits({
        limits: policy.limits,
        isScriptEngine: launch.isScriptEngine,
        otherProcesses:
          cgroup === undefined ? countProcesses(user?.uid ?? process.getuid?.() ?? 0) : undefined,
        onlyScratch: false,
      })
      const mark = `${RUN_MARK}=${randomUUID()}`
      const [file = '', ...argv] = commandLine(options, limits, FIRST_PIPE + launch.channels, launch.argv)
      readyWatcher()
      const started = await spawnPiped(file, argv, {
        environment: { ...cleanEnvironment(launch), [RUN_MARK]: mark.slice(RUN_MARK.length + 1) },
        workingDirectory: launch.workingDirectory,
        user,
        pipes: launch.channels + 1,
        detached: true,
      }).catch(async (error: unknown) => {
        await cgroup?.remove()
        throw error
      })
      const confined = watch(started, launch.channels, mark, cgroup)
      const guard = started.pipes[launch.channels] as Socket
      if (await untilReady(guard)) {
        cgroup?.join(started.pid)
        letBegin(guard)
        guard.unref()
        return confined
      }
      confined.kill()
      const words = await started.stderr.setEncoding('utf8').toArray()
      throw unavailable(
        `The program did not begin: ${words.join('').trim().slice(0, 500) || 'its limits could not be set'}.`,
        'Compare the limits of the sandbox with those of the host (`ulimit -a`).',
      )
    },
  }
}
