import type { DefinitionDraft } from '../define/create-definition.ts'
import type { ToolContext } from '../define/tool-context.ts'
import type { RunOutput, Tool } from '../define/tool.ts'
import { ERROR_CODES } from '../errors/error-codes.ts'
import type { Problem } from '../errors/problem.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { StandardSchema } from '../schema/standard-schema.ts'
import type { ValidateOptions } from '../validate/rule.ts'
import { validateAuthored } from '../validate/validate-definition.ts'
import { definitionError } from './definition-error.ts'
import type { InferArguments, InferOutput, ToolInput, ToolOutput } from './infer-arguments.ts'
import { readInput, readOutput } from './read-schema.ts'

/** What the host has added to the known sets. */
export type AuthorOptions = Pick<ValidateOptions, 'permissions' | 'keywords'>

type SharedFields = Omit<DefinitionDraft, 'inputSchema' | 'outputSchema'>

/** A tool as its author writes it. */
export interface ToolConfig<Input extends ToolInput, Output extends ToolOutput> extends SharedFields {
  /** Zod, Valibot, ArkType, a JSON Schema, or a list of parameters; `[]` for a tool without arguments. */
  readonly input: Input
  /** What `run` gives; results are checked against it. */
  readonly output?: Output
  /** Does the work; the arguments have been checked, and defaults are filled in. */
  readonly run: (args: InferArguments<Input>, context: ToolContext) => RunOutput<InferOutput<Output>>
  /** Names what a side effect touches: calls with different resources may run together. */
  readonly resource?: (args: InferArguments<Input>) => string
}

/** Makes a tool, its `run` typed from `input` and `output`; throws with every problem at once. */
export function defineTool<const Input extends ToolInput, const Output extends ToolOutput = JsonSchema>(
  config: ToolConfig<Input, Output>,
  options: AuthorOptions = {},
): Tool<InferArguments<Input>, InferOutput<Output>> {
  // From JavaScript anything may come; what is no object has no fields to complain about.
  const { input, output, run, resource, ...fields }: ToolConfig<Input, Output> = Object(config)
  const problems: Problem[] = []
  const readIn = readInput(input)
  const readOut = output === undefined ? undefined : readOutput(output)
  for (const read of [readIn, readOut]) if (read?.problem !== undefined) problems.push(read.problem)
  for (const [name, value] of [
    ['run', run],
    ['resource', resource],
  ] as const) {
    const problem = functionProblem(name, value)
    if (problem !== undefined) problems.push(problem)
  }
  const value = {
    ...fields,
    input: readIn.schema,
    ...(readOut === undefined ? {} : { output: readOut.schema }),
  }
  const validation = validateAuthored(
    value,
    { ...options, kind: 'closure' },
    { input: readIn.field, output: 'outputSchema' },
  )
  if (!validation.ok || problems.length > 0) {
    throw definitionError([...problems, ...(validation.ok ? [] : validation.problems)], fields.name)
  }
  const standard = { ...pick('input', readIn.standard), ...pick('output', readOut?.standard) }
  return Object.freeze({
    definition: validation.definition,
    implementation: Object.freeze({ kind: 'closure', run }),
    ...(Object.keys(standard).length === 0 ? {} : { standard: Object.freeze(standard) }),
    ...(resource === undefined ? {} : { resourceOf: resource }),
  })
}

function pick<Side extends string>(
  side: Side,
  schema: StandardSchema | undefined,
): { [Key in Side]?: StandardSchema } {
  return schema === undefined ? {} : ({ [side]: schema } as { [Key in Side]: StandardSchema })
}

function functionProblem(path: 'run' | 'resource', value: unknown): Problem | undefined {
  if (typeof value === 'function' || (path === 'resource' && value === undefined)) return undefined
  const code = path === 'run' ? 'DEFINE_IMPLEMENTATION_MISSING' : 'DEFINE_FIELD_TYPE'
  const message = `\`${path}\` is ${value === null ? 'null' : `of type ${typeof value}`}; expected a function`
  return { path, code, message, hint: ERROR_CODES[code].cure }
}
