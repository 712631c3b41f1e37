import type { Readable } from 'node:stream'

/** What was kept of a stream, as text. */
export interface CollectedOutput {
  readonly text: string
  readonly bytes: number
  readonly droppedBytes: number
}

/**
 * Reads a stream to its end and keeps no more than so many bytes of it: half from its beginning, half from its end, where
 * the errors are. The reading goes on past that, so that a flood neither fills the memory nor blocks the program.
 */
export class OutputCollector {
  readonly ended: Promise<void>
  readonly #headBytes: number
  readonly #tailBytes: number
  readonly #head: Buffer[] = []
  #tail: Buffer[] = []
  #headHeld = 0
  #tailHeld = 0
  #bytes = 0

  constructor(stream: Readable, maxBytes: number) {
    this.#headBytes = Math.ceil(maxBytes / 2)
    this.#tailBytes = maxBytes - this.#headBytes
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    stream.on('data', (piece: Buffer) => this.#push(piece))
    stream.on('error', () => resolve())
    stream.on('close', () => resolve())
  }

  collect(): CollectedOutput {
    const head = Buffer.concat(this.#head)
    const tail = this.#cutTail()
    const droppedBytes = this.#bytes - head.length - tail.length
    if (droppedBytes === 0)
      return { text: Buffer.concat([head, tail]).toString('utf8'), bytes: this.#bytes, droppedBytes }
    const gap = `\n[… ${droppedBytes} bytes left out …]\n`
    return { text: head.toString('utf8') + gap + tail.toString('utf8'), bytes: this.#bytes, droppedBytes }
  }

  #push(piece: Buffer): void {
    this.#bytes += piece.length
    const taken = Math.min(piece.length, this.#headBytes - this.#headHeld)
    if (taken > 0) {
      this.#headHeld += taken
      this.#head.push(piece.subarray(0, taken))
    }
    if (taken === piece.length) return
    this.#tail.push(piece.subarray(taken))
    this.#tailHeld += piece.length - taken
    // Twice as much before it is cut: cutting at each piece would copy the same bytes again and again.
    if (this.#tailHeld > 2 * this.#tailBytes + 65_536) this.#cutTail()
  }

  #cutTail(): Buffer {
    const whole = Buffer.concat(this.#tail)
    const kept = Buffer.from(whole.subarray(Math.max(0, whole.length - this.#tailBytes)))
    this.#tail = [kept]
    this.#tailHeld = kept.length
    return kept
  }
}
