import type { Caller, ProgressUpdate, ToolContext } from '../../../define/tool-context.ts'
import { toJsonValue } from '../../../results/to-json-value.ts'
import type { JsonValue } from '../../../schema/json-schema.ts'
import type { RunMessage } from '../messages.ts'
import type { HostChannel } from './host-channel.ts'
import { Throttle } from './throttle.ts'

// What a person can follow. The host ends a worker that sends far more, so an eager tool is slowed down here.
const PROGRESS_BURST = 200
const PROGRESS_PER_SECOND = 50
const LOG_BURST = 2_000
const LOG_PER_SECOND = 200
const MAX_LOG_CHARACTERS = 8_192
const MAX_FIELD_BYTES = 16_384

/** One job inside the worker, and the context that its tool is given. */
export class WorkerRun implements ToolContext {
  readonly message: RunMessage
  readonly #channel: HostChannel
  readonly #progressThrottle = new Throttle(PROGRESS_BURST, PROGRESS_PER_SECOND)
  readonly #logThrottle = new Throttle(LOG_BURST, LOG_PER_SECOND)
  #controller: AbortController | undefined
  #stopReason: DOMException | undefined
  #isOver = false
  #heldUpdate: ProgressUpdate | undefined
  #droppedLogs = 0

  constructor(message: RunMessage, channel: HostChannel) {
    this.message = message
    this.#channel = channel
  }

  get callId(): string {
    return this.message.context.callId
  }

  get toolName(): string {
    return this.message.context.toolName
  }

  get caller(): Caller | undefined {
    const { callerId } = this.message.context
    return callerId === undefined ? undefined : { id: callerId }
  }

  get conversationId(): string | undefined {
    return this.message.context.conversationId
  }

  get channelId(): string | undefined {
    return this.message.context.channelId
  }

  get workingDirectory(): string {
    return this.message.context.workingDirectory
  }

  get environment(): Readonly<Record<string, string>> {
    return this.message.context.environment
  }

  get captureStderr(): boolean {
    return this.message.context.captureStderr
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#stopReason !== undefined) this.#controller.abort(this.#stopReason)
    }
    return this.#controller.signal
  }

  get stopped(): boolean {
    return this.#stopReason !== undefined
  }

  // Getters, so that a tool may take these out of its context.

  get progress(): (update: ProgressUpdate) => void {
    return (update) => {
      if (this.#isOver) return
      if (this.#progressThrottle.take()) this.#sendProgress(update)
      else this.#heldUpdate = update
    }
  }

  get partial(): (piece: unknown) => void {
    return (piece) => {
      if (this.#isOver) return
      this.sendPiece(toJsonValue(piece, { maxBytes: this.message.maxOutputBytes }).value)
    }
  }

  get log(): (message: string, fields?: Readonly<Record<string, unknown>>) => void {
    return (message, fields) => {
      if (this.#isOver) return
      if (this.#logThrottle.take()) this.#sendLog(message, fields)
      else this.#droppedLogs++
    }
  }

  /** A piece that is JSON already. */
  sendPiece(piece: JsonValue): void {
    this.#channel.send({ type: 'partial', id: this.message.id, piece })
  }

  stop(reason: DOMException): void {
    this.#stopReason = reason
    this.#controller?.abort(reason)
  }

  /** Says what was held back, before the result. From then on the tool is not heard any more. */
  end(): void {
    if (this.#heldUpdate !== undefined) this.#sendProgress(this.#heldUpdate)
    if (this.#droppedLogs > 0)
      this.#sendLog(`${this.#droppedLogs} more lines were dropped: too many at once.`)
    this.#isOver = true
  }

  #sendProgress(update: ProgressUpdate): void {
    this.#heldUpdate = undefined
    const { value } = toJsonValue(update, { maxBytes: MAX_FIELD_BYTES })
    this.#channel.send({ type: 'progress', id: this.message.id, update: value as ProgressUpdate })
  }

  #sendLog(message: unknown, fields?: Readonly<Record<string, unknown>>): void {
    const text = String(message).slice(0, MAX_LOG_CHARACTERS)
    const { value } = toJsonValue(fields ?? null, { maxBytes: MAX_FIELD_BYTES })
    const kept = value === null ? {} : { fields: value as Readonly<Record<string, unknown>> }
    this.#channel.send({ type: 'log', id: this.message.id, message: text, ...kept })
  }
}
