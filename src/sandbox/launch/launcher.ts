import type { Duplex, Readable, Writable } from 'node:stream'
import type { SandboxLevel, SandboxPolicy } from '../policy.ts'

/** A program to start, and what it must see to run at all. */
export interface Launch {
  /** Absolute path of the program, then its arguments. */
  readonly argv: readonly string[]
  /** The whole environment of the program: nothing of the host's is added but PATH and HOME where they are missing. */
  readonly environment: Readonly<Record<string, string>>
  /** Absolute, and visible under the policy. */
  readonly workingDirectory: string
  /** Read-only paths beside those of the policy: the runtime, the worker, the file of a module. */
  readonly runtimePaths: readonly string[]
  /** How many framed channels, duplex pipes on descriptors 3, 4 …, the program gets beside its standard streams. */
  readonly channels: number
  /** Runs a script engine, whose address space is far larger than its heap: RLIMIT_AS must leave room. */
  readonly isScriptEngine: boolean
}

/** How a process ended. */
export interface ExitStatus {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/**
 * A running program under a policy. The handle of the process itself never keeps the event loop of the host alive (the
 * launcher has called `unref`); its streams do until whoever uses them calls `unref` on them.
 */
export interface ConfinedProcess {
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  readonly channels: readonly Duplex[]
  /** Settles when the program has ended and nothing of its tree is left; never rejects. */
  readonly exited: Promise<ExitStatus>
  /** Ends the program and everything that it started, now. Harmless when it is over. */
  kill(): void
}

/**
 * One mechanism that starts processes under a policy. A launcher enforces all of a policy or refuses: it throws
 * ToolwrightError SANDBOX_UNAVAILABLE, with the cure, and never starts a process under less.
 */
export interface Launcher {
  readonly name: string
  /** The levels that it can enforce on this machine, as the probe found. */
  readonly levels: readonly SandboxLevel[]
  start(policy: SandboxPolicy, launch: Launch): Promise<ConfinedProcess>
}
