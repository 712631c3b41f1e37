/** More levels than this are refused: nothing sensible nests so deep, and later steps may recurse. */
export const MAX_JSON_DEPTH = 500

// A number of 16 digits or more, or with a large exponent, may not fit a double. Most texts hold none, and the first
// pattern finds that out five times as fast: the engine skips through fixed sequences of classes. The next two do the
// same for texts with dates and ids.
const LONG_NUMBER = /\d[eE\d][+\d]\d\d/
const VERY_LONG_NUMBER = /\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/
const EXPONENT = /\d[eE][+\d]\d\d/
const MAYBE_INEXACT = /[:,[\s-]\d{16}|\d[eE]\+?\d{3}/

/** Whether the text may hold a number that parsing would round; a quick look, `isExactNumber` decides. */
export function mayHoldInexactNumber(text: string): boolean {
  if (!LONG_NUMBER.test(text)) return false
  return (VERY_LONG_NUMBER.test(text) || EXPONENT.test(text)) && MAYBE_INEXACT.test(text)
}

/** Whether parsing this JSON number kept its value: false for integers that were rounded, and for overflow. */
export function isExactNumber(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return false
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return true
  const digits = /^(-?\d+)(?:\.0+)?$/.exec(source)?.[1]
  return digits === undefined || BigInt(digits) === BigInt(value)
}

/** Whether the text opens more than `limit` arrays and objects within one another. */
export function isDeeperThan(text: string, limit: number): boolean {
  if (text.length < 2 * limit) return false
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x22: // "
        index = endOfString(text, index)
        break
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > limit) return true
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth--
        break
    }
  }
  return false
}

/** Index of the quote that ends the string starting at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  let end = start
  for (;;) {
    end = text.indexOf('"', end + 1)
    if (end === -1) return text.length
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++
    if (backslashes % 2 === 0) return end
  }
}

/** Parses an array or object sent as text; undefined when it is none, too deep, or would lose digits. */
export function parseJsonText(text: string): object | undefined {
  const first = text.trimStart().charCodeAt(0)
  if ((first !== 0x5b && first !== 0x7b) || isDeeperThan(text, MAX_JSON_DEPTH)) return undefined
  try {
    const value: unknown = mayHoldInexactNumber(text) ? parseExactly(text) : JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function parseExactly(text: string): unknown {
  let isExact = true
  const value: unknown = JSON.parse(
    text,
    (_key: string, part: unknown, context?: { source?: string }): unknown => {
      if (typeof part === 'number' && !isExactNumber(context?.source ?? '', part)) isExact = false
      return part
    },
  )
  return isExact ? value : undefined
}
