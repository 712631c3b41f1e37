import { isAscii } from 'node:buffer'
import { closeSync, fstatSync, readSync } from 'node:fs'
import { decodeText, detectEncoding } from '../files/encoding.ts'
import { looksBinary } from '../files/file-kind.ts'
import type { TimeSlices } from '../files/time-slices.ts'
import type { SearchPattern } from './search-pattern.ts'

/** A line that matches, with its neighbours. */
export interface LineMatch {
  /** From 1. */
  readonly line: number
  /** In characters, from 1. */
  readonly column: number
  readonly text: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Takes a match; false when it wants no more of this file. */
export type TakeMatch = (match: LineMatch) => boolean

export const CONTEXT_LINES = 2
const BLOCK_BYTES = 128 * 1024
/** A longer line is searched in pieces of this size. */
const MAX_LINE_BYTES = 1024 * 1024
const MAX_UTF16_BYTES = 8_000_000
const SAMPLE_BYTES = 8_192
const SHORT_LINE_CHARACTERS = 200

/** Searches files, one after another, with one buffer for all. */
export class FileSearch {
  readonly #pattern: SearchPattern
  readonly #slices: TimeSlices
  /** Lines that were looked at only in part. */
  cutLines = 0
  #buffer = Buffer.allocUnsafe(BLOCK_BYTES)

  constructor(pattern: SearchPattern, slices: TimeSlices) {
    this.#pattern = pattern
    this.#slices = slices
  }

