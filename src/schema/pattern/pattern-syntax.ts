import {
  ANYTHING,
  complement,
  DIGITS,
  NO_LINE_END,
  SPACE,
  unite,
  WORD,
  type CharacterSet,
} from './character-set.ts'

/** A regular expression as a tree. Groups vanish: a test needs no captures. */
export type PatternNode =
  | { readonly kind: 'set'; readonly set: CharacterSet; readonly property?: string }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly item: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'edge'; readonly edge: '^' | '$' | 'b' | 'B' }
  | { readonly kind: 'look'; readonly item: PatternNode }
  | { readonly kind: 'back-reference' }

const MAX_DEPTH = 50

/** Thrown at what this reader does not know; such a pattern counts as unsafe. */
const UNKNOWN = new Error('unknown syntax')

/**
 * Reads a pattern that `new RegExp(pattern, 'u')` has accepted; undefined when it has parts that are not known here.
 * `widen` adds to each set what else it stands for, such as the other letter case.
 */
export function readPattern(
  pattern: string,
  widen: (set: CharacterSet) => CharacterSet = (set) => set,
): PatternNode | undefined {
  try {
    const reader = new Reader(pattern, widen)
    const node = reader.readChoice(0)
    return reader.atEnd ? node : undefined
  } catch (thrown) {
    if (thrown === UNKNOWN) return undefined
    throw thrown
  }
}

class Reader {
  readonly #points: readonly string[]
  readonly #widen: (set: CharacterSet) => CharacterSet
  #at = 0

  constructor(pattern: string, widen: (set: CharacterSet) => CharacterSet) {
    this.#points = Array.from(pattern)
    this.#widen = widen
  }

  get atEnd(): boolean {
    return this.#at >= this.#points.length
  }

