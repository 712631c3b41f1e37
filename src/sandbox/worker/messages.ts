// What crosses the pipe between the host and a worker: frames of JSON, four bytes of length before each. Comes in: jobs and
// cancellations. Goes out: what a tool says on the way, then one result or failure. Never here: trust in what comes back.
import type { Note } from '../../define/note.ts'
import type { ProgressUpdate } from '../../define/tool-context.ts'
import type { SandboxProgram } from '../program.ts'
import type { JobContext } from '../sandbox.ts'

/** A program that needs a worker; commands are started as they are. */
export type WorkerProgram = Exclude<SandboxProgram, { readonly kind: 'command' }>

export interface RunMessage {
  readonly type: 'run'
  readonly id: number
  readonly program: WorkerProgram
  readonly args: Readonly<Record<string, unknown>>
  readonly context: JobContext
  readonly maxOutputBytes: number
}

export interface CancelMessage {
  readonly type: 'cancel'
  readonly id: number
  /** Name of the DOMException that the tool's signal is aborted with. */
  readonly name: string
  readonly message: string
}

export type HostMessage = RunMessage | CancelMessage

/** What a worker measured of itself. */
export interface WorkerUse {
  readonly cpuMs?: number
  readonly peakMemoryBytes?: number
}

/** Why there is no result: the tool threw, could not be loaded, or came to a limit inside the worker. */
export const FAILURE_REASONS = ['thrown', 'load', 'limit'] as const

export type FailureReason = (typeof FAILURE_REASONS)[number]

export interface ResultMessage {
  readonly type: 'result'
  readonly id: number
  /** Absent: undefined. */
  readonly value?: unknown
  /** Made by `text`, `json`, `parts` and their kin; their mark is a symbol, which JSON cannot hold. */
  readonly isOutput?: boolean
  readonly bytes?: number
  readonly notes?: readonly Note[]
  readonly use?: WorkerUse
}

export interface FailureMessage {
  readonly type: 'failure'
  readonly id: number
  readonly reason: FailureReason
  readonly message: string
  /** Code and details of a ToolwrightError. */
  readonly code?: string
  readonly details?: Readonly<Record<string, unknown>>
  /** The worker cannot be used again. */
  readonly isFatal?: boolean
  readonly use?: WorkerUse
}

export type WorkerMessage =
  | { readonly type: 'ready' }
  /** It should be given no further job; one that runs, or is on its way to it, is not disturbed. */
  | { readonly type: 'worn' }
  | { readonly type: 'progress'; readonly id: number; readonly update: ProgressUpdate }
  | { readonly type: 'partial'; readonly id: number; readonly piece: unknown }
  | {
      readonly type: 'log'
      readonly id: number
      readonly message: string
      readonly fields?: Readonly<Record<string, unknown>>
    }
  | ResultMessage
  | FailureMessage

/** The descriptor of the pipe inside a worker. */
export const CHANNEL_DESCRIPTOR = 3

const ENVELOPE_BYTES = 64 * 1024

/**
 * The largest frame of a job, both ways. A value is read to twice its limit, so that it can be cut well; text beyond
 * ASCII and escapes may double that once more.
 */
export function maxFrameBytes(maxOutputBytes: number): number {
  return 4 * maxOutputBytes + ENVELOPE_BYTES
}

/** The largest frame that a worker takes: arguments were checked long before. */
export const MAX_HOST_FRAME_BYTES = 256 * 1024 * 1024
