import { fileURLToPath } from 'node:url'
import { implementationProblem } from '../define/check-implementation.ts'
import type {
  CodeImplementation,
  CommandImplementation,
  IsolatedImplementation,
  ModuleImplementation,
  Tool,
} from '../define/tool.ts'
import { namesInTemplate } from '../define/fill-command.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import type { Problem } from '../errors/problem.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import { sealTool } from '../validate/seal-tool.ts'
import type { AuthorOptions, SharedFields } from './define-tool.ts'
import type { InferArguments, InputSchema, OutputSchema } from './infer-arguments.ts'
import { type ConfigFields, readConfig } from './read-config.ts'

/** A tool without what runs it. Its arguments reach the sandbox as JSON: transforms of a Zod schema stay outside. */
interface IsolatedConfig<Input extends InputSchema> extends SharedFields {
  /** Zod, Valibot, ArkType, a JSON Schema, or a list of parameters; `[]` for a tool without arguments. */
  readonly input: Input
  readonly output?: OutputSchema
  /** Names what a side effect touches: calls with different resources may run together. */
  readonly resource?: (args: never) => string
}

/** A tool that is an export of a file. */
export type ModuleToolConfig<Input extends InputSchema> = IsolatedConfig<Input> &
  Pick<ModuleImplementation, 'exportName'> & {
    /** Absolute path, or `new URL('./tools.ts', import.meta.url)`. */
    readonly file: string | URL
  }

/** A tool that is JavaScript as text. */
export type CodeToolConfig<Input extends InputSchema> = IsolatedConfig<Input> &
  Omit<CodeImplementation, 'kind'>

/** A tool that is a program. */
export type CommandToolConfig<Input extends InputSchema> = IsolatedConfig<Input> &
  Omit<CommandImplementation, 'kind'>

/** Makes a tool of an export of a file, which is called with the arguments and a context. Runs at `standard` isolation. */
export function defineModuleTool<const Input extends InputSchema>(
  config: ModuleToolConfig<Input>,
  options: AuthorOptions = {},
): Tool<InferArguments<Input>> {
  const { file, exportName, ...rest }: ModuleToolConfig<Input> = Object(config)
  const path = file instanceof URL && file.protocol === 'file:' ? fileURLToPath(file) : file
  return build(rest, options, { kind: 'module', file: path as string, ...given({ exportName }) })
}

/** Makes a tool of the body of an async function of `args` and `context`. Runs at `restricted` isolation. */
export function defineCodeTool<const Input extends InputSchema>(
  config: CodeToolConfig<Input>,
  options: AuthorOptions = {},
): Tool<InferArguments<Input>> {
  const { code, ...rest }: CodeToolConfig<Input> = Object(config)
  return build(rest, options, { kind: 'code', code })
}

/** Makes a tool of a program, started without a shell. Runs at `strict` isolation. */
export function defineCommandTool<const Input extends InputSchema>(
  config: CommandToolConfig<Input>,
  options: AuthorOptions = {},
): Tool<InferArguments<Input>> {
  const { argv, stdin, workingDirectoryFrom, timeoutSecondsFrom, ...rest }: CommandToolConfig<Input> =
    Object(config)
  return build(rest, options, {
    kind: 'command',
    argv: Array.isArray(argv) ? Object.freeze([...argv]) : argv,
    ...given({ stdin, workingDirectoryFrom, timeoutSecondsFrom }),
  })
}

function build<Arguments>(
  config: ConfigFields,
  options: AuthorOptions,
  implementation: IsolatedImplementation,
): Tool<Arguments> {
  const parts = readConfig(config, { ...options, kind: implementation.kind }, (): Problem | undefined => {
    const problem = implementationProblem({ ...implementation })
    if (problem === undefined) return undefined
    const code = 'DEFINE_IMPLEMENTATION_MISSING'
    return {
      path: problem.field,
      code,
      message: `nothing would run it: ${problem.message}`,
      hint: 'Correct it.',
    }
  })
  checkNames(parts.definition, implementation)
  return sealTool<Tool<Arguments>>({ ...parts, implementation })
}

/** A name that no parameter has would stay empty at every call. */
function checkNames({ name, inputSchema }: ToolDefinition, implementation: IsolatedImplementation): void {
  if (implementation.kind !== 'command') return
  const { argv, stdin = '', workingDirectoryFrom, timeoutSecondsFrom } = implementation
  const used = [
    ...argv.flatMap(namesInTemplate),
    ...namesInTemplate(stdin),
    workingDirectoryFrom,
    timeoutSecondsFrom,
  ]
  const known = Object.keys((inputSchema as { properties?: object }).properties ?? {})
  const unknown = used.find((parameter) => parameter !== undefined && !known.includes(parameter))
  if (unknown === undefined) return
  const list = known.length === 0 ? 'It has none' : `It has ${known.join(', ')}`
  throw new ToolwrightError(
    'DEFINE_IMPLEMENTATION_MISSING',
    `The command of tool \`${name}\` uses \`${unknown}\`, which is none of its parameters. ${list}.`,
    { toolName: name },
  )
}

/** Without what is undefined. */
function given<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>
  }
}
