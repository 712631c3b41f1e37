/** Tells whether a name, without slashes, fits. */
export type NameTest = (name: string) => boolean

/** One place of a glob: a character, any character, any text, or one of a set. */
type GlobToken = string | typeof ANY | typeof STAR | CharacterTest
type CharacterTest = (character: string) => boolean

const ANY = Symbol('?')
const STAR = Symbol('*')

/**
 * Reads a glob for one name, as git does: `*`, `?`, `[a-z]`, `[!a-z]`, `[[:digit:]]`, `\` before what is to be taken as
 * it is. Undefined when it cannot fit anything: a bracket or backslash left open.
 */
export function compileSegment(glob: string): NameTest | undefined {
  if (!/[*?[\\]/.test(glob)) return (name) => name === glob
  const tokens = readTokens(Array.from(glob))
  if (tokens === undefined) return undefined
  const [first, ...rest] = tokens
  // `*.ts`, by far the most of them.
  if (first === STAR && rest.every((token) => typeof token === 'string')) {
    const end = rest.join('')
    return (name) => name.endsWith(end)
  }
  return (name) => matchTokens(tokens, name)
}

/** The last star takes as little as it can, and a character more at each failure; stars before it need no second try. */
function matchTokens(tokens: readonly GlobToken[], name: string): boolean {
  let [token, at] = [0, 0]
  let [starToken, starAt] = [-1, 0]
  while (at < name.length) {
    const wanted = tokens[token]
    const character = String.fromCodePoint(name.codePointAt(at) ?? 0)
    if (wanted === STAR) {
      starToken = token++
      starAt = at
    } else if (wanted !== undefined && fits(wanted, character)) {
      token++
      at += character.length
    } else if (starToken === -1) {
      return false
    } else {
      token = starToken + 1
      starAt += String.fromCodePoint(name.codePointAt(starAt) ?? 0).length
      at = starAt
    }
  }
  while (tokens[token] === STAR) token++
  return token === tokens.length
}

function fits(token: GlobToken, character: string): boolean {
  if (typeof token === 'function') return token(character)
  return token === ANY || token === character
}

function readTokens(points: readonly string[]): GlobToken[] | undefined {
  const tokens: GlobToken[] = []
  for (let at = 0; at < points.length; at++) {
    const point = points[at] ?? ''
    if (point === '*') {
      if (tokens.at(-1) !== STAR) tokens.push(STAR)
    } else if (point === '?') tokens.push(ANY)
    else if (point === '\\') {
      const next = points[++at]
      if (next === undefined) return undefined
      tokens.push(next)
    } else if (point === '[') {
      const set = readSet(points, at + 1)
      if (set === undefined) return undefined
      tokens.push(set.test)
      at = set.end
    } else tokens.push(point)
  }
  return tokens
}

const CLASSES: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /[A-Za-z0-9]/],
  ['alpha', /[A-Za-z]/],
  ['blank', /[ \t]/],
  ['cntrl', /\p{Cc}/u],
  ['digit', /\d/],
  ['graph', /[!-~]/],
  ['lower', /[a-z]/],
  ['print', /[ -~]/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['space', /[ \t\n\v\f\r]/],
  ['upper', /[A-Z]/],
  ['xdigit', /[A-Fa-f0-9]/],
])

function readSet(
  points: readonly string[],
  start: number,
): { readonly test: CharacterTest; readonly end: number } | undefined {
  const isNegated = points[start] === '!' || points[start] === '^'
  const tests: CharacterTest[] = []
  let before: string | undefined // a character that a `-` may make a range of
  const first = isNegated ? start + 1 : start
  for (let at = first; at < points.length; at++) {
    let point = points[at] ?? ''
    if (point === ']' && at > first) {
      return { test: (character) => tests.some((test) => test(character)) !== isNegated, end: at }
    }
    if (point === '-' && before !== undefined && at + 1 < points.length && points[at + 1] !== ']') {
      let last = points[++at] ?? ''
      if (last === '\\') last = points[++at] ?? ''
      const [from, to] = [codeOf(before), codeOf(last)]
      tests.push((character) => codeOf(character) >= from && codeOf(character) <= to)
      before = undefined
      continue
    }
    if (point === '[' && points[at + 1] === ':') {
      const end = points.indexOf(']', at + 2)
      if (end === -1) return undefined
      if (points[end - 1] === ':' && end - 1 > at + 1) {
        const pattern = CLASSES.get(points.slice(at + 2, end - 1).join(''))
        if (pattern === undefined) return undefined
        tests.push((character) => pattern.test(character))
        before = undefined
        at = end
        continue
      }
    }
    if (point === '\\') point = points[++at] ?? ''
    if (point === '') return undefined
    const wanted = point
    tests.push((character) => character === wanted)
    before = point
  }
  return undefined
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0
}
