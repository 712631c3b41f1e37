import { once } from 'node:events'
import { release } from 'node:os'
import type { Socket } from 'node:net'
import type { SandboxLevel, SandboxPolicy } from '../policy.ts'
import { bubblewrapArguments } from './bubblewrap-arguments.ts'
import { bubblewrapRefusal } from './bubblewrap-refusal.ts'
import { StatusReader } from './bubblewrap-status.ts'
import { cleanEnvironment } from './clean-environment.ts'
import { countProcesses, countsWithinNamespaces } from './count-processes.ts'
import type { ConfinedProcess, ExitStatus, Launch, Launcher } from './launcher.ts'
import type { PidsCgroup } from './pids-cgroup.ts'
import { letBegin, preludeArguments, untilReady } from './prelude.ts'
import { fromShellCode, killExactly, killUntilGone } from './process-status.ts'
import { refuseLevel } from './refuse-level.ts'
import { readyWatcher, watchGroup } from './group-watcher.ts'
import { keepUnread, lastWords } from './last-words.ts'
import { kernelLimits, prlimitArguments } from './resource-limits.ts'
import { seccompFor } from './seccomp/seccomp-filter.ts'
import { type PipedProcess, spawnPiped } from './spawn-piped.ts'
import { standardUser } from './standard-user.ts'
import { stubFiles, type SystemPaths, systemPaths } from './system-paths.ts'
import { type User, userToBecome } from './unprivileged-user.ts'
import { refuseHiddenFolder, visibleAtStandard, visiblePaths } from './visible-paths.ts'

/** What a launcher through bubblewrap is made from. */
export interface BubblewrapOptions {
  /** Absolute paths of the programs. */
  readonly bubblewrap: string
  readonly prlimit: string
  readonly levels: readonly SandboxLevel[]
  /** As whom programs run when the host is root. @default nobody */
  readonly user?: User | undefined
}

/** Everything about a start that is known before it. */
interface Plan {
  readonly user: User | undefined
  readonly cgroup: PidsCgroup | undefined
  readonly options: readonly string[]
  readonly program: readonly string[]
  /** What bubblewrap reads from its own pipes, in their order. */
  readonly contents: readonly Buffer[]
}

const FIRST_PIPE = 3
const BUBBLEWRAP_PROCESSES = 1 // the first of the namespace counts, and is not the program

const joined = (texts: readonly string[]): Buffer => Buffer.from(texts.map((text) => `${text}\0`).join(''))

function otherProcesses(user: User | undefined, cgroup: PidsCgroup | undefined): number | undefined {
  if (cgroup !== undefined) return undefined
  if (countsWithinNamespaces(release())) return BUBBLEWRAP_PROCESSES
  return BUBBLEWRAP_PROCESSES + (countProcesses(user?.uid ?? process.getuid?.() ?? 0) ?? 0)
}

function makePlan(
  policy: SandboxPolicy,
  launch: Launch,
  system: SystemPaths,
  { prlimit, user: configured }: BubblewrapOptions,
): Plan {
  const isStandard = policy.level === 'standard'
  const { user, cgroup } = isStandard
    ? standardUser(policy, launch, configured)
    : { user: userToBecome(configured), cgroup: undefined }
  const visible = isStandard ? visibleAtStandard(policy, launch) : visiblePaths(policy, launch, user)
  if (!isStandard) refuseHiddenFolder(launch.workingDirectory, visible, system)
  const self = user ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const files = isStandard ? {} : stubFiles(self)
  const guard = FIRST_PIPE + launch.channels
  const status = guard + 1
  const seccomp = guard + 3
  const onlyScratch = !policy.allowSideEffects || policy.level === 'restricted' || policy.write.length === 0
  return {
    user,
    cgroup,
    options: bubblewrapArguments({
      policy,
      launch,
      environment: cleanEnvironment(launch),
      visible,
      system,
      descriptors: {
        status,
        seccomp,
        files: Object.fromEntries(Object.keys(files).map((path, index) => [path, seccomp + 1 + index])),
      },
    }),
    program: [
      prlimit,
      ...prlimitArguments(
        kernelLimits({
          limits: policy.limits,
          isScriptEngine: launch.isScriptEngine,
          otherProcesses: otherProcesses(user, cgroup),
          onlyScratch: !isStandard && onlyScratch,
        }),
      ),
      ...preludeArguments(guard, launch.argv),
    ],
    contents: isStandard
      ? []
      : [
          seccompFor({
            allowsTcp: policy.level === 'strict' && policy.hosts.length > 0,
            sharesHost: false,
          }),
          ...Object.values(files).map((text) => Buffer.from(text)),
        ],
  }
}

function watch(started: PipedProcess, reader: StatusReader, plan: Plan, channels: number): ConfinedProcess {
  const { child, pid, stdin, stdout, stderr, pipes } = started
  // Until its namespace stands, bubblewrap does not die with its parent.
  const release = watchGroup(pid)
  let isKilled = false
  let isOver = false
  const end = async (): Promise<ExitStatus> => {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    isOver = true
    const { firstPid } = reader.status
    if (firstPid !== undefined) await killUntilGone(firstPid, reader.status.firstStartTime)
    release()
    await plan.cgroup?.remove()
    await reader.ended
    const { exitCode } = reader.status
    if (exitCode !== undefined) return fromShellCode(exitCode)
    return isKilled || signal !== null ? { code: null, signal: signal ?? 'SIGKILL' } : { code, signal }
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
      isKilled = true
      const { firstPid, firstStartTime } = reader.status
      // The first process takes its namespace along, and bubblewrap then ends by itself. While bubblewrap is still setting
      // up, the other order would leave the first process behind: it asks to die with its parent only later.
      if (firstPid === undefined) child.kill('SIGKILL')
      else killExactly(firstPid, firstStartTime)
    },
  }
}

/** Starts programs in namespaces of their own, through bubblewrap. */
export function createBubblewrapLauncher(options: BubblewrapOptions): Launcher {
  const system = systemPaths()
  return {
    name: 'bubblewrap',
    levels: options.levels,
    start: async (policy, launch) => {
      refuseLevel('bubblewrap', options.levels, policy.level)
      const plan = makePlan(policy, launch, system, options)
      readyWatcher()
      const started = await spawnPiped(
        options.bubblewrap,
        ['--args', String(FIRST_PIPE + launch.channels + 2), '--', ...plan.program],
        {
          // Its own environment can be read inside, in /proc/1/environ, and must not steer it from outside.
          environment: {},
          workingDirectory: '/',
          user: plan.user,
          pipes: launch.channels + 3 + plan.contents.length,
          detached: true,
        },
      ).catch(async (error: unknown) => {
        await plan.cgroup?.remove()
        throw error
      })
      const [guard, status, args, ...contents] = started.pipes.slice(launch.channels) as Socket[]
      if (guard === undefined || status === undefined || args === undefined)
        throw bubblewrapRefusal('it has too few pipes')
      for (const pipe of [status, args, ...contents]) pipe.unref()
      const confined = watch(started, new StatusReader(status), plan, launch.channels)
      // It does nothing before it has its arguments: what starts later is in the group.
      plan.cgroup?.join(started.pid)
      args.end(joined(plan.options))
      for (const [index, content] of plan.contents.entries()) contents[index]?.end(content)
      const letGo = keepUnread(started.stderr)
      if (await untilReady(guard)) {
        letGo()
        letBegin(guard)
        guard.unref()
        return confined
      }
      throw bubblewrapRefusal(await lastWords(confined))
    },
  }
}
