// Where people write tools in TypeScript. Comes in: a config, builder calls, a definition with a function. Goes out: a
// frozen Tool whose `run` is typed from its schema. What is wrong throws here, before anything is registered.
import type { ToolParameter } from '../define/parameter.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { StandardSchema } from '../schema/standard/standard-schema.ts'
import type { InferJsonSchema } from './infer-json-schema.ts'
import type { InferParameters } from './infer-parameters.ts'

/** What describes the arguments of a tool: a Zod, Valibot or ArkType schema, a JSON Schema, or a list of parameters. */
export type InputSchema = StandardSchema | JsonSchema | readonly ToolParameter[]

/** What describes the result of a tool. */
export type OutputSchema = StandardSchema | JsonSchema

interface Standard {
  readonly '~standard': { readonly types?: { readonly input: unknown; readonly output: unknown } | undefined }
}

/** Which kind of schema it is, as a key: see {@link InferArguments}. */
type KindOf<Schema> = Schema extends { readonly '~standard': object }
  ? 'standard'
  : Schema extends readonly unknown[]
    ? 'list'
    : 'json'

type InferStandard<Schema, Side extends 'input' | 'output' = 'output'> = Schema extends Standard
  ? NonNullable<Schema['~standard']['types']>[Side]
  : never

/**
 * The type of the arguments that `run` gets. A look-up by kind, and index access in place of `infer`: as a chain of
 * conditions the compiler works out the branches not taken too, which made 60 Zod tools 1.9 times as costly to check as
 * their schemas alone; so it is 1.5 times.
 */
export type InferArguments<Input> = {
  standard: InferStandard<Input>
  list: Input extends readonly ToolParameter[] ? InferParameters<Input> : never
  json: OrAnyObject<InferJsonSchema<Input>>
}[KindOf<Input>]

/** The type of the arguments as they were sent and checked, before the author's own schema transforms them. */
export type InferSent<Input> = Input extends Standard ? InferStandard<Input, 'input'> : InferArguments<Input>

/** The type that `run` must give; anything where there is no output schema. */
export type InferOutput<Output> = {
  standard: InferStandard<Output>
  list: never
  json: InferJsonSchema<Output>
}[KindOf<Output>]

/** Arguments are an object, also where nothing more is known. */
type OrAnyObject<Arguments> = unknown extends Arguments ? { [name: string]: unknown } : Arguments

/** What `run` may give: lists may be readonly ones, at any depth. */
export type Given<Output> = unknown extends Output
  ? Output
  : Output extends Function
    ? Output
    : { readonly [Key in keyof Output]: Given<Output[Key]> }
