import type { Command } from 'commander'
import { renderReport } from '../../sources/files/render-report.ts'
import { validateFiles } from '../../sources/files/validate-files.ts'
import type { Terminal } from '../terminal.ts'

const EXAMPLES = `
Examples:
  toolwright validate tools.yaml        every problem with its line, and what to do about it
  toolwright validate tools/ more.json  a folder and a file
  toolwright validate --json tools/     the same for a program
Exit codes: 0 when all is well, 65 when something is wrong, 66 when a file is not there.
`

/** \`toolwright validate\`: looks at definition files. */
export function addValidate(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command('validate')
    .description('checks files of tool definitions (JSON or YAML)')
    .argument('<file...>', 'files, and folders of them')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (files: string[], { json = false }: { readonly json?: boolean }) => {
      const report = await validateFiles(files)
      const text = json ? `${JSON.stringify(report, null, 2)}\n` : renderReport(report)
      // What is asked for goes to standard output: of JSON that is the report, whatever it says.
      if (json || report.ok) terminal.out(text)
      else terminal.err(text)
      if (report.exitCode !== 0) exit(report.exitCode)
    })
}
