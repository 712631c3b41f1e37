import type { DefinitionDraft } from '../define/create-definition.ts'
import type { ToolContext } from '../define/tool-context.ts'
import type { RunOutput, Tool } from '../define/tool.ts'
import { ERROR_CODES } from '../errors/error-codes.ts'
import type { Problem } from '../errors/problem.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { StandardSchema } from '../schema/standard/standard-schema.ts'
import type { ValidateOptions } from '../validate/rule.ts'
import { definitionError } from '../validate/definition-error.ts'
import { sealTool } from '../validate/seal-tool.ts'
import { validateAuthored } from '../validate/validate-definition.ts'
import type {
  Given,
  InferArguments,
  InferOutput,
  InferSent,
  InputSchema,
  OutputSchema,
} from './infer-arguments.ts'
import { findMisnamed, type Part } from './misnamed-fields.ts'
import { readInput, readOutput, type ReadSchema } from './read-schema.ts'

/** What the host has added to the known sets. */
export type AuthorOptions = Pick<ValidateOptions, 'permissions' | 'keywords'>

type SharedFields = Omit<DefinitionDraft, 'inputSchema' | 'outputSchema'>

const SCHEMA_ALIASES = { input: 'inputSchema', output: 'outputSchema' } as const
const LIST_ALIASES = { input: 'parameters', output: 'outputSchema' } as const
const NO_ARGUMENTS: ReadSchema = { schema: [], field: 'parameters' }

/** A tool as its author writes it. */
export interface ToolConfig<
  Input extends InputSchema,
  Output extends OutputSchema,
  Result = InferOutput<Output>,
> extends SharedFields {
  /** Zod, Valibot, ArkType, a JSON Schema, or a list of parameters; `[]` for a tool without arguments. */
  readonly input: Input
  /** What `run` gives; results are checked against it. */
  readonly output?: Output
  /** Does the work; the arguments have been checked, and defaults are filled in. */
  readonly run: (args: InferArguments<Input>, context: ToolContext) => RunOutput<Result>
  /**
   * Names what a side effect touches: calls with different resources may run together. It gets the arguments as they
   * were sent and checked, before the transforms of a Zod, Valibot or ArkType schema.
   */
  readonly resource?: (args: InferSent<Input>) => string
}

/** The same in the types of the tool that it becomes: lists that are readonly, and arguments, are given as they are. */
interface ReadConfig<Input extends InputSchema, Output extends OutputSchema> extends Omit<
  ToolConfig<Input, Output>,
  'resource'
> {
  readonly resource?: NonNullable<Tool<InferArguments<Input>>['resourceOf']>
}

/** Makes a tool, its `run` typed from `input` and `output`; throws with every problem at once. */
export function defineTool<
  const Input extends InputSchema,
  const Output extends OutputSchema = JsonSchema,
  // Its own type parameter, so that `run: () => ({ unit: 'celsius' })` is not taken for any text.
  const Result extends Given<InferOutput<Output>> = Given<InferOutput<Output>>,
>(
  config: ToolConfig<Input, Output, Result>,
  options: AuthorOptions = {},
): Tool<InferArguments<Input>, InferOutput<Output>> {
  // From JavaScript anything may come; what is no object has no fields to complain about.
  const { input, output, run, resource, ...fields }: ReadConfig<Input, Output> = Object(config)
  const value: Record<string, unknown> = fields
  const problems: Problem[] = []
  const isMissing = (part: Part): boolean => {
    const problem = findMisnamed(part, value)
    if (problem === undefined) return true
    problems.push(problem)
    delete value[problem.path] // said once is enough
    return false
  }
  const readIn = input !== undefined || isMissing('input') ? readInput(input) : NO_ARGUMENTS
  const readOut = output === undefined && isMissing('output') ? undefined : readOutput(output ?? {})
  if (readIn.problem !== undefined) problems.push(readIn.problem)
  if (readOut?.problem !== undefined) problems.push(readOut.problem)
  if (typeof run !== 'function' && isMissing('run')) problems.push(notFunction('run', run))
  if (resource !== undefined && typeof resource !== 'function')
    problems.push(notFunction('resource', resource))

  value['input'] = readIn.schema
  if (readOut !== undefined) value['output'] = readOut.schema
  const aliases = readIn.field === 'parameters' ? LIST_ALIASES : SCHEMA_ALIASES
  const validation = validateAuthored(value, { ...options, kind: 'closure' }, aliases)
  if (!validation.ok || problems.length > 0) {
    throw definitionError([...problems, ...(validation.ok ? [] : validation.problems)], fields.name)
  }
  const standard = joinStandard(readIn.standard, readOut?.standard)
  return sealTool({
    definition: validation.definition,
    implementation: { kind: 'closure', run },
    ...(standard === undefined ? undefined : { standard }),
    ...(resource === undefined ? undefined : { resourceOf: resource }),
  })
}

function joinStandard(input?: StandardSchema, output?: StandardSchema): Tool['standard'] {
  if (input === undefined) return output === undefined ? undefined : { output }
  return output === undefined ? { input } : { input, output }
}

function notFunction(path: 'run' | 'resource', value: unknown): Problem {
  const code = path === 'run' ? 'DEFINE_IMPLEMENTATION_MISSING' : 'DEFINE_FIELD_TYPE'
  const message = `\`${path}\` is ${value === null ? 'null' : `of type ${typeof value}`}; expected a function`
  return { path, code, message, hint: ERROR_CODES[code].cure }
}
