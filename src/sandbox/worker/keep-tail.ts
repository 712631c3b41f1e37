import type { Readable } from 'node:stream'
import { tailOf } from './tail-of.ts'

const KEPT_BYTES = 4_096

/** Reads a stream for as long as it lasts, tells every piece, and gives a function that knows its end. */
export function keepTail(stream: Readable, onText: (text: string) => void): () => string {
  let kept = Buffer.alloc(0)
  stream.on('data', (piece: Buffer) => {
    const all = piece.length >= KEPT_BYTES ? piece : Buffer.concat([kept, piece])
    // A copy: a slice would keep the whole piece in memory.
    kept = Buffer.from(all.subarray(Math.max(0, all.length - KEPT_BYTES)))
    onText(piece.toString('utf8'))
  })
  stream.on('error', () => undefined)
  return () => {
    const text = kept.toString('utf8')
    return kept.length < KEPT_BYTES ? text : tailOf(text, text.length - 1) // it may begin in the middle of a word
  }
}
