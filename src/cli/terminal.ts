/** Where a command writes. Data goes to `out`, everything said about it to `err`. */
export interface Terminal {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Whether colours are wanted and a person reads along. */
  readonly hasColours: boolean
  /** Characters in a line. */
  readonly columns: number
}

const DEFAULT_COLUMNS = 100

export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    // no-color.org
    hasColours: stdout.isTTY && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb',
    columns: stdout.isTTY ? stdout.columns : DEFAULT_COLUMNS,
  }
}
