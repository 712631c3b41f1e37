import { quoteText } from '../../schema/show-value.ts'
import { splitLines } from './unified-diff.ts'

const MAX_SHOWN_LINES = 30
const MAX_SHOWN_CHARACTERS = 200
const MAX_COMPARED_LINES = 20_000
/** A line that stands in more places than this says little about where a block is. */
const MAX_PLACES = 50
/** Of a block that is said to be similar, this share of lines at least is there. */
const MIN_LIKENESS = 0.4

/** A block of the file that old_content may have meant. */
interface NearMiss {
  /** From 0. */
  readonly line: number
  readonly lines: readonly string[]
  readonly reason: string
}

/** Says, for the model, what in the file is most like a text that is not in it, and in what the two differ. */
export function describeNearMisses(content: string, wanted: string): string {
  const fileLines = splitLines(content)
  const wantedLines = splitLines(wanted)
  const miss = findMiss(fileLines, wantedLines)
  if (miss === undefined)
    return 'Nothing in the file is like it. Read the file, and copy the text to be replaced from there.'
  const from = miss.line + 1
  const to = miss.line + miss.lines.length
  const shown = miss.lines.slice(0, MAX_SHOWN_LINES).map((line, index) => `${from + index}| ${shorten(line)}`)
  if (miss.lines.length > MAX_SHOWN_LINES) shown.push(`… to line ${to}`)
  const where = from === to ? `Line ${from} is` : `Lines ${from}–${to} are`
  return `${where} most like it${miss.reason}:\n${shown.join('\n')}\nCopy the text from the file as it is, or read those lines again (read_file with start_line ${from}).`
}

function findMiss(fileLines: readonly string[], wanted: readonly string[]): NearMiss | undefined {
  const line = findBlock(fileLines, wanted) ?? findLikeLine(fileLines, wanted)
  if (line === undefined) return undefined
  const start = Math.max(0, line)
  const lines = fileLines.slice(start, Math.max(line + wanted.length, start + 1))
  return { line: start, lines, reason: explain(lines, wanted.slice(start - line)) }
}

/** Where most lines of a block stand in their order, blanks aside; lines that are seldom count for more. */
function findBlock(fileLines: readonly string[], wanted: readonly string[]): number | undefined {
  const places = new Map<string, number[]>()
  fileLines.forEach((line, index) => {
    const key = squeeze(line)
    const known = places.get(key)
    if (known === undefined) places.set(key, [index])
    else if (known.length <= MAX_PLACES) known.push(index)
  })
  const votes = new Map<number, number>()
  let possible = 0
  wanted.forEach((line, index) => {
    const key = squeeze(line)
    if (key === '') return
    possible++
    const found = places.get(key) ?? []
    if (found.length > MAX_PLACES) return
    for (const place of found)
      votes.set(place - index, (votes.get(place - index) ?? 0) + 1 + 1 / found.length)
  })
  let best: number | undefined
  let most = 0
  for (const [line, count] of votes) if (count > most) [best, most] = [line, count]
  return most >= possible * MIN_LIKENESS ? best : undefined
}

/** When no line is the same: the line that has most pairs of letters in common with the longest wanted one. */
function findLikeLine(fileLines: readonly string[], wanted: readonly string[]): number | undefined {
  let index = 0
  wanted.forEach((line, at) => {
    if (squeeze(line).length > squeeze(wanted[index] ?? '').length) index = at
  })
  const pairs = pairsOf(wanted[index] ?? '')
  let best: number | undefined
  let most = MIN_LIKENESS
  fileLines.slice(0, MAX_COMPARED_LINES).forEach((line, at) => {
    const likeness = compare(pairs, pairsOf(line))
    if (likeness > most) [best, most] = [at - index, likeness]
  })
  return best
}

function pairsOf(line: string): Set<string> {
  const text = squeeze(line).normalize('NFKC').toLowerCase().slice(0, MAX_SHOWN_CHARACTERS)
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < text.length; at++) pairs.add(text.slice(at, at + 2))
  return pairs
}

function compare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0
  let shared = 0
  for (const pair of one) if (other.has(pair)) shared++
  return (2 * shared) / (one.size + other.size)
}

function explain(found: readonly string[], wanted: readonly string[]): string {
  // The last line of old_content may come without its end.
  const joined = [found.join('').replace(/\r?\n$/, ''), wanted.join('').replace(/\r?\n$/, '')] as const
  const isEqual = (change: (text: string) => string): boolean => change(joined[0]) === change(joined[1])
  if (isEqual((text) => text.replaceAll('\r', ''))) return ', but its line ends are mixed (CRLF and LF)'
  if (isEqual((text) => text.replace(/^[ \t]+/gm, ''))) return ', but indented differently'
  if (isEqual((text) => text.replace(/[ \t\r]+$/gm, '')))
    return ', but with other blanks at the ends of lines'
  if (isEqual(squeeze)) return ', but with other blanks'
  if (isEqual((text) => squeeze(text.normalize('NFKC')).toLowerCase()))
    return ', but for letter case or the way letters are composed'
  const index = wanted.findIndex((line, at) => squeeze(line) !== squeeze(found[at] ?? ''))
  const [sent, there] = [wanted[index], found[index]]
  if (sent === undefined) return ''
  if (there === undefined) return ', but the file ends before'
  const order = wanted.length === 1 ? '' : ` in line ${index + 1} of old_content`
  return `; the first difference is${order}, where you sent ${quoteText(sent.trim())}`
}

function squeeze(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

function shorten(line: string): string {
  const bare = line.replace(/\r?\n$/, '')
  return bare.length <= MAX_SHOWN_CHARACTERS ? bare : `${bare.slice(0, MAX_SHOWN_CHARACTERS).toWellFormed()}…`
}
