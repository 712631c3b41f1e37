import { formatNumber } from '../files/format-size.ts'
import { showName } from '../files/show-name.ts'
import { CONTEXT_LINES, type LineMatch } from './search-file.ts'

const MAX_SHOWN = 200
/** So that one file does not take all the room. */
const MAX_SHOWN_IN_FILE = 40
const MAX_COUNTED = 10_000
const MAX_LINE_CHARACTERS = 240
/** Few matches are shown with their neighbours, many without. */
const CONTEXT_BY_COUNT: readonly (readonly [matches: number, lines: number])[] = [
  [20, CONTEXT_LINES],
  [60, 1],
]

interface FileMatches {
  readonly path: string
  readonly shown: LineMatch[]
  count: number
}

/** Matches of a search as they are found: all are counted, the first are kept. */
export class FoundMatches {
  readonly #files: FileMatches[] = []
  #shown = 0
  count = 0
  fileCount = 0

  get isFull(): boolean {
    return this.count >= MAX_COUNTED
  }

  /** Matches of one file, which count once `end` has been called. */
  startFile(path: string): { readonly take: (match: LineMatch) => boolean; readonly end: () => void } {
    const file: FileMatches = { path, shown: [], count: 0 }
    const room = Math.min(MAX_SHOWN_IN_FILE, MAX_SHOWN - this.#shown)
    const take = (match: LineMatch): boolean => {
      file.count++
      if (file.shown.length < room) file.shown.push(match)
      return this.count + file.count < MAX_COUNTED
    }
    const end = (): void => {
      if (file.count === 0) return
      this.count += file.count
      this.fileCount++
      this.#shown += file.shown.length
      if (file.shown.length > 0) this.#files.push(file)
    }
    return { take, end }
  }

  /** The matches file by file: `line:column: text`, and `line- text` for the neighbours. */
  render(): string {
    const context = CONTEXT_BY_COUNT.find(([matches]) => this.#shown <= matches)?.[1] ?? 0
    return this.#files
      .map((file) => {
        const rest = file.count - file.shown.length
        const more = rest === 0 ? [] : [`[${formatNumber(rest, 'more match', 'more matches')} in this file]`]
        return [showName(file.path), ...renderLines(file.shown, context), ...more].join('\n')
      })
      .join('\n\n')
  }

  /** What was found, in a sentence, with what is not shown. */
  summarise(): string {
    const count = this.isFull
      ? `At least ${formatNumber(this.count, 'matching line')}`
      : formatNumber(this.count, 'matching line')
    const files = formatNumber(this.fileCount, 'file')
    const rest = this.count - this.#shown
    const hidden =
      rest === 0 ? '' : `; ${formatNumber(this.#shown, 'is', 'are')} shown, narrow the search for the others`
    return `${count} in ${files}${hidden}.`
  }
}

function renderLines(matches: readonly LineMatch[], context: number): string[] {
  const lines: string[] = []
  const matched = new Set(matches.map(({ line }) => line))
  let last = 0
  for (const match of matches) {
    const { line, column, text, before, after } = match
    const neighbour = (number: number, content: string): void => {
      if (number <= last || matched.has(number)) return
      lines.push(`${number}- ${cutAround(content, 0)}`)
      last = number
    }
    const lead = before.slice(Math.max(0, before.length - context))
    if (context > 0 && last > 0 && line - lead.length > last + 1) lines.push('--')
    lead.forEach((content, index) => neighbour(line - lead.length + index, content))
    lines.push(`${line}:${column}: ${cutAround(text, column - 1)}`)
    last = line
    after.slice(0, context).forEach((content, index) => neighbour(line + 1 + index, content))
  }
  return lines
}

/** A line as far as it fits, with the match in view. */
function cutAround(text: string, at: number): string {
  if (text.length <= MAX_LINE_CHARACTERS) return text
  const from = Math.max(0, Math.min(at - MAX_LINE_CHARACTERS / 4, text.length - MAX_LINE_CHARACTERS))
  const to = from + MAX_LINE_CHARACTERS
  const piece = text.slice(from, to).toWellFormed()
  return `${from > 0 ? '…' : ''}${piece}${to < text.length ? '…' : ''}`
}
