import type { Readable } from 'node:stream'
import { jsonStringBytes } from '../../results/json-size.ts'

/** What was kept of a stream, as text. */
export interface CollectedOutput {
  readonly text: string
  /** Size of the text in JSON, where a line break takes two bytes and other control characters six. */
  readonly jsonBytes: number
  /** What the program wrote. */
  readonly bytes: number
  readonly droppedBytes: number
}

// How much less is tried when a text was still too large: its escapes may be anywhere in it.
const SMALLER = 0.9

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

  /** What was read, within so many bytes of JSON. */
  collect(maxJsonBytes: number): CollectedOutput {
    const head = Buffer.concat(this.#head)
    const tail = this.#cutTail()
    const held = head.length + tail.length
    const all = held === this.#bytes ? Buffer.concat([head, tail]) : undefined
    for (let keep = held; ;) {
      const shown = show(all ?? head, all ?? tail, keep, this.#bytes)
      if (shown.jsonBytes <= maxJsonBytes || keep === 0) return shown
      keep = Math.floor(keep * Math.min(SMALLER, maxJsonBytes / shown.jsonBytes))
    }
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

/** The first half of what is kept from one buffer, the second from the end of another; whole characters only. */
function show(head: Buffer, tail: Buffer, keep: number, bytes: number): CollectedOutput {
  if (keep === bytes) return describe(head.toString('utf8'), bytes, 0)
  const half = Math.ceil(keep / 2)
  const start = head.subarray(0, characterStart(head, half))
  const from = tail.length - (keep - half)
  const end = tail.subarray(characterStart(tail, from, 1))
  const droppedBytes = bytes - start.length - end.length
  const gap = `\n[… ${droppedBytes} bytes left out …]\n`
  return describe(start.toString('utf8') + gap + end.toString('utf8'), bytes, droppedBytes)
}

function describe(text: string, bytes: number, droppedBytes: number): CollectedOutput {
  return { text, jsonBytes: jsonStringBytes(text, Infinity), bytes, droppedBytes }
}

/** The nearest offset where no character of UTF-8 is cut: before the given one, or after it. */
function characterStart(buffer: Buffer, offset: number, step: -1 | 1 = -1): number {
  for (let at = offset, tried = 0; tried < 4; at += step, tried++) {
    if (at <= 0 || at >= buffer.length || (Number(buffer[at]) & 0xc0) !== 0x80) return at
  }
  return offset // no UTF-8 at all
}
