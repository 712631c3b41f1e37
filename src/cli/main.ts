// The command line: reads words, calls the library, prints. It holds no rules. Each command is a file in commands/.
import { Command, CommanderError } from 'commander'
import { ERROR_CODES } from '../errors/error-codes.ts'
import { fromUnknown } from '../errors/from-unknown.ts'
import { addBuild } from './commands/build.ts'
import { addDoctor } from './commands/doctor.ts'
import { addValidate } from './commands/validate.ts'
import { packageVersion } from './package-version.ts'
import { processTerminal, type Terminal } from './terminal.ts'

/** Adds a command to the program; `exit` says with which code the process ends. */
export type AddCommand = (program: Command, terminal: Terminal, exit: (code: number) => void) => void

const COMMANDS: readonly AddCommand[] = [addValidate, addBuild, addDoctor]

const USAGE_EXIT_CODE = 64

/** Runs one command line, and gives the exit code. */
export async function runCli(words: readonly string[], terminal = processTerminal()): Promise<number> {
  let exitCode = 0
  const program = new Command('toolwright')
    .description('The tool layer of LLM agents.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showHelpAfterError('(toolwright --help lists the commands)')
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride()
  for (const add of COMMANDS) add(program, terminal, (code) => (exitCode = code))
  try {
    if (words.length === 0) {
      program.outputHelp()
      return 0
    }
    await program.parseAsync(words, { from: 'user' })
    return exitCode
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : USAGE_EXIT_CODE
    const error = fromUnknown(thrown, 'INTERNAL')
    terminal.err(`${error.code}: ${error.message}\n`)
    return ERROR_CODES[error.code].exitCode
  }
}
