import { Duplex } from 'node:stream'
import {
  encodeCredit,
  encodeMuxFrame,
  type FrameKind,
  MAX_PAYLOAD_BYTES,
  type MuxFrame,
} from './mux-frames.ts'

/** How many bytes of one stream may be on their way, in each direction: what a slow reader costs at most. */
export const WINDOW_BYTES = 128 * 1024
const CREDIT_AFTER_BYTES = WINDOW_BYTES / 4

/** The channel, as one of its streams sees it. */
export interface StreamOwner {
  send(frame: Buffer): void
  /** The stream is over for both sides. */
  closed(stream: MuxStream): void
}

/** One of the streams that share a channel; each waits for its own reader alone. */
export class MuxStream extends Duplex {
  readonly id: number
  readonly #owner: StreamOwner
  #sendCredit = WINDOW_BYTES
  #receiveCredit = WINDOW_BYTES
  #owedCredit = 0
  #waiting: { readonly rest: Buffer; readonly done: () => void } | undefined
  #hasSentEnd = false
  #hasReceivedEnd = false
  #isReset = false

  constructor(id: number, owner: StreamOwner) {
    super({ allowHalfOpen: true, highWaterMark: MAX_PAYLOAD_BYTES })
    this.id = id
    this.#owner = owner
    // A reset is how the other side hangs up; whoever uses the stream may listen, nobody has to.
    this.on('error', () => undefined)
  }

  /** Takes a frame of the other side; throws when it breaks the rules. */
  receive({ kind, payload, credit }: MuxFrame): void {
    const receivers: Record<FrameKind, () => void> = {
      open: () => broken('a stream was opened twice'),
      data: () => this.#receiveData(payload),
      end: () => this.#receiveEnd(),
      reset: () => this.#receiveReset(),
      credit: () => this.#receiveCreditOf(credit),
    }
    receivers[kind]()
  }

  #receiveData(payload: Buffer): void {
    if (this.#hasReceivedEnd) broken('data came after the end of a stream')
    if (payload.length > this.#receiveCredit) broken('more came than was granted')
    this.#receiveCredit -= payload.length
    this.#owedCredit += payload.length
    if (this.push(payload)) this.#grant()
  }

  #receiveEnd(): void {
    if (this.#hasReceivedEnd) broken('a stream ended twice')
    this.#hasReceivedEnd = true
    this.push(null)
  }

  #receiveReset(): void {
    if (this.#isReset) broken('a stream was reset twice')
    this.#isReset = true
    const waiting = this.#waiting
    this.#waiting = undefined
    // After an end it only means that nothing more is read there: what has come is still good.
    if (!this.#hasReceivedEnd || this.readableEnded) {
      this.destroy(Object.assign(new Error('the other side hung up'), { code: 'ECONNRESET' }))
    } else {
      this.once('end', () => this.destroy())
      waiting?.done()
    }
  }

  #receiveCreditOf(bytes: number): void {
    if (bytes === 0 || this.#sendCredit + bytes > WINDOW_BYTES) broken('more was granted than was read')
    this.#sendCredit += bytes
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting !== undefined) this.#sendData(waiting.rest, waiting.done)
  }

  #sendData(bytes: Buffer, done: () => void): void {
    let at = 0
    while (at < bytes.length && this.#sendCredit > 0) {
      const piece = bytes.subarray(at, at + Math.min(this.#sendCredit, MAX_PAYLOAD_BYTES))
      this.#sendCredit -= piece.length
      at += piece.length
      this.#owner.send(encodeMuxFrame('data', this.id, piece))
    }
    if (at === bytes.length) done()
    else this.#waiting = { rest: bytes.subarray(at), done }
  }

  // In large steps, and only for what has been read: what is unread stays within the window.
  #grant(): void {
    if (this.#owedCredit < CREDIT_AFTER_BYTES || this.destroyed || this.#hasReceivedEnd) return
    const owed = this.#owedCredit
    this.#owedCredit = 0
    this.#receiveCredit += owed // before the answer to it can be here
    this.#owner.send(encodeCredit(this.id, owed))
  }

  /** Ends when everything is written, whether the other side has said all or not; `node:http` asks for it. */
  destroySoon(): void {
    this.end()
    if (this.writableFinished) this.destroy()
    else this.once('finish', () => this.destroy())
  }

  override _read(): void {
    this.#grant()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.#isReset) done()
    else this.#sendData(chunk, done)
  }

  override _final(done: () => void): void {
    this.#hasSentEnd = true
    if (!this.#isReset) this.#owner.send(encodeMuxFrame('end', this.id))
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const isOver = this.#hasSentEnd && this.#hasReceivedEnd
    if (!isOver && !this.#isReset) this.#owner.send(encodeMuxFrame('reset', this.id))
    this.#waiting = undefined
    this.#owner.closed(this)
    done(error)
  }
}

function broken(why: string): never {
  throw new Error(why)
}
