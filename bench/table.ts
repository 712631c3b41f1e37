// What every bench gives back, and how it is printed: tables on standard output, progress on standard error.
export type Cell = string | number

export interface Table {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  readonly notes?: readonly string[]
}

export interface BenchOptions {
  readonly rounds: number
  readonly sampleMs: number
  readonly json: boolean
}

/** Reads `--rounds=21 --sample-ms=25 --json` from the command line. */
export function readOptions(args: readonly string[] = process.argv.slice(2)): BenchOptions {
  return {
    rounds: numberOption(args, '--rounds=', 21),
    sampleMs: numberOption(args, '--sample-ms=', 25),
    json: args.includes('--json'),
  }
}

/** Runs one bench from the command line. */
export async function runBench(bench: (options: BenchOptions) => Promise<Table[]>): Promise<void> {
  const options = readOptions()
  const tables = await bench(options)
  progress('')
  console.log(options.json ? JSON.stringify(tables) : tables.map(toMarkdown).join('\n\n'))
}

export function toMarkdown({ title, columns, rows, notes = [] }: Table): string {
  const cells = [columns, ...rows.map((row) => row.map(cellText))]
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = cells
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [`### ${title}`, '', line(head), rule, ...body.map(line), ...notes.map((note) => `\n${note}`)].join(
    '\n',
  )
}

/** One line that overwrites itself on a terminal. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`)
  else if (text !== '' && !/round (?!1 )/.test(text)) process.stderr.write(`${text}\n`)
}

function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell
  if (!Number.isFinite(cell)) return '–'
  if (Math.abs(cell) >= 100) return cell.toFixed(0)
  return cell.toFixed(Math.abs(cell) >= 10 ? 1 : 2)
}

function numberOption(args: readonly string[], prefix: string, fallback: number): number {
  const given = args.find((arg) => arg.startsWith(prefix))
  const value = given === undefined ? fallback : Number(given.slice(prefix.length))
  if (!Number.isFinite(value) || value <= 0)
    throw new Error(`${prefix} takes a number above 0, not "${given}"`)
  return value
}
