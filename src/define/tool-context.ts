import type { JsonValue } from '../schema/json-schema.ts'

/** Who makes a call: an agent, an API key, a person. */
export interface Caller {
  readonly id: string
  /** Permissions held, `*` wildcards allowed: `tool.filesystem.*`. */
  readonly permissions?: readonly string[]
}

/** How far a call has come, for whoever waits for it. */
export interface ProgressUpdate {
  readonly message?: string
  /** Work done so far, in any unit; `total` in the same unit when it is known. */
  readonly progress?: number
  readonly total?: number
}

/** What a running tool is given beside its arguments. */
export interface ToolContext {
  readonly callId: string
  readonly toolName: string
  /** Aborted at the time limit and on cancellation: pass it on to whatever takes a signal. */
  readonly signal: AbortSignal
  readonly caller: Caller | undefined
  readonly conversationId: string | undefined
  readonly channelId: string | undefined
  /** Absolute; where relative paths start. */
  readonly workingDirectory: string
  readonly environment: Readonly<Record<string, string>>
  /** False discards what the tool writes to standard error. */
  readonly captureStderr: boolean
  /** Tells the waiting caller how far the work is. */
  progress(update: ProgressUpdate): void
  /** Hands the waiting caller a piece of the output before the end; the returned value stays the result. */
  partial(value: JsonValue): void
  log(message: string, fields?: Readonly<Record<string, unknown>>): void
}
