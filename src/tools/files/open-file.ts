import { close, fstat, read, type BigIntStats } from 'node:fs'
import { promisify } from 'node:util'
import { detectEncoding, SAMPLE_BYTES, type TextEncoding } from './encoding.ts'
import { fileError } from './file-error.ts'
import { looksBinary } from './file-kind.ts'
import { notOrdinary, type Place } from './reach-place.ts'

const readAsync = promisify(read)
const fstatAsync = promisify(fstat)
const closeAsync = promisify(close)

/** A file that is open for reading. */
export interface OpenFile {
  readonly fd: number
  readonly stat: BigIntStats
  /** Its first bytes, and what they say; no encoding: it is no text. */
  readonly start: Buffer
  readonly encoding: TextEncoding | undefined
}

/** Opens the file of a place, hands it to `use` and closes it. */
export async function openFile<Value>(place: Place, use: (file: OpenFile) => Promise<Value>): Promise<Value> {
  const { kind, name, folder, given } = place
  if (kind === 'folder')
    throw fileError(`\`${given.shown}\` is a folder, not a file. Use list_directory to see what is in it.`)
  if (kind === 'other') throw notOrdinary(given.shown)
  const fd = folder.openToRead(name)
  try {
    const stat = await fstatAsync(fd, { bigint: true })
    const start = await readAt(fd, 0, SAMPLE_BYTES)
    const encoding = detectEncoding(start)
    const isText = encoding !== undefined && !(encoding.name === 'UTF-8' && looksBinary(start))
    return await use({ fd, stat, start, encoding: isText ? encoding : undefined })
  } finally {
    await closeAsync(fd)
  }
}

/** Reads up to `length` bytes; fewer only at the end of the file. */
export async function readAt(fd: number, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await readAsync(fd, buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}

/** Reads a whole file, which must not be larger than `maxBytes`; undefined when it is. */
export async function readWhole(
  fd: number,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let total = 0
  for (;;) {
    signal.throwIfAborted()
    const chunk = await readAt(fd, total, 1 << 20)
    total += chunk.length
    if (total > maxBytes) return undefined
    if (chunk.length > 0) chunks.push(chunk)
    if (chunk.length < 1 << 20) return Buffer.concat(chunks, total)
  }
}