  /** Searches an open file and closes it; false when it is no text. */
  async search(fd: number, take: TakeMatch): Promise<boolean> {
    try {
      const filled = readSync(fd, this.#buffer, 0, this.#buffer.length, 0)
      const start = this.#buffer.subarray(0, Math.min(filled, SAMPLE_BYTES))
      const encoding = detectEncoding(start)
      if (encoding === undefined || (encoding.name === 'UTF-8' && looksBinary(start))) return false
      if (encoding.name !== 'UTF-8') {
        await this.#searchText(decodeWhole(fd), 0, Infinity, 1, take)
        return true
      }
      return await this.#searchBlocks(fd, filled, encoding.markBytes, take)
    } finally {
      closeSync(fd)
    }
  }

  /**
   * Block by block. Around the lines that are searched a block has those next to them, so that each match finds its
   * neighbours; the next block begins with what the last one could not finish.
   */
  async #searchBlocks(fd: number, filledFirst: number, markBytes: number, take: TakeMatch): Promise<boolean> {
    let filled = filledFirst
    let position = filledFirst
    let from = markBytes // where the search begins in the buffer; before it is context
    let firstLine = 1
    for (;;) {
      const isEnd = filled < this.#buffer.length
      const block = this.#buffer.subarray(0, filled)
      if (block.includes(0)) return false
      const to = isEnd ? filled : endOfSearch(block, from)
      if (to === undefined) {
        this.#grow()
      } else {
        const goesOn = await this.#searchBlock(block, from, to, firstLine, take)
        if (isEnd || !goesOn) return true
        const keep = startOfContext(block, to)
        firstLine += countBreaks(block, 0, keep)
        this.#buffer.copyWithin(0, keep, filled)
        from = to - keep
        filled -= keep
      }
      if (this.#slices.isDue()) await this.#slices.pause()
      const bytes = readSync(fd, this.#buffer, filled, this.#buffer.length - filled, position)
      filled += bytes
      position += bytes
      if (bytes === 0 && filled === this.#buffer.length) this.#grow() // a file that ends with the buffer
    }
  }

  #grow(): void {
    const wider = Buffer.allocUnsafe(this.#buffer.length * 2)
    this.#buffer.copy(wider)
    this.#buffer = wider
  }

  async #searchBlock(
    block: Buffer,
    from: number,
    to: number,
    firstLine: number,
    take: TakeMatch,
  ): Promise<boolean> {
    const { requiredBytes } = this.#pattern
    if (requiredBytes !== undefined) {
      const found = block.indexOf(requiredBytes, from)
      if (found === -1 || found >= to) return true
    }
    if (isAscii(block)) return this.#searchText(block.toString('latin1'), from, to, firstLine, take)
    const before = block.toString('utf8', 0, from)
    const searched = block.toString('utf8', from, to)
    const text = before + searched + block.toString('utf8', to, block.length)
    return this.#searchText(text, before.length, before.length + searched.length, firstLine, take)
  }

  async #searchText(
    text: string,
    from: number,
    end: number,
    firstLine: number,
    take: TakeMatch,
  ): Promise<boolean> {
    const to = Math.min(end, text.length)
    let line = firstLine
    let counted = 0
    let shortLines = 0
    for (let at = from; at < to;) {
      const hit = this.#pattern.next(text, at)
      if (hit === -1 || hit >= to) break
      const start = Math.max(lineStart(text, hit), at)
      const stop = lineStop(text, hit)
      const content = withoutReturn(text.slice(start, stop))
      const found = this.#pattern.find(this.#cut(content))
      if (found !== -1) {
        line += countLines(text, counted, start)
        counted = start
        const column = columnOf(text, start, found)
        const context = { before: linesBefore(text, start), after: linesAfter(text, stop) }
        if (!take({ line, column, text: content, ...context })) return false
      }
      at = stop + 1
      // Asking the clock costs as much as a short line.
      if (content.length < SHORT_LINE_CHARACTERS && ++shortLines % 32 !== 0) continue
      if (this.#slices.isDue()) await this.#slices.pause()
      if (this.#slices.isOver) return false
    }
    return true
  }

  #cut(line: string): string {
    const { maxLineCharacters } = this.#pattern
    if (line.length <= maxLineCharacters) return line
    this.cutLines++
    return line.slice(0, maxLineCharacters)
  }
}

/** Behind the last line of a full block that has its neighbours; undefined when there is none yet. */
function endOfSearch(block: Buffer, from: number): number | undefined {
  let end = block.length
  for (let lines = 0; lines <= CONTEXT_LINES && end > 0; lines++) end = block.lastIndexOf(0x0a, end - 1)
  if (end >= from) return end + 1
  return block.length < MAX_LINE_BYTES ? undefined : block.length
}

function startOfContext(block: Buffer, to: number): number {
  let start = to
  for (let lines = 0; lines <= CONTEXT_LINES && start > 0; lines++) start = block.lastIndexOf(0x0a, start - 1)
  const keep = start + 1
  return to - keep > MAX_LINE_BYTES / 4 ? to : keep // neighbours that long help nobody
}

function countBreaks(block: Buffer, from: number, to: number): number {
  let count = 0
  for (let at = block.indexOf(0x0a, from); at !== -1 && at < to; at = block.indexOf(0x0a, at + 1)) count++
  return count
}

function countLines(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++
  return count
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
}

function lineStop(text: string, at: number): number {
  const stop = text.indexOf('\n', at)
  return stop === -1 ? text.length : stop
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

/** Counted as a reader counts, a character outside the basic plane being one. */
function columnOf(text: string, start: number, found: number): number {
  let column = 1
  for (let at = start; at < start + found; column++) at += (text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1
  return column
}

function linesBefore(text: string, start: number): string[] {
  const lines: string[] = []
  for (let stop = start - 1; stop >= 0 && lines.length < CONTEXT_LINES;) {
    const from = lineStart(text, stop)
    lines.unshift(withoutReturn(text.slice(from, stop)))
    stop = from - 1
  }
  return lines
}

function linesAfter(text: string, stop: number): string[] {
  const lines: string[] = []
  for (let from = stop + 1; from < text.length && lines.length < CONTEXT_LINES;) {
    const end = lineStop(text, from)
    lines.push(withoutReturn(text.slice(from, end)))
    from = end + 1
  }
  return lines
}

function decodeWhole(fd: number): string {
  const size = Math.min(fstatSync(fd).size, MAX_UTF16_BYTES)
  const bytes = Buffer.allocUnsafe(size)
  const read = bytes.subarray(0, readSync(fd, bytes, 0, size, 0))
  const encoding = detectEncoding(read)
  return encoding === undefined ? '' : decodeText(read.subarray(encoding.markBytes), encoding)
}
