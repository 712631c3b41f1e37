import { stripVTControlCharacters } from 'node:util'

/**
 * Text in columns, the last one wrapped to the width of the terminal. A heading stands over each; cells may hold
 * colours.
 */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
): string {
  const widths = headings.map((heading, index) =>
    Math.max(...[heading, ...rows.map((row) => row[index] ?? '')].map(widthOf)),
  )
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, 0)
  const lastWidth = Math.max(MIN_LAST_COLUMNS, columns - before)
  return [headings, ...rows]
    .flatMap((row) => {
      const lines = wrap(row[headings.length - 1] ?? '', lastWidth)
      return lines.map((line, index) =>
        [...row.slice(0, headings.length - 1).map((cell) => (index === 0 ? cell : '')), line]
          .map((cell, column) =>
            column === headings.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)),
          )
          .join(GAP)
          .trimEnd(),
      )
    })
    .join('\n')
}

const GAP = '  '
const MIN_LAST_COLUMNS = 30

const widthOf = (text: string): number => stripVTControlCharacters(text).length

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
