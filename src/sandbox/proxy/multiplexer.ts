import type { Duplex } from 'node:stream'
import { encodeMuxFrame, HEADER_BYTES, type MuxFrame, MuxFrameReader } from './mux-frames.ts'
import { MuxStream, WINDOW_BYTES } from './mux-stream.ts'

/** How many connections a sandbox may have at once. */
export const MAX_STREAMS = 64

// What the other side may have sent before it heard that a stream is over.
const LATE_BYTES = WINDOW_BYTES + 64 * HEADER_BYTES
// All windows full, and the small frames beside them: only a side that has stopped reading leaves more unread.
const MAX_UNSENT_BYTES = MAX_STREAMS * WINDOW_BYTES + 1024 * 1024
const MAX_OPENS_PER_SECOND = 500

export interface MultiplexerEvents {
  /** The other side has opened a stream. Without it none may be opened. */
  readonly onStream?: (stream: MuxStream) => void
  /** The channel is over; with the reason when the other side broke the rules. */
  readonly onClose?: (reason: string | undefined) => void
}

/**
 * Many streams over one channel. Whatever the other side sends, what it costs is bounded: streams, bytes in flight of
 * each, streams opened in a second, frames for streams that are over. One breach closes the channel with all its streams.
 */
export class Multiplexer {
  readonly #channel: Duplex
  readonly #events: MultiplexerEvents
  readonly #streams = new Map<number, MuxStream>()
  readonly #reader = new MuxFrameReader()
  #lastId = 0
  #lateBytes = LATE_BYTES
  #opens = 0
  #opensSinceMs = 0
  #isClosed = false

  constructor(channel: Duplex, events: MultiplexerEvents = {}) {
    this.#channel = channel
    this.#events = events
    channel.on('data', (piece: Buffer) => this.#receive(piece))
    for (const name of ['end', 'close', 'error']) channel.on(name, () => this.close())
  }

  /** Opens a stream to the other side, which may reset it at once. */
  open(): MuxStream {
    const stream = this.#add(++this.#lastId)
    this.#send(encodeMuxFrame('open', stream.id))
    return stream
  }

  /** Ends the channel and every stream. */
  close(reason?: string): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const stream of this.#streams.values()) stream.destroy()
    this.#streams.clear()
    this.#channel.destroy()
    this.#events.onClose?.(reason)
  }

  #receive(piece: Buffer): void {
    if (this.#isClosed) return
    try {
      for (const frame of this.#reader.push(piece)) {
        this.#receiveFrame(frame)
        if (this.#isClosed) return
      }
    } catch (thrown) {
      this.close(thrown instanceof Error ? thrown.message : 'the channel was broken')
    }
  }

  #receiveFrame(frame: MuxFrame): void {
    const stream = this.#streams.get(frame.stream)
    if (stream !== undefined) return stream.receive(frame)
    if (frame.kind === 'open') return this.#receiveOpen(frame.stream)
    if (frame.stream > this.#lastId || frame.stream === 0)
      throw new Error('a stream was used before it was opened')
    // It may have crossed with our end of the stream, but not without limit.
    this.#lateBytes -= HEADER_BYTES + frame.payload.length
    if (this.#lateBytes < 0) throw new Error('too much was sent to streams that are over')
  }

  #receiveOpen(id: number): void {
    const { onStream } = this.#events
    if (onStream === undefined || id <= this.#lastId) throw new Error('a stream was opened out of turn')
    this.#lastId = id
    this.#slowDown()
    if (this.#streams.size >= MAX_STREAMS) {
      this.#lateBytes = Math.min(this.#lateBytes + LATE_BYTES, MAX_UNSENT_BYTES)
      return this.#send(encodeMuxFrame('reset', id))
    }
    onStream(this.#add(id))
  }

  // Opening costs the host more than it costs a program that only opens: past the rate, nothing is read for a while.
  #slowDown(): void {
    const nowMs = performance.now()
    if (nowMs - this.#opensSinceMs >= 1_000) {
      this.#opensSinceMs = nowMs
      this.#opens = 0
    }
    if (++this.#opens <= MAX_OPENS_PER_SECOND || this.#channel.isPaused()) return
    this.#channel.pause()
    const timer = setTimeout(() => this.#channel.resume(), 1_000 - (nowMs - this.#opensSinceMs))
    timer.unref()
  }

  #add(id: number): MuxStream {
    const stream = new MuxStream(id, {
      send: (frame) => this.#send(frame),
      closed: () => {
        this.#streams.delete(id)
        this.#lateBytes = Math.min(this.#lateBytes + LATE_BYTES, MAX_UNSENT_BYTES)
      },
    })
    this.#streams.set(id, stream)
    return stream
  }

  #send(frame: Buffer): void {
    if (this.#isClosed) return
    this.#channel.write(frame)
    if (this.#channel.writableLength > MAX_UNSENT_BYTES) this.close('the other side has stopped reading')
  }
}
