import type { Caller, ProgressUpdate, ToolContext } from '../define/tool-context.ts'
import type { JsonValue } from '../schema/json-schema.ts'
import type { CallContext } from './call-context.ts'
import type { CallInProgress } from './call-in-progress.ts'
import type { CallObserver } from './call-observer.ts'

/**
 * One run of a tool, and the context it is given. A class for its lazy `signal`: most tools never look at it, and an
 * AbortController costs more than dispatching the call.
 */
export class ToolRun implements ToolContext {
  readonly callId: string
  readonly toolName: string
  /** When the tool was started, by the clock of the calls. */
  readonly startMs: number
  /** Released when the run is stopped: nothing waits for it any more. */
  onStopped: { release(): void } | undefined
  readonly #call: CallInProgress
  readonly #context: CallContext
  readonly #observer: CallObserver
  #controller: AbortController | undefined
  #stopReason: unknown

  constructor(call: CallInProgress, context: CallContext, observer: CallObserver, startMs: number) {
    this.callId = call.id
    this.toolName = call.name
    this.startMs = startMs
    this.#call = call
    this.#context = context
    this.#observer = observer
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#stopReason !== undefined) this.#controller.abort(this.#stopReason)
    }
    return this.#controller.signal
  }

  get caller(): Caller | undefined {
    return this.#context.caller
  }

  get conversationId(): string | undefined {
    return this.#context.conversationId
  }

  get channelId(): string | undefined {
    return this.#context.channelId
  }

  get workingDirectory(): string {
    return this.#context.workingDirectory
  }

  get environment(): Readonly<Record<string, string>> {
    return this.#context.environment
  }

  get captureStderr(): boolean {
    return this.#context.captureStderr
  }

  /** What the tool's signal was aborted with. */
  get stopReason(): unknown {
    return this.#stopReason
  }

  /** Whether the run was stopped: what it says from then on is not passed on. */
  get stopped(): boolean {
    return this.#stopReason !== undefined
  }

  // Getters, so that a tool may take these out of its context: `run: (args, { progress }) => …`.

  get progress(): (update: ProgressUpdate) => void {
    return (update) => {
      if (this.#isCurrent()) this.#observer.progress(this.#call, this.#context, update)
    }
  }

  get partial(): (piece: JsonValue) => void {
    return (piece) => {
      if (this.#isCurrent()) this.#observer.partial(this.#call, this.#context, piece)
    }
  }

  get log(): (message: string, fields?: Readonly<Record<string, unknown>>) => void {
    return (message, fields) => this.#observer.toolLog(this.#call, this.#context, message, fields)
  }

  /** Neither stopped nor ended nor replaced by a second try: nobody hears of a call after its result. */
  #isCurrent(): boolean {
    return !this.stopped && this.#call.running === this
  }

  /** Aborts the tool's signal; at the time limit and on cancellation. */
  stop(reason: Error): void {
    if (this.stopped) return
    this.#stopReason = reason
    this.onStopped?.release()
    this.#controller?.abort(reason)
  }
}
