import { messageOf } from '../../errors/from-unknown.ts'
import { foldCase } from '../../schema/pattern/fold-case.ts'
import {
  compileLinear,
  patternSize,
  toLinearSyntax,
  type LinearPattern,
} from '../../schema/pattern/linear-pattern.ts'
import { patternCost } from '../../schema/pattern/pattern-cost.ts'
import { readPattern, type PatternNode } from '../../schema/pattern/pattern-syntax.ts'
import { fileError } from '../files/file-error.ts'
import { mendPattern } from './mend-pattern.ts'
import { requiredText } from './required-text.ts'
import { toBlockPattern } from './block-pattern.ts'

const MAX_PATTERN_CHARACTERS = 1_000
/** Up to here the built-in engine takes less than a millisecond even where it takes quadratic time. */
const SHORT_LINE_CHARACTERS = 500
/** The linear engine reads some megabytes a second: of longer lines only this much is searched. */
const MAX_SLOW_LINE_CHARACTERS = 20_000
/** A pattern of more characters, repeats written out, costs so much at each place that lines go one by one. */
const MAX_LIGHT_SIZE = 64
/** Characters of a line times the size of a heavy pattern: some 40 ms. */
const MAX_LINE_WORK = 1_500_000

/** A pattern, ready to be looked for line by line in linear time. */
export interface SearchPattern {
  /** Where the next line begins that may match, or some place in it; -1 when none does. */
  next(text: string, from: number): number
  /** Where the match in a line begins; -1 without one. */
  find(line: string): number
  /** Bytes without which no line matches: what has none of them need not be decoded. */
  readonly requiredBytes: Buffer | undefined
  /** Of a longer line only this many characters can be looked at in a time that is bearable; Infinity for most. */
  readonly maxLineCharacters: number
}

/** Reads a pattern as models write them; says what is wrong with it, and the cure. */
export function compileSearch(given: string, ignoreCase: boolean): SearchPattern {
  const [source, ignoresCase] = readFlags(given, ignoreCase)
  if (given === '') throw fileError('`pattern` is empty. Send the text or regular expression to look for.')
  if (given.length > MAX_PATTERN_CHARACTERS)
    throw fileError(
      `\`pattern\` is longer than ${MAX_PATTERN_CHARACTERS.toLocaleString('en-US')} characters.`,
    )
  const pattern = mendPattern(source)
  const native = compileNative(pattern, ignoresCase)
  const node = readPattern(pattern, ignoresCase ? foldCase : undefined)
  if (node === undefined) throw unsafe(given)
  const text = ignoresCase ? undefined : requiredText(node)
  const requiredBytes = text === undefined ? undefined : Buffer.from(text.text)
  const finder = createFinder(native, node, given)
  if (text !== undefined) {
    const next: SearchPattern['next'] = (block, from) => block.indexOf(text.text, from)
    return text.isAll
      ? { next, requiredBytes, find: (line) => line.indexOf(text.text), maxLineCharacters: Infinity }
      : { next, requiredBytes, ...finder }
  }
  const isFast = finder.maxLineCharacters === Infinity
  const block = isFast ? toBlockPattern(node, ignoresCase) : undefined
  // Without one every line is a candidate.
  const next: SearchPattern['next'] = (lines, from) =>
    block === undefined ? from : findFrom(block, lines, from)
  return { next, requiredBytes, ...finder }
}

/** `(?i)` in front is what other engines take. */
function readFlags(given: string, ignoreCase: boolean): readonly [string, boolean] {
  return given.startsWith('(?i)') ? [given.slice(4), true] : [given, ignoreCase]
}

function compileNative(pattern: string, ignoreCase: boolean): RegExp {
  try {
    return new RegExp(pattern, ignoreCase ? 'iu' : 'u')
  } catch (thrown) {
    const reason = messageOf(thrown).split(': ').at(-1) ?? ''
    const plain = pattern.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    throw fileError(
      `\`pattern\` is not a valid regular expression (JavaScript syntax): ${reason}. To find it as plain text, send \`${plain}\`.`,
    )
  }
}

type Finder = Pick<SearchPattern, 'find' | 'maxLineCharacters'>

/** Runs on the built-in engine where that is linear, or the line short; otherwise on the linear-time engine. */
function createFinder(native: RegExp, node: PatternNode, given: string): Finder {
  const cost = patternCost(node)
  const size = patternSize(node)
  const heavyCharacters = size <= MAX_LIGHT_SIZE ? Infinity : Math.ceil(MAX_LINE_WORK / size)
  if (cost <= 1) return { find: (line) => line.search(native), maxLineCharacters: heavyCharacters }
  const syntax = toLinearSyntax(node)
  if (syntax === undefined) throw unsafe(given)
  const isShort = cost <= 2 && size <= MAX_LIGHT_SIZE
  let linear: LinearPattern | undefined
  return {
    find(line) {
      if (isShort && line.length <= SHORT_LINE_CHARACTERS) return line.search(native)
      linear ??= compileLinear(syntax)
      const matcher = linear.matcher(line)
      return matcher.find() ? matcher.start() : -1
    },
    maxLineCharacters: Math.min(MAX_SLOW_LINE_CHARACTERS, heavyCharacters),
  }
}

function findFrom(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}

function unsafe(given: string): Error {
  return fileError(
    `\`pattern\` (${given.slice(0, 100).toWellFormed()}) could take exponential time. Write it without look-around, back-references or repeats within repeats, or search for a plain text in it.`,
  )
}
