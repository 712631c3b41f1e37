import { isUtf8 } from 'node:buffer'

/** How the text of a file is written. */
export interface TextEncoding {
  readonly name: 'UTF-8' | 'UTF-16 LE' | 'UTF-16 BE'
  /** Bytes of the mark at the start; 0 without one. */
  readonly markBytes: number
}

export const PLAIN_UTF8: TextEncoding = { name: 'UTF-8', markBytes: 0 }

const MARKS: readonly (readonly [bytes: readonly number[], name: TextEncoding['name'] | undefined])[] = [
  [[0xff, 0xfe, 0, 0], undefined], // UTF-32, which nobody writes
  [[0, 0, 0xfe, 0xff], undefined],
  [[0xef, 0xbb, 0xbf], 'UTF-8'],
  [[0xff, 0xfe], 'UTF-16 LE'],
  [[0xfe, 0xff], 'UTF-16 BE'],
]

/** What is enough to tell: binary files have a zero in their first bytes as good as always. */
export const SAMPLE_BYTES = 8_192
/** Of text in European languages, nearly every second byte of UTF-16 is zero. */
const MIN_ZERO_SHARE = 0.4

/** The encoding of a file by how it begins; undefined when it is no text. */
export function detectEncoding(start: Buffer): TextEncoding | undefined {
  for (const [bytes, name] of MARKS) {
    if (bytes.every((byte, index) => start[index] === byte))
      return name === undefined ? undefined : { name, markBytes: bytes.length }
  }
  const sample = start.subarray(0, SAMPLE_BYTES)
  return sample.includes(0) ? detectUnmarked(sample) : PLAIN_UTF8
}

/** UTF-16 without a mark has its zeros on one side. */
function detectUnmarked(sample: Buffer): TextEncoding | undefined {
  const zeros = [0, 0]
  for (let index = 0; index < sample.length; index++) {
    if (sample[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  }
  const pairs = Math.floor(sample.length / 2)
  if (pairs < 2) return undefined
  const [even = 0, odd = 0] = zeros
  if (even === 0 && odd / pairs > MIN_ZERO_SHARE) return { name: 'UTF-16 LE', markBytes: 0 }
  if (odd === 0 && even / pairs > MIN_ZERO_SHARE) return { name: 'UTF-16 BE', markBytes: 0 }
  return undefined
}

/** Bytes of one unit: a line break is one unit. */
export function unitBytes({ name }: TextEncoding): 1 | 2 {
  return name === 'UTF-8' ? 1 : 2
}

/** A text without its mark. What cannot be read becomes U+FFFD. */
export function decodeText(bytes: Buffer, encoding: TextEncoding): string {
  if (encoding.name === 'UTF-8') return bytes.toString('utf8')
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2))
  const text = (encoding.name === 'UTF-16 LE' ? even : Buffer.from(even).swap16())
    .toString('utf16le')
    .toWellFormed()
  return even.length === bytes.length ? text : `${text}\u{fffd}`
}

export function encodeText(text: string, encoding: TextEncoding): Buffer {
  if (encoding.name === 'UTF-8') return Buffer.from(text, 'utf8')
  const bytes = Buffer.from(text, 'utf16le')
  return encoding.name === 'UTF-16 LE' ? bytes : bytes.swap16()
}

/** Whether decoding loses nothing. */
export function isValidText(bytes: Buffer, encoding: TextEncoding): boolean {
  if (encoding.name === 'UTF-8') return isUtf8(bytes)
  return bytes.length % 2 === 0 && encodeText(decodeText(bytes, encoding), encoding).equals(bytes)
}

/** Where `wanted` begins, at or after `from`, on the boundary of a unit; -1 when nowhere. */
export function findBytes(bytes: Buffer, wanted: Buffer, from: number, encoding: TextEncoding): number {
  const unit = unitBytes(encoding)
  let at = bytes.indexOf(wanted, from)
  while (at !== -1 && at % unit !== 0) at = bytes.indexOf(wanted, at + 1)
  return at
}
