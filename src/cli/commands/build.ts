import type { Command } from 'commander'
import { relative, resolve } from 'node:path'
import { buildManifest } from '../../sources/functions/build-manifest.ts'
import { formatProblem } from '../../sources/functions/function-problem.ts'
import type { Terminal } from '../terminal.ts'

interface BuildCommandOptions {
  readonly json?: boolean
  readonly out?: string
  readonly module?: string
}

const EXAMPLES = `
Examples:
  toolwright build tools.ts                        writes tools.manifest.json beside it
  toolwright build src/tools.ts --module dist/tools.js --out dist/tools.manifest.json
`

/** \`toolwright build\`: what the functions of a file are, so that production needs no parser. */
export function addBuild(program: Command, terminal: Terminal): void {
  program
    .command('build <file>')
    .description('writes the manifest of a file of functions: their definitions and how they are called')
    .option('--out <file>', 'where to write')
    .option('--module <file>', 'the file that runs in production, such as the compiled one')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, { json = false, out, module }: BuildCommandOptions) => {
      const built = await buildManifest(resolve(file), {
        out: out === undefined ? undefined : resolve(out),
        module: module === undefined ? undefined : resolve(module),
      })
      if (json) return terminal.out(`${JSON.stringify(built, null, 2)}\n`)
      for (const problem of built.problems) terminal.err(`${formatProblem(problem)}\n`)
      const count = built.toolNames.length
      terminal.out(
        `${relative('', built.file)}: ${count} ${count === 1 ? 'tool' : 'tools'}: ${built.toolNames.join(', ')}\n`,
      )
    })
}
