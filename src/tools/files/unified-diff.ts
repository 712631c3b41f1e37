import { formatNumber } from './format-size.ts'
import { lineChanges, type LineChange } from './line-changes.ts'

const CONTEXT_LINES = 3
const MAX_DIFF_LINES = 200
const MAX_LINE_CHARACTERS = 300

/** What changed between two texts, as a unified diff; long ones are cut, which is said. Empty for equal texts. */
export function unifiedDiff(shown: string, before: string, after: string): string {
  const oldLines = splitLines(before)
  const newLines = splitLines(after)
  const changes = lineChanges(oldLines, newLines)
  if (changes.length === 0) return ''
  const lines = groupChanges(changes).flatMap((group) => renderGroup(group, oldLines, newLines))
  const head = [`--- ${shown}`, `+++ ${shown}`]
  if (lines.length <= MAX_DIFF_LINES) return [...head, ...lines].join('\n')
  const rest = lines.length - MAX_DIFF_LINES
  return [
    ...head,
    ...lines.slice(0, MAX_DIFF_LINES),
    `[${formatNumber(rest, 'more line')} of the diff left out]`,
  ].join('\n')
}

/** Lines with their ends, so that a change of the line end is a change. */
export function splitLines(text: string): string[] {
  const lines = text.split(/(?<=\n)/)
  return lines[0] === '' ? [] : lines
}

/** Changes whose context would overlap stand in one hunk. */
function groupChanges(changes: readonly LineChange[]): LineChange[][] {
  const groups: LineChange[][] = []
  let end = -Infinity
  for (const change of changes) {
    const group = groups.at(-1)
    if (group !== undefined && change.oldAt - end <= 2 * CONTEXT_LINES) group.push(change)
    else groups.push([change])
    end = change.oldAt + change.removed
  }
  return groups
}

function renderGroup(
  group: readonly LineChange[],
  oldLines: readonly string[],
  newLines: readonly string[],
): string[] {
  const [first, last] = [group[0], group.at(-1)]
  if (first === undefined || last === undefined) return []
  const lead = Math.min(CONTEXT_LINES, first.oldAt)
  const from = first.oldAt - lead
  const to = Math.min(oldLines.length, last.oldAt + last.removed + CONTEXT_LINES)
  const lines: string[] = []
  let at = from
  const show = (mark: string, list: readonly string[], start: number, end: number): void => {
    for (const line of list.slice(start, end)) lines.push(...renderLine(mark, line))
  }
  for (const { oldAt, removed, newAt, added } of group) {
    show(' ', oldLines, at, oldAt)
    show('-', oldLines, oldAt, oldAt + removed)
    show('+', newLines, newAt, newAt + added)
    at = oldAt + removed
  }
  show(' ', oldLines, at, to)
  const growth = group.reduce((sum, { added, removed }) => sum + added - removed, 0)
  const title = `@@ -${range(from, to - from)} +${range(first.newAt - lead, to - from + growth)} @@`
  return [title, ...lines]
}

function range(from: number, count: number): string {
  return count === 1 ? `${from + 1}` : `${count === 0 ? from : from + 1},${count}`
}

function renderLine(mark: string, line: string): string[] {
  const bare = line.replace(/\r?\n$/, '')
  const isShort = bare.length <= MAX_LINE_CHARACTERS
  const shown = isShort
    ? bare
    : `${bare.slice(0, MAX_LINE_CHARACTERS).toWellFormed()}… [${formatNumber(bare.length - MAX_LINE_CHARACTERS, 'more character')}]`
  const end = line.endsWith('\r\n') ? '\r' : ''
  return line.endsWith('\n') ? [mark + shown + end] : [mark + shown, '\\ No newline at end of file']
}
