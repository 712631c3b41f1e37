import type { JsonValue } from '../schema/json-schema.ts'
import { jsonNumberBytes, jsonStringBytes } from './json-size.ts'
import type { NoteList } from './note-list.ts'

// Writing out a larger BigInt takes time quadratic in its digits.
const BIGINT_BITS_LIMIT = 1n << 16_384n

/** One walk: `bytes` is what has been counted, `path` where the walk stands, `ancestors` the objects it stands in. */
export interface JsonWalk {
  readonly limit: number
  readonly notes: NoteList
  readonly path: (string | number)[]
  readonly ancestors: object[]
  bytes: number
  overflow: boolean
}

export function writeText(walk: JsonWalk, text: string): string {
  const room = Math.max(0, walk.limit - walk.bytes)
  if (text.length > room) {
    // Both ends, since cutting the whole result keeps both of its ends.
    const half = Math.floor(room / 2)
    const kept = `${text.slice(0, half)}…${half === 0 ? '' : text.slice(-half)}`.toWellFormed()
    count(walk, Math.max(Buffer.byteLength(text) + 2, jsonStringBytes(kept, Infinity)))
    return kept
  }
  const bytes = jsonStringBytes(text, room)
  if (bytes >= 0) {
    count(walk, bytes)
    return text
  }
  note(walk, 'The text had half a character (a lone surrogate) in it, which was replaced.')
  const wellFormed = text.toWellFormed()
  count(walk, jsonStringBytes(wellFormed, room))
  return wellFormed
}

export function writeNumber(walk: JsonWalk, value: number): number | null {
  if (!Number.isFinite(value)) {
    note(walk, `${value} has no JSON form and became null.`)
    return writeNull(walk)
  }
  count(walk, jsonNumberBytes(value))
  return value
}

export function writeBigInt(walk: JsonWalk, value: bigint): JsonValue {
  if (value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)) {
    return writeNumber(walk, Number(value))
  }
  if (value > BIGINT_BITS_LIMIT || value < -BIGINT_BITS_LIMIT) {
    return writeMark(walk, '[integer too large]', 'An integer of more than 4,932 digits was left out.')
  }
  note(walk, 'An integer too large for a JSON number became text.')
  return writeText(walk, value.toString())
}

export function writeDate(walk: JsonWalk, date: Date): string | null {
  if (Number.isNaN(Date.prototype.getTime.call(date))) {
    note(walk, 'An invalid date became null.')
    return writeNull(walk)
  }
  return writeText(walk, Date.prototype.toISOString.call(date))
}

export function writeMark(walk: JsonWalk, mark: string, why: string): string {
  note(walk, why)
  count(walk, mark.length + 2)
  return mark
}

export function writeNull(walk: JsonWalk): null {
  count(walk, 4)
  return null
}

export function count(walk: JsonWalk, bytes: number): void {
  walk.bytes += bytes
  if (walk.bytes > walk.limit) walk.overflow = true
}

export function note(walk: JsonWalk, message: string): void {
  walk.notes.add(walk.path, message)
}
