/** Reads a pattern and writes a text as it goes; knows the common constructs only. */
interface Reader {
  readonly pattern: string
  index: number
}

const CLASS_SAMPLES = new Map([
  ['d', '1'],
  ['w', 'a'],
  ['s', ' '],
  ['D', 'a'],
  ['W', '-'],
  ['S', 'a'],
  ['t', '\t'],
  ['n', '\n'],
])

const MAX_REPEATS = 1_000

class Unsupported extends Error {}

/** A short text that a common pattern matches, or undefined; at least `minLength` long where a repeat allows it. */
export function sampleOfPattern(pattern: string, minLength: number = 0): string | undefined {
  try {
    const reader: Reader = { pattern, index: 0 }
    const parts = readAlternatives(reader)
    if (reader.index < pattern.length) return undefined
    return renderParts(parts, minLength)
  } catch {
    return undefined // look-around, back-references and the like
  }
}

interface Part {
  readonly text: string
  /** May be repeated to make the text longer. */
  readonly canGrow: boolean
  readonly most: number
}

function renderParts(parts: readonly Part[], minLength: number): string {
  const text = parts.map((part) => part.text).join('')
  if (text.length >= minLength) return text
  return parts
    .map((part) => {
      const unit = part.text === '' ? 'a' : part.text.slice(-1)
      return part.canGrow ? part.text + unit.repeat(Math.min(minLength - text.length, part.most)) : part.text
    })
    .join('')
}

/** The first alternative is the sample; the others are only read over. */
function readAlternatives(reader: Reader): Part[] {
  const first = readSequence(reader)
  while (reader.pattern[reader.index] === '|') {
    reader.index++
    readSequence(reader)
  }
  return first
}

function readSequence(reader: Reader): Part[] {
  const parts: Part[] = []
  for (;;) {
    const letter = reader.pattern[reader.index]
    if (letter === undefined || letter === '|' || letter === ')') return parts
    if (letter === '^' || letter === '$') {
      reader.index++
      continue
    }
    parts.push(repeatAtom(readAtom(reader), reader))
  }
}

function readAtom(reader: Reader): string {
  const letter = reader.pattern[reader.index++] ?? ''
  if (letter === '(') return readGroup(reader)
  if (letter === '[') return readClass(reader)
  if (letter === '.') return 'a'
  if (letter === '\\') return readEscape(reader)
  if ('*+?{'.includes(letter)) throw new Unsupported()
  return letter
}

function readGroup(reader: Reader): string {
  const opening = /^\?(?::|<[A-Za-z]\w*>)/.exec(reader.pattern.slice(reader.index))
  if (opening !== null) reader.index += opening[0].length
  else if (reader.pattern[reader.index] === '?') throw new Unsupported()
  const parts = readAlternatives(reader)
  if (reader.pattern[reader.index++] !== ')') throw new Unsupported()
  return renderParts(parts, 0)
}

function readEscape(reader: Reader): string {
  const letter = reader.pattern[reader.index++] ?? ''
  const sample = CLASS_SAMPLES.get(letter)
  if (sample !== undefined) return sample
  if (/[A-Za-z0-9]/.test(letter)) throw new Unsupported()
  return letter
}

function readClass(reader: Reader): string {
  const end = endOfClass(reader)
  const source = reader.pattern.slice(reader.index - 1, end + 1)
  reader.index = end + 1
  // One class of the pattern, against single letters: nothing here can take long.
  const matcher = new RegExp(`^${source}$`, 'u')
  for (const candidate of 'aA1-_ .:/@#') if (matcher.test(candidate)) return candidate
  for (let code = 33; code < 0x2_ff; code++)
    if (matcher.test(String.fromCharCode(code))) return String.fromCharCode(code)
  throw new Unsupported()
}

function endOfClass(reader: Reader): number {
  for (let index = reader.index; index < reader.pattern.length; index++) {
    if (reader.pattern[index] === '\\') index++
    else if (reader.pattern[index] === ']') return index
  }
  throw new Unsupported()
}

function repeatAtom(atom: string, reader: Reader): Part {
  const quantifier = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(reader.pattern.slice(reader.index))
  if (quantifier === null) return { text: atom, canGrow: false, most: 0 }
  reader.index += quantifier[0].length
  const [, mark, least, comma, most] = quantifier
  if (mark === '?') return { text: '', canGrow: false, most: 0 }
  if (mark !== undefined) return { text: mark === '+' ? atom : '', canGrow: true, most: MAX_REPEATS }
  const count = Number(least)
  if (count > MAX_REPEATS) throw new Unsupported()
  const upper = comma === undefined ? count : most === '' || most === undefined ? MAX_REPEATS : Number(most)
  return { text: atom.repeat(count), canGrow: upper > count, most: upper - count }
}
