import { renderReport } from '../../sources/files/render-report.ts'
import { validateFiles } from '../../sources/files/validate-files.ts'

/** What this takes of a terminal. */
interface Output {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

/** What this takes of a program of commander. */
interface CommandLine {
  command(name: string): CommandLine
  description(text: string): CommandLine
  argument(name: string, description: string): CommandLine
  option(flags: string, description: string): CommandLine
  addHelpText(position: 'after', text: string): CommandLine
  action(run: (files: string[], options: { readonly json?: boolean }) => Promise<void>): CommandLine
}

const EXAMPLES = `
Examples:
  toolwright validate tools.yaml        every problem with its line, and what to do about it
  toolwright validate tools/ more.json  a folder and a file
  toolwright validate --json tools/     the same for a program
Exit codes: 0 when all is well, 65 when something is wrong, 66 when a file is not there.
`

/** \`toolwright validate\`: looks at definition files. */
export function addValidate(program: CommandLine, terminal: Output, exit: (code: number) => void): void {
  program
    .command('validate')
    .description('checks files of tool definitions (JSON or YAML)')
    .argument('<file...>', 'files, and folders of them')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (files, { json = false }) => {
      const report = await validateFiles(files)
      const text = json ? `${JSON.stringify(report, null, 2)}\n` : renderReport(report)
      // What is asked for goes to standard output: of JSON that is the report, whatever it says.
      if (json || report.ok) terminal.out(text)
      else terminal.err(text)
      if (report.exitCode !== 0) exit(report.exitCode)
    })
}
