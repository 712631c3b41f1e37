// What the syntax gives a meaning to; a backslash before anything else that is no letter or digit says nothing.
const SYNTAX = new Set('^$\\.*+?()[]{}|/')
const QUANTIFIER = /^\{\d+(?:,\d*)?\}/
// `\<` and `\>` are edges of words to some and brackets to others: that is for the model to say.
const AMBIGUOUS = new Set('<>')

/**
 * Models write patterns for engines more lenient than ours: `\"`, `\-`, a brace that repeats nothing. Where there is one
 * reading only, this is it; valid patterns come back unchanged.
 */
export function mendPattern(pattern: string): string {
  if (isValid(pattern)) return pattern
  let mended = ''
  let isInSet = false
  for (let at = 0; at < pattern.length;) {
    const rest = pattern.slice(at)
    const piece = isInSet ? readInSet(rest) : readOutside(rest)
    if (!isInSet && rest.startsWith('[')) isInSet = true
    else if (isInSet && rest.startsWith(']')) isInSet = false
    mended += piece.written
    at += piece.length
  }
  return mended
}

interface Piece {
  readonly written: string
  readonly length: number
}

function readOutside(rest: string): Piece {
  const named = /^\\(?:[pPu]\{[^}]*\}|k<[^>]*>)/.exec(rest)
  if (named !== null) return { written: named[0], length: named[0].length }
  if (rest.startsWith('\\')) return readEscape(rest, SYNTAX)
  if (rest.startsWith('{')) {
    const length = QUANTIFIER.exec(rest)?.[0].length
    return length === undefined ? { written: '\\{', length: 1 } : { written: rest.slice(0, length), length }
  }
  const [first = ''] = rest
  return { written: first === '}' || first === ']' ? `\\${first}` : first, length: 1 }
}

function readInSet(rest: string): Piece {
  const named = /^\\[pPu]\{[^}]*\}/.exec(rest)
  if (named !== null) return { written: named[0], length: named[0].length }
  return rest.startsWith('\\')
    ? readEscape(rest, new Set([...SYNTAX, '-']))
    : { written: rest[0] ?? '', length: 1 }
}

function readEscape(rest: string, kept: ReadonlySet<string>): Piece {
  const point = String.fromCodePoint(rest.codePointAt(1) ?? 0x5c)
  const isNeeded = kept.has(point) || /[A-Za-z0-9]/.test(point) || AMBIGUOUS.has(point) || rest.length === 1
  return { written: isNeeded ? rest.slice(0, 1 + point.length) : point, length: 1 + point.length }
}

function isValid(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').unicode
  } catch {
    return false
  }
}
