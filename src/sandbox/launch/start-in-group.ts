import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { ToolwrightError } from '../../errors/toolwright-error.ts'
import { closeIdleStream } from './close-idle-stream.ts'
import { readyWatcher, watchGroup } from './group-watcher.ts'
import { keepUnread, lastWords } from './last-words.ts'
import type { ConfinedProcess, ExitStatus } from './launcher.ts'
import { killAllMarked, killMarked } from './marked-processes.ts'
import type { PidsCgroup } from './pids-cgroup.ts'
import { letBegin, untilReady } from './prelude.ts'
import { killGroup, untilGroupGone } from './process-group.ts'
import { type PipedProcess, spawnPiped } from './spawn-piped.ts'
import type { User } from './unprivileged-user.ts'

/** A command that becomes the program, through a prelude that waits on the first pipe after its channels. */
export interface GroupStart {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly workingDirectory: string
  readonly user: User | undefined
  readonly channels: number
  /** Written to a second pipe after the channels, when there is something to write. */
  readonly message?: string
  /** Text in the environment that finds what has left the group. */
  readonly mark?: string
  readonly cgroup: PidsCgroup | undefined
  /** The error for a program that did not begin. */
  refuse(words: string): ToolwrightError
}

function watch(started: PipedProcess, { channels, mark, cgroup }: GroupStart): ConfinedProcess {
  const { child, pid, stdin, stdout, stderr, pipes } = started
  const release = watchGroup(pid, mark)
  let isOver = false
  const end = async (): Promise<ExitStatus> => {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    isOver = true
    await untilGroupGone(pid)
    if (mark !== undefined) await killAllMarked(mark)
    await cgroup?.killAll()
    release()
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
      if (mark !== undefined) killMarked(mark)
      void cgroup?.killAll()
    },
  }
}

async function spawnOrRemove(start: GroupStart): Promise<PipedProcess> {
  const [file = '', ...argv] = start.command
  try {
    return await spawnPiped(file, argv, {
      environment: start.environment,
      workingDirectory: start.workingDirectory,
      user: start.user,
      pipes: start.channels + (start.message === undefined ? 1 : 2),
      detached: true,
    })
  } catch (error) {
    await start.cgroup?.remove()
    throw error
  }
}

/** Starts a program in a process group and session of its own, which end with it and with the host. */
export async function startInGroup(start: GroupStart): Promise<ConfinedProcess> {
  readyWatcher()
  const started = await spawnOrRemove(start)
  const confined = watch(started, start)
  const [guard, message] = started.pipes.slice(start.channels) as Socket[]
  message?.unref()
  if (start.message !== undefined) message?.end(start.message)
  const letGo = keepUnread(started.stderr)
  if (guard !== undefined && (await untilReady(guard))) {
    letGo()
    // It has started nothing yet: what it starts will be in the group too.
    start.cgroup?.join(started.pid)
    letBegin(guard)
    guard.unref()
    return confined
  }
  throw start.refuse(await lastWords(confined))
}
