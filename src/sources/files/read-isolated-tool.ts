import { implementationProblem } from '../../define/check-implementation.ts'
import { namesInTemplate } from '../../define/fill-command.ts'
import type {
  CodeImplementation,
  CommandImplementation,
  IsolatedImplementation,
  Tool,
} from '../../define/tool.ts'
import { showValue } from '../../schema/show-value.ts'
import { sealTool } from '../../validate/seal-tool.ts'
import { suggest } from '../../validate/suggest.ts'
import { type FieldChecks, readFields, text } from '../http/check-fields.ts'
import type { EntryFields, EntryReport } from './read-entry.ts'
import { readModule } from './read-module.ts'
import { validateEntry } from './validate-entry.ts'

/** A program in a file, when it is more than a list of words. */
interface CommandFields {
  readonly argv: readonly string[]
  readonly stdin: string
  readonly working_directory_from: string
  readonly timeout_seconds_from: string
}

const COMMAND: FieldChecks<CommandFields> = {
  // Looked at where the words are.
  argv: [() => true, 'a list of texts'],
  stdin: text,
  working_directory_from: text,
  timeout_seconds_from: text,
}

export const COMMAND_FIELDS: readonly string[] = Object.keys(COMMAND)

/** A tool that is a module, code or a command: plain data, run in the sandbox. */
export async function readIsolatedTool(
  kind: IsolatedImplementation['kind'],
  entry: EntryFields,
  report: EntryReport,
): Promise<Tool | undefined> {
  const definition = validateEntry(entry, kind, report)
  const implementation =
    kind === 'module'
      ? await readModule(entry, report)
      : kind === 'code'
        ? readCode(entry.given, report)
        : readCommand(entry.given, report)
  if (definition === undefined || implementation === undefined) return undefined
  if (implementation.kind === 'command')
    checkNames(implementation, Object.keys(definition.inputSchema.properties ?? {}), entry.given, report)
  return sealTool({ definition, implementation })
}

function readCode(code: unknown, report: EntryReport): CodeImplementation | undefined {
  if (typeof code === 'string' && code !== '') return { kind: 'code', code }
  const hint = 'Write the body of an async function of `args` and `context`.'
  report('code', 'DEFINE_IMPLEMENTATION_MISSING', `\`code\` is ${showValue(code)}; expected JavaScript`, hint)
  return undefined
}

function readCommand(given: unknown, report: EntryReport): CommandImplementation | undefined {
  let isSound = true
  const complain = (path: string, message: string, hint?: string): void => {
    isSound = false
    report(path, 'DEFINE_IMPLEMENTATION_MISSING', message, hint ?? 'Correct it.')
  }
  const isList = Array.isArray(given)
  const fields: Partial<CommandFields> = isList
    ? { argv: given as string[] }
    : readFields(given, 'command', COMMAND, complain)
  const { argv, stdin, working_directory_from, timeout_seconds_from } = fields
  const implementation: CommandImplementation = {
    kind: 'command',
    argv: Array.isArray(argv) ? Object.freeze([...argv]) : (argv as unknown as readonly string[]),
    ...(stdin === undefined ? {} : { stdin }),
    ...(working_directory_from === undefined ? {} : { workingDirectoryFrom: working_directory_from }),
    ...(timeout_seconds_from === undefined ? {} : { timeoutSecondsFrom: timeout_seconds_from }),
  }
  const problem = isSound ? implementationProblem({ ...implementation }) : undefined
  if (problem !== undefined) {
    const names = {
      workingDirectoryFrom: 'working_directory_from',
      timeoutSecondsFrom: 'timeout_seconds_from',
    }
    const field = Object.hasOwn(names, problem.field)
      ? names[problem.field as keyof typeof names]
      : problem.field
    complain(isList ? 'command' : `command.${field}`, problem.message.replace(problem.field, field))
  }
  return isSound ? implementation : undefined
}

/** A name that no parameter has would stay empty at every call. */
function checkNames(
  { argv, stdin = '', workingDirectoryFrom, timeoutSecondsFrom }: CommandImplementation,
  parameters: readonly string[],
  given: unknown,
  report: EntryReport,
): void {
  const words = Array.isArray(given) ? 'command' : 'command.argv'
  const used: (readonly [path: string, names: readonly (string | undefined)[]])[] = [
    ...argv.map((word, index) => [`${words}[${index}]`, namesInTemplate(word)] as const),
    ['command.stdin', namesInTemplate(stdin)],
    ['command.working_directory_from', [workingDirectoryFrom]],
    ['command.timeout_seconds_from', [timeoutSecondsFrom]],
  ]
  for (const [path, names] of used) {
    for (const name of names) {
      if (name === undefined || parameters.includes(name)) continue
      const list = parameters.length === 0 ? 'The tool has none.' : `They are ${parameters.join(', ')}.`
      const message = `\`${name}\` is none of the parameters.${suggest(name, parameters)}`
      report(path, 'DEFINE_IMPLEMENTATION_MISSING', message, list)
    }
  }
}
