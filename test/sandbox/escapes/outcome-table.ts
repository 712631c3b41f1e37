import type { Row } from './verdict.ts'

const SHORT: Readonly<Record<Row['outcome'], string>> = {
  stopped: 'stopped',
  allowed: 'allowed',
  REFUSED: 'REFUSED',
  ESCAPED: 'ESCAPED',
  'NOT RUN': 'NOT RUN',
  works: 'works',
  'NO CONTROL': 'FAILED',
  skipped: 'skipped',
  'known gap': 'gap',
}

/** A line for each attack, a column for each way; where root and others differ, `root/other`. */
export function outcomeTable(rows: readonly Row[]): string {
  const ways = [...new Set(['control', ...rows.map(({ way }) => way).sort()])]
  const users = [...new Set(rows.map(({ user }) => user))]
  const names = [...new Set(rows.map(({ attack }) => attack))]
  const cells = new Map(rows.map((row) => [`${row.attack}|${row.way}|${row.user}`, SHORT[row.outcome]]))
  const cellOf = (name: string, way: string): string => {
    const found = users.map((user) => cells.get(`${name}|${way}|${user}`) ?? '–')
    return new Set(found).size === 1 ? (found[0] ?? '–') : found.join('/')
  }
  const table = [['attack', ...ways], ...names.map((name) => [name, ...ways.map((way) => cellOf(name, way))])]
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((line) => line[column]?.length ?? 0)),
  )
  return table
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
