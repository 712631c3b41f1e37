import { encodeText, unitBytes, type TextEncoding } from './encoding.ts'
import { formatNumber } from './format-size.ts'
import { readAt } from './open-file.ts'

const CHUNK_BYTES = 256 * 1024
/** A window is meant to be read by a model: this is some 60,000 tokens. */
const MAX_WINDOW_BYTES = 256 * 1024
/** Longer lines are data or minified code. */
const MAX_LINE_BYTES = 4_000
/** Up to here the lines behind the window are counted, beyond they are estimated. */
const MAX_COUNTED_BYTES = 32 * 1024 * 1024

export interface WindowRequest {
  /** From 1. */
  readonly startLine: number
  readonly maxLines: number
  readonly encoding: TextEncoding
  /** Of the file, as far as it is known. */
  readonly sizeBytes: number
  readonly signal: AbortSignal
}

/** Some lines of a file. */
export interface LineWindow {
  /** The bytes of the lines, their ends included. */
  readonly bytes: Buffer
  /** How many lines these are. */
  readonly lines: number
  /** Lines in the whole file; `isEstimate` when it was too large to count. */
  readonly totalLines: number
  readonly isEstimate: boolean
  /** Nothing follows. */
  readonly isLast: boolean
  /** Numbers of lines of which only the beginning is there. */
  readonly cutLines: readonly number[]
}

/** Reads a window of lines, from the start of the file to the end of the window and no further than it has to. */
export async function readWindow(fd: number, request: WindowRequest): Promise<LineWindow> {
  const { encoding, startLine, maxLines, signal } = request
  const kept = new KeptLines(encoding)
  let position = encoding.markBytes
  let line = 1
  let isOpen = false // something of the line has been read, but not its end
  let chunk: Buffer
  do {
    signal.throwIfAborted()
    chunk = await readAt(fd, position, CHUNK_BYTES)
    let at = 0
    while (at < chunk.length && !isFull()) {
      const end = endOfLine(chunk, at, encoding)
      const stop = end === -1 ? chunk.length : end
      if (line >= startLine) kept.add(chunk.subarray(at, stop))
      at = stop
      isOpen = end === -1
      if (end === -1) continue
      if (line >= startLine) kept.endLine(line)
      line++
    }
    position += at
  } while (chunk.length === CHUNK_BYTES && !isFull())
  if (isOpen) {
    if (line >= startLine) kept.endLine(line)
    line++
  }
  const window = { bytes: kept.bytes(), lines: Math.max(0, line - startLine), cutLines: kept.cutLines }
  const rest = await countRest(fd, position, line - 1, request)
  return { ...window, ...rest }

  function isFull(): boolean {
    return line >= startLine + maxLines || (!isOpen && kept.size >= MAX_WINDOW_BYTES)
  }
}

interface Rest {
  readonly totalLines: number
  readonly isEstimate: boolean
  readonly isLast: boolean
}

async function countRest(
  fd: number,
  from: number,
  linesBefore: number,
  request: WindowRequest,
): Promise<Rest> {
  const { encoding, sizeBytes, signal } = request
  if (sizeBytes - from > MAX_COUNTED_BYTES) {
    const total = linesBefore * ((sizeBytes - encoding.markBytes) / Math.max(1, from - encoding.markBytes))
    return { totalLines: Number(total.toPrecision(2)), isEstimate: true, isLast: false }
  }
  let lines = linesBefore
  let position = from
  let isOpen = false
  for (;;) {
    signal.throwIfAborted()
    const chunk = await readAt(fd, position, CHUNK_BYTES)
    for (let at = 0; at < chunk.length;) {
      const end = endOfLine(chunk, at, encoding)
      isOpen = end === -1
      if (isOpen) break
      lines++
      at = end
    }
    position += chunk.length
    if (chunk.length < CHUNK_BYTES) break
  }
  return { totalLines: lines + (isOpen ? 1 : 0), isEstimate: false, isLast: position === from }
}

/** Where the line that `from` is in has ended, its line break included; -1 when that is not in these bytes. */
function endOfLine(bytes: Buffer, from: number, encoding: TextEncoding): number {
  if (encoding.name === 'UTF-8') return bytes.indexOf(0x0a, from) + 1 || -1
  const [high, low] = encoding.name === 'UTF-16 BE' ? [0, 1] : [1, 0]
  for (let at = bytes.indexOf(0x0a, from); at !== -1; at = bytes.indexOf(0x0a, at + 1)) {
    // Windows begin on the boundary of a unit, so chunks do.
    if (at % 2 === low && bytes[at - low + high] === 0) return at - low + 2
  }
  return -1
}

/** Collects lines, of each no more than its beginning. */
class KeptLines {
  readonly cutLines: number[] = []
  size = 0
  readonly #encoding: TextEncoding
  readonly #parts: Buffer[] = []
  #lineBytes = 0

  constructor(encoding: TextEncoding) {
    this.#encoding = encoding
  }

  add(part: Buffer): void {
    const room = MAX_LINE_BYTES - this.#lineBytes
    this.#lineBytes += part.length
    if (room <= 0) return
    const fitting = part.length <= room ? part : part.subarray(0, this.#boundary(part, room))
    this.#parts.push(fitting)
    this.size += fitting.length
  }

  endLine(line: number): void {
    const lost = this.#lineBytes - MAX_LINE_BYTES
    this.#lineBytes = 0
    if (lost <= 0) return
    this.cutLines.push(line)
    const mark = encodeText(` … [line cut: ${formatNumber(lost, 'more byte')}]\n`, this.#encoding)
    this.#parts.push(mark)
    this.size += mark.length
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }

  /** The last end of a character at or before `at`. */
  #boundary(bytes: Buffer, at: number): number {
    if (unitBytes(this.#encoding) === 2) return at - (at % 2)
    let end = at
    while (end > 0 && end > at - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
    return end
  }
}
