import type { DefinitionDraft } from '../define/create-definition.ts'
import type { ToolContext } from '../define/tool-context.ts'
import type { ClosureTool, RunOutput, Tool } from '../define/tool.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { ValidateOptions } from '../validate/rule.ts'
import { sealTool } from '../validate/seal-tool.ts'
import type {
  Given,
  InferArguments,
  InferOutput,
  InferSent,
  InputSchema,
  OutputSchema,
} from './infer-arguments.ts'
import { findMisnamed } from './misnamed-fields.ts'
import { notFunction, readConfig } from './read-config.ts'

/** What the host has added to the known sets. */
export type AuthorOptions = Pick<ValidateOptions, 'permissions' | 'keywords'>

export type SharedFields = Omit<DefinitionDraft, 'inputSchema' | 'outputSchema'>

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
): ClosureTool<InferArguments<Input>, InferOutput<Output>> {
  // From JavaScript anything may come; what is no object has no fields to complain about.
  const { run, ...rest }: ReadConfig<Input, Output> = Object(config)
  const parts = readConfig(rest, { ...options, kind: 'closure' }, (fields) =>
    typeof run === 'function' ? undefined : (findMisnamed('run', fields) ?? notFunction('run', run)),
  )
  return sealTool<ClosureTool<InferArguments<Input>, InferOutput<Output>>>({
    ...parts,
    implementation: { kind: 'closure', run },
  })
}
