import { type ChildProcess, spawn } from 'node:child_process'

const IS_WINDOWS = process.platform === 'win32'
// Long enough for a server to write what it has, short enough for a person who waits.
const PATIENCE_MS = 2_000

/** A program with everything it starts: they end together, at the latest with this process. */
export interface ProcessTree {
  readonly child: ChildProcess
  /** Asks to end by closing the input, then by signal, then ends it. Resolves when the program has ended. */
  end(): Promise<void>
  /** Ends all of it now. */
  kill(): void
}

interface ProcessTreeOptions {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string | undefined
}

const trees = new Set<ProcessTree>()

function killAll(): void {
  for (const tree of trees) tree.kill()
}

/** Starts a program in a process group of its own. On Windows, which has none, by `taskkill` (untested). */
export function startProcessTree(command: string, { args, env, cwd }: ProcessTreeOptions): ProcessTree {
  const child = spawn(command, args, {
    env,
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: !IS_WINDOWS,
    windowsHide: true,
  })
  const { pid } = child
  const watchdog = pid === undefined || IS_WINDOWS ? undefined : startWatchdog(pid)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })

  function signalGroup(signal: NodeJS.Signals): void {
    if (pid === undefined) return
    try {
      if (!IS_WINDOWS) process.kill(-pid, signal)
      else if (signal === 'SIGKILL') spawn('taskkill', ['/pid', String(pid), '/T', '/F']).unref()
    } catch {
      // Nobody of the group is left.
    }
  }

  const tree: ProcessTree = {
    child,
    async end() {
      child.stdin?.end()
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        const timer = Promise.withResolvers<void>()
        const handle = setTimeout(timer.resolve, PATIENCE_MS)
        await Promise.race([ended, timer.promise])
        clearTimeout(handle)
        if (child.exitCode !== null || child.signalCode !== null || pid === undefined) break
        signalGroup(signal)
      }
      await ended
      tree.kill()
    },
    kill: () => signalGroup('SIGKILL'),
  }
  if (trees.size === 0) process.on('exit', killAll)
  trees.add(tree)
  void ended.then(() => {
    // The program has ended by itself: what it left behind goes with it, and then nobody need watch.
    tree.kill()
    watchdog?.kill('SIGKILL')
    trees.delete(tree)
    if (trees.size === 0) process.off('exit', killAll)
  })
  return tree
}

/**
 * Ends a process group when this process is gone, however it went: `exit` is not told of a signal. A shell that waits
 * for the end of its input, which only this process can keep open, costs a megabyte.
 */
function startWatchdog(group: number): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', 'read -r _; kill -KILL "-$1"', 'sh', String(group)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: {},
  })
  // Without a shell the group still ends with `exit`.
  watchdog.on('error', () => undefined)
  watchdog.stdin.on('error', () => undefined)
  watchdog.unref()
  return watchdog
}
