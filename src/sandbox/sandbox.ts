// Where tools run that are not functions of the host program. Comes in: a program, its arguments, a policy. Goes out: its
// value or a typed failure, within the limit, with nothing left running. Never here: whether the call may run at all.
import type { Note } from '../define/note.ts'
import type { ProgressUpdate } from '../define/tool-context.ts'
import type { ToolwrightError } from '../errors/toolwright-error.ts'
import type { ResourceUse } from '../results/tool-result.ts'
import type { JsonValue } from '../schema/json-schema.ts'
import type { SandboxPolicy } from './policy.ts'
import type { HostCount } from './proxy/host-counters.ts'
import type { SandboxProgram } from './program.ts'

/** What a tool knows of its call, as plain data. */
export interface JobContext {
  readonly callId: string
  readonly toolName: string
  readonly callerId: string | undefined
  readonly conversationId: string | undefined
  readonly channelId: string | undefined
  /** Absolute. */
  readonly workingDirectory: string
  readonly environment: Readonly<Record<string, string>>
  /** False discards what the program writes to standard error. */
  readonly captureStderr: boolean
}

/** One call to run. */
export interface SandboxJob {
  readonly program: SandboxProgram
  /** Plain JSON. */
  readonly args: Readonly<Record<string, unknown>>
  readonly context: JobContext
  readonly policy: SandboxPolicy
  /** Results, and each output stream of a command, are cut or refused past this many bytes. */
  readonly maxOutputBytes: number
  /** Stops the work and everything it started. The caller watches the time limit and aborts this. */
  readonly signal: AbortSignal
  readonly onProgress: (update: ProgressUpdate) => void
  readonly onPartial: (piece: JsonValue) => void
  readonly onLog: (message: string, fields?: Readonly<Record<string, unknown>>) => void
}

/** How a job ended. Whatever the program did, lied, flooded, died or hung, it is told here. */
export type SandboxOutcome =
  | {
      readonly ok: true
      readonly value: unknown
      readonly resources: ResourceUse
      /** What a value lost when it was made JSON to cross the boundary; absent: nothing. */
      readonly notes?: readonly Note[]
    }
  | { readonly ok: false; readonly error: ToolwrightError; readonly resources: ResourceUse }

/** Runs jobs at the levels that this machine can enforce. */
export interface Sandbox {
  /** Never rejects for what a program does. A level that cannot be enforced here is SANDBOX_UNAVAILABLE, with the cure. */
  run(job: SandboxJob): Promise<SandboxOutcome>
  /** Starts workers ahead of the first call. */
  prewarm(policy: SandboxPolicy, program: SandboxProgram): Promise<void>
  /** What isolated tools did with hosts so far, by `host:port`. */
  hostCounts(): readonly HostCount[]
  /** Ends every worker. Running jobs end as cancelled. */
  close(): Promise<void>
}
