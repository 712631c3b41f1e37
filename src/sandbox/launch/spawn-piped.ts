import { type ChildProcess, spawn } from 'node:child_process'
import type { Duplex, Readable, Writable } from 'node:stream'
import { inheritedDescriptors, withNothing } from './inherited-descriptors.ts'
import { unavailable } from './unavailable.ts'
import type { User } from './unprivileged-user.ts'

/** How to start a process with pipes. */
export interface PipedOptions {
  /** Of the process that is started: a mechanism, or the program where no mechanism stands between. */
  readonly environment: Readonly<Record<string, string>>
  readonly workingDirectory: string
  readonly user: User | undefined
  /** Pipes on descriptors 3, 4 … */
  readonly pipes: number
  /** In a process group and session of its own. */
  readonly detached: boolean
}

/** A started process and its pipes. */
export interface PipedProcess {
  readonly child: ChildProcess
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Those on descriptors 3, 4 … */
  readonly pipes: readonly Duplex[]
}

const ignore = (): void => undefined

type Stdio = 'pipe' | 'ignore' | number

// Descriptors that the host was started with are replaced by nothing: `ignore` would let them through.
function stdioOf(count: number, nothing: number): Stdio[] {
  const stdio: Stdio[] = Array.from({ length: count }, () => 'pipe')
  for (const descriptor of inheritedDescriptors()) {
    if (descriptor < count) continue
    while (stdio.length < descriptor) stdio.push('ignore')
    stdio[descriptor] = nothing
  }
  return stdio
}

/** Starts a process without a shell. Throws SANDBOX_UNAVAILABLE when the system cannot start it. */
export async function spawnPiped(
  file: string,
  argv: readonly string[],
  { environment, workingDirectory, user, pipes, detached }: PipedOptions,
): Promise<PipedProcess> {
  const count = 3 + pipes
  const child = withNothing((nothing) =>
    spawn(file, [...argv], {
      env: { ...environment },
      cwd: workingDirectory,
      detached,
      stdio: stdioOf(count, nothing),
      ...user,
    }),
  )
  const streams = child.stdio as readonly (Duplex | null | undefined)[]
  // A program that ends early breaks its pipes; whoever uses a pipe hears of it, and nobody else is brought down by it.
  for (const stream of streams) stream?.on('error', ignore)
  const { pid, stdin, stdout, stderr } = child
  if (pid === undefined || stdin === null || stdout === null || stderr === null) {
    const { promise, resolve } = Promise.withResolvers<Error>()
    child.once('error', resolve)
    const error = await promise
    throw unavailable(
      `\`${file}\` could not be started: ${error.message}.`,
      'Look for a limit on processes, memory or open files that the host has reached.',
      { file },
    )
  }
  child.on('error', ignore)
  child.unref()
  return { child, pid, stdin, stdout, stderr, pipes: streams.slice(3, count) as readonly Duplex[] }
}