  readChoice(depth: number): PatternNode {
    if (depth > MAX_DEPTH) throw UNKNOWN
    const options = [this.#readSequence(depth)]
    while (this.#take('|')) options.push(this.#readSequence(depth))
    const [only] = options
    return options.length === 1 && only !== undefined ? only : { kind: 'choice', options }
  }

  #readSequence(depth: number): PatternNode {
    const items: PatternNode[] = []
    while (!this.atEnd && this.#peek() !== '|' && this.#peek() !== ')') {
      items.push(this.#readRepeats(this.#readAtom(depth)))
    }
    const [only] = items
    return items.length === 1 && only !== undefined ? only : { kind: 'sequence', items }
  }

  #readRepeats(item: PatternNode): PatternNode {
    const limits = this.#readLimits()
    if (limits === undefined) return item
    this.#take('?') // lazy or greedy: the same texts, the same worst case
    return { kind: 'repeat', item, min: limits[0], max: limits[1] }
  }

  #readLimits(): readonly [number, number] | undefined {
    if (this.#take('*')) return [0, Infinity]
    if (this.#take('+')) return [1, Infinity]
    if (this.#take('?')) return [0, 1]
    if (!this.#take('{')) return undefined
    const [min = '', max] = this.#readUntil('}').split(',')
    return [Number(min), max === undefined ? Number(min) : max === '' ? Infinity : Number(max)]
  }

  #readAtom(depth: number): PatternNode {
    const point = this.#next()
    switch (point) {
      case '^':
      case '$':
        return { kind: 'edge', edge: point }
      case '.':
        return { kind: 'set', set: NO_LINE_END }
      case '(':
        return this.#readGroup(depth)
      case '[':
        return this.#readClass()
      case '\\':
        return this.#readEscape()
      default:
        return this.#widened(literal(point))
    }
  }

  #readGroup(depth: number): PatternNode {
    let isLook = false
    if (this.#take('?')) {
      const mark = this.#next()
      if (mark === '=' || mark === '!') isLook = true
      else if (mark === '<') {
        isLook = this.#peek() === '=' || this.#peek() === '!'
        if (isLook) this.#next()
        else this.#readUntil('>')
      } else if (mark !== ':') throw UNKNOWN
    }
    const item = this.readChoice(depth + 1)
    if (!this.#take(')')) throw UNKNOWN
    return isLook ? { kind: 'look', item } : item
  }

  #readEscape(): PatternNode {
    const point = this.#peek()
    if (point === 'b' || point === 'B') {
      this.#next()
      return { kind: 'edge', edge: point }
    }
    if (point === 'k' || /^[1-9]$/.test(point)) {
      this.#next()
      if (point === 'k') this.#readUntil('>')
      else while (/^\d$/.test(this.#peek())) this.#next()
      return { kind: 'back-reference' }
    }
    return this.#widened(this.#readClassEscape())
  }

  #widened(node: PatternNode & { kind: 'set' }): PatternNode {
    return node.property === undefined ? { kind: 'set', set: this.#widen(node.set) } : node
  }

  /** An escape that means the same in a class and outside. */
  #readClassEscape(): PatternNode & { kind: 'set' } {
    const point = this.#next()
    switch (point) {
      case 'd':
        return { kind: 'set', set: DIGITS }
      case 'D':
        return { kind: 'set', set: complement(DIGITS) }
      case 'w':
        return { kind: 'set', set: WORD }
      case 'W':
        return { kind: 'set', set: complement(this.#widen(WORD)) }
      case 's':
        return { kind: 'set', set: SPACE }
      case 'S':
        return { kind: 'set', set: complement(SPACE) }
      case 'p':
      case 'P':
        // Which characters these are is not known here: all, when asked whether they overlap others.
        this.#next()
        return { kind: 'set', set: ANYTHING, property: `\\${point}{${this.#readUntil('}')}}` }
      case 't':
        return literal('\t')
      case 'n':
        return literal('\n')
      case 'v':
        return literal('\v')
      case 'f':
        return literal('\f')
      case 'r':
        return literal('\r')
      case '0':
        return literal('\0')
      case 'c':
        return fromCode(this.#next().charCodeAt(0) % 32)
      case 'x':
        return fromCode(Number.parseInt(this.#next() + this.#next(), 16))
      case 'u':
        return this.#readUnicodeEscape()
      default:
        return literal(point)
    }
  }

  #readUnicodeEscape(): PatternNode & { kind: 'set' } {
    if (this.#take('{')) return fromCode(Number.parseInt(this.#readUntil('}'), 16))
    const first = this.#readFourDigits()
    // A pair of surrogates, written apart, is one character.
    if (first < 0xd8_00 || first > 0xdb_ff || this.#peek() !== '\\' || this.#points[this.#at + 1] !== 'u')
      return fromCode(first)
    const before = this.#at
    this.#at += 2
    const second = this.#peek() === '{' ? 0 : this.#readFourDigits()
    if (second >= 0xdc_00 && second <= 0xdf_ff)
      return fromCode((first - 0xd8_00) * 0x4_00 + (second - 0xdc_00) + 0x1_00_00)
    this.#at = before
    return fromCode(first)
  }

  #readFourDigits(): number {
    return Number.parseInt(this.#next() + this.#next() + this.#next() + this.#next(), 16)
  }

  #readClass(): PatternNode {
    const negated = this.#take('^')
    const parts: CharacterSet[] = []
    const properties: string[] = []
    while (!this.#take(']')) {
      if (this.atEnd) throw UNKNOWN
      const first = this.#readClassAtom()
      if (first.property !== undefined) properties.push(first.property)
      const from = singleOf(first)
      if (from !== undefined && this.#peek() === '-' && this.#points[this.#at + 1] !== ']') {
        this.#next()
        parts.push([[from, singleOf(this.#readClassAtom()) ?? from]])
      } else if (first.property === undefined) parts.push(first.set)
    }
    const set = this.#widen(unite(...parts))
    if (properties.length === 0) return { kind: 'set', set: negated ? complement(set) : set }
    return {
      kind: 'set',
      set: ANYTHING,
      property: `[${negated ? '^' : ''}${rangesOf(set)}${properties.join('')}]`,
    }
  }

  #readClassAtom(): PatternNode & { kind: 'set' } {
    const point = this.#next()
    if (point !== '\\') return literal(point)
    if (this.#take('b')) return literal('\b')
    return this.#readClassEscape()
  }

  #peek(): string {
    return this.#points[this.#at] ?? ''
  }

  #next(): string {
    const point = this.#points[this.#at]
    if (point === undefined) throw UNKNOWN
    this.#at += 1
    return point
  }

  #take(point: string): boolean {
    if (this.#peek() !== point) return false
    this.#at += 1
    return true
  }

  #readUntil(end: string): string {
    let text = ''
    for (let point = this.#next(); point !== end; point = this.#next()) text += point
    return text
  }
}

/** A set as the linear-time engine writes it inside brackets. */
export function rangesOf(set: CharacterSet): string {
  return set.map(([first, last]) => `\\x{${first.toString(16)}}-\\x{${last.toString(16)}}`).join('')
}

function literal(point: string): PatternNode & { kind: 'set' } {
  return fromCode(point.codePointAt(0) ?? 0)
}

function fromCode(code: number): PatternNode & { kind: 'set' } {
  return { kind: 'set', set: [[code, code]] }
}

function singleOf({ set, property }: PatternNode & { kind: 'set' }): number | undefined {
  const [range] = set
  return property === undefined && set.length === 1 && range !== undefined && range[0] === range[1]
    ? range[0]
    : undefined
}
