const HEAD_SHARE = 0.75

/** A text cut to a limit, with how many of its bytes are gone. */
export interface CutText {
  readonly text: string
  readonly cutBytes: number
}

/** How to cut: `isJson` spares escape sequences; `more` says that the text is itself only a part of `bytes`. */
export interface CutOptions {
  readonly isJson?: boolean
  readonly more?: boolean
}

/**
 * Keeps head and tail of a text within `maxBytes` UTF-8 bytes, between them a line that says how much was cut.
 * Never cuts inside a character. Where not even the line fits, the head alone is kept.
 */
export function cutText(text: string, maxBytes: number, bytes: number, options: CutOptions = {}): CutText {
  const { isJson = false, more = false } = options
  const room = maxBytes - Buffer.byteLength(markerLine(bytes, bytes, more))
  if (room < 0) {
    const end = headEnd(text, maxBytes, isJson)
    return { text: detach(text.slice(0, end)), cutBytes: bytes - Buffer.byteLength(text.slice(0, end)) }
  }
  const end = headEnd(text, Math.ceil(room * HEAD_SHARE), isJson)
  const headBytes = Buffer.byteLength(text.slice(0, end))
  const start = Math.max(end, tailStart(text, room - headBytes, isJson))
  const tail = text.slice(start)
  const cutBytes = bytes - headBytes - Buffer.byteLength(tail)
  return { text: detach(text.slice(0, end) + markerLine(cutBytes, bytes, more) + tail), cutBytes }
}

function markerLine(cutBytes: number, bytes: number, more: boolean): string {
  return `\n… [cut ${cutAmount(cutBytes, bytes, more)}] …\n`
}

/** `12,345 of 22,345 bytes`; when the whole was never seen, at least so many. */
export function cutAmount(cutBytes: number, bytes: number, more: boolean): string {
  const atLeast = more ? 'at least ' : ''
  return `${atLeast}${formatCount(cutBytes)} of ${atLeast}${formatCount(bytes)} bytes`
}

/** 12345 → 12,345, whatever the locale of the machine. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Where the longest head of at most `room` bytes ends. */
function headEnd(text: string, room: number, isJson: boolean): number {
  let used = 0
  let index = 0
  while (index < text.length) {
    const width = isPair(text, index) ? 2 : 1
    used += width === 2 ? 4 : unitBytes(text.charCodeAt(index))
    if (used > room) break
    index += width
  }
  const escape = isJson ? escapeAround(text, index) : undefined
  return escape === undefined ? index : escape.start
}

/** Where the longest tail of at most `room` bytes starts. */
function tailStart(text: string, room: number, isJson: boolean): number {
  let used = 0
  let index = text.length
  while (index > 0) {
    const width = index > 1 && isPair(text, index - 2) ? 2 : 1
    used += width === 2 ? 4 : unitBytes(text.charCodeAt(index - 1))
    if (used > room) break
    index -= width
  }
  const escape = isJson ? escapeAround(text, index) : undefined
  return escape === undefined ? index : escape.end
}

/** The JSON escape sequence (`\n`, `\u1234`) that a cut at `index` would split. */
function escapeAround(text: string, index: number): { start: number; end: number } | undefined {
  if (index <= 0 || index >= text.length) return undefined
  for (let start = index - 1; start >= 0 && start >= index - 5; start--) {
    if (text.charCodeAt(start) !== 0x5c || isEscaped(text, start)) continue
    const end = start + (text.charCodeAt(start + 1) === 0x75 ? 6 : 2)
    return end > index ? { start, end } : undefined
  }
  return undefined
}

/** Whether the backslash at `index` is the second half of an escaped one: an odd number of them stands before it. */
function isEscaped(text: string, index: number): boolean {
  let first = index
  while (first > 0 && text.charCodeAt(first - 1) === 0x5c) first--
  return (index - first) % 2 === 1
}

function isPair(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  if (unit < 0xd800 || unit > 0xdbff) return false
  const next = text.charCodeAt(index + 1)
  return next >= 0xdc00 && next <= 0xdfff
}

function unitBytes(unit: number): number {
  return unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
}

/** V8 keeps the whole text alive for a slice of it; a copy lets a hundred megabytes go. */
function detach(text: string): string {
  return Buffer.from(text).toString()
}
