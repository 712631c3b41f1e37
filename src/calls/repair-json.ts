import { createRequire } from 'node:module'

interface Token {
  readonly kind: 'mark' | 'text' | 'word'
  readonly text: string
}

/**
 * Mends JSON that is only written loosely: trailing commas, single quotes, bare keys, comments, a code fence, raw
 * line breaks in strings, Python's constants. Undefined when a value would be added, lost or guessed. Never throws.
 */
export function repairJson(text: string): string | undefined {
  try {
    const original = readTokens(text)
    if (original === undefined) return undefined
    const repaired = loadRepair()(text)
    const tokens = readTokens(repaired)
    JSON.parse(repaired)
    return tokens !== undefined && isSameContent(original, tokens) ? repaired : undefined
  } catch {
    return undefined
  }
}

/** Whether the text ends inside a string, an array or an object: it was cut, and what is missing must not be guessed. */
export function looksCut(text: string): boolean {
  const tokens = readTokens(text)
  if (tokens === undefined) return endsInString(text)
  let depth = 0
  for (const { kind, text: mark } of tokens) {
    if (kind !== 'mark') continue
    if (mark === '{' || mark === '[') depth++
    else if (mark === '}' || mark === ']') depth--
  }
  return depth > 0
}

function endsInString(text: string): boolean {
  let inside = false
  for (let index = 0; index < text.length; index++) {
    const letter = text[index]
    if (letter === '\\') index++
    else if (letter === '"') inside = !inside
  }
  return inside
}

type Repair = (text: string) => string
let repair: Repair | undefined

/** Loaded at the first malformed call: most programs never need it. */
function loadRepair(): Repair {
  const load = (): { jsonrepair: Repair } => createRequire(import.meta.url)('jsonrepair')
  repair ??= load().jsonrepair
  return repair
}

const FENCE_OPEN = /^\s*```[a-z]*[^\S\n]*\n/
const SKIPPED = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y
const WORD = /[\w$.+-]+/y
const CONSTANTS = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
])

/** The parts of loosely written JSON; undefined when there is anything else in it. */
function readTokens(given: string): Token[] | undefined {
  const text = withoutFence(given)
  const tokens: Token[] = []
  let index = 0
  for (;;) {
    SKIPPED.lastIndex = index
    SKIPPED.exec(text)
    index = Math.max(index, SKIPPED.lastIndex)
    const letter = text[index]
    if (letter === undefined) return tokens
    if ('{}[]:,'.includes(letter)) {
      tokens.push({ kind: 'mark', text: letter })
      index++
    } else if (letter === '"' || letter === "'") {
      const end = endOfQuoted(text, index, letter)
      const content = end === -1 ? undefined : decodeText(text.slice(index + 1, end))
      if (content === undefined) return undefined
      tokens.push({ kind: 'text', text: content })
      index = end + 1
    } else {
      WORD.lastIndex = index
      const word = WORD.exec(text)?.[0]
      if (word === undefined) return undefined
      tokens.push({ kind: 'word', text: CONSTANTS.get(word) ?? word })
      index += word.length
    }
  }
}

/** What stands between the lines of a code fence; cut by hand, since a pattern for both ends takes cubic time. */
function withoutFence(text: string): string {
  const open = FENCE_OPEN.exec(text)?.[0]
  if (open === undefined) return text
  const body = text.slice(open.length).trimEnd()
  return body.endsWith('```') ? body.slice(0, -3) : text
}

function endOfQuoted(text: string, start: number, quote: string): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++
    else if (text[index] === quote) return index
  }
  return -1
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['/', '/'],
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
])

function decodeText(raw: string): string | undefined {
  if (!raw.includes('\\')) return raw
  let known = true
  const decoded = raw.replace(
    /\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g,
    (_match, code?: string, letter?: string) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
      const meant = ESCAPES.get(letter ?? '')
      if (meant === undefined) known = false
      return meant ?? ''
    },
  )
  return known ? decoded : undefined
}

/** Same tokens in the same order; commas before a closing bracket do not count, and a bare word may become a key. */
function isSameContent(original: readonly Token[], repaired: readonly Token[]): boolean {
  const before = withoutTrailingCommas(original)
  const after = withoutTrailingCommas(repaired)
  return (
    before.length === after.length &&
    before.every((token, index) => {
      const other = after[index]
      if (other === undefined || token.text !== other.text) return false
      return token.kind === other.kind || (token.kind === 'word' && before[index + 1]?.text === ':')
    })
  )
}

function withoutTrailingCommas(tokens: readonly Token[]): Token[] {
  return tokens.filter((token, index) => {
    const next = tokens[index + 1]
    const isTrailing =
      next === undefined || (next.kind === 'mark' && (next.text === '}' || next.text === ']'))
    return !(token.kind === 'mark' && token.text === ',' && isTrailing)
  })
}
