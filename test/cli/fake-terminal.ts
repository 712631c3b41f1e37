import { runCli } from '../../src/cli/main.ts'

/** Runs a command line, and keeps what it printed. */
export async function cli(line: string | readonly string[], columns = 100) {
  let out = ''
  let err = ''
  const words = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line
  const exitCode = await runCli(words, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    hasColours: false,
    columns,
  })
  return { exitCode, out, err }
}
