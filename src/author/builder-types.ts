import type { Category } from '../define/categories.ts'
import type { Constraints } from '../define/constraints.ts'
import type { DangerLevel } from '../define/danger-levels.ts'
import type { ParameterItems, ToolParameter } from '../define/parameter.ts'
import type { ToolContext } from '../define/tool-context.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import type { ClosureTool, RunOutput } from '../define/tool.ts'
import type { JsonObject, JsonSchema } from '../schema/json-schema.ts'
import type { InferJsonSchema } from './infer-json-schema.ts'
import type { Flatten, InferParameter, InferParameters } from './infer-parameters.ts'

/** What an optional parameter is when the caller leaves it out. */
interface WithDefault<Value> {
  readonly default?: Value
}

interface WithRange {
  readonly minimum?: number
  readonly maximum?: number
}

type Required<Name extends string, Value> = { [Key in Name]: Value }
/** There for certain when it has a default. */
type Optional<Name extends string, Value, Options> = Options extends { readonly default: {} }
  ? { [Key in Name]: Value }
  : { [Key in Name]?: Value }

/** Collects a definition call by call. Every call gives a new builder; the old one can be used on. */
export interface ToolBuilder<Arguments = unknown, Output = unknown> {
  description(text: string): ToolBuilder<Arguments, Output>

  requiredString<Name extends string>(
    name: Name,
    description: string,
  ): ToolBuilder<Arguments & Required<Name, string>, Output>
  optionalString<Name extends string, const Options extends WithDefault<string> = {}>(
    name: Name,
    description: string,
    options?: Options,
  ): ToolBuilder<Arguments & Optional<Name, string, Options>, Output>

  requiredInteger<Name extends string>(
    name: Name,
    description: string,
    range?: WithRange,
  ): ToolBuilder<Arguments & Required<Name, number>, Output>
  optionalInteger<Name extends string, const Options extends WithDefault<number> & WithRange = {}>(
    name: Name,
    description: string,
    options?: Options,
  ): ToolBuilder<Arguments & Optional<Name, number, Options>, Output>

  requiredNumber<Name extends string>(
    name: Name,
    description: string,
    range?: WithRange,
  ): ToolBuilder<Arguments & Required<Name, number>, Output>
  optionalNumber<Name extends string, const Options extends WithDefault<number> & WithRange = {}>(
    name: Name,
    description: string,
    options?: Options,
  ): ToolBuilder<Arguments & Optional<Name, number, Options>, Output>

  requiredBoolean<Name extends string>(
    name: Name,
    description: string,
  ): ToolBuilder<Arguments & Required<Name, boolean>, Output>
  optionalBoolean<Name extends string, const Options extends WithDefault<boolean> = {}>(
    name: Name,
    description: string,
    options?: Options,
  ): ToolBuilder<Arguments & Optional<Name, boolean, Options>, Output>

  requiredEnum<Name extends string, const Value extends string>(
    name: Name,
    description: string,
    values: readonly Value[],
  ): ToolBuilder<Arguments & Required<Name, Value>, Output>
  optionalEnum<
    Name extends string,
    const Value extends string,
    const Options extends WithDefault<NoInfer<Value>> = {},
  >(
    name: Name,
    description: string,
    values: readonly Value[],
    options?: Options,
  ): ToolBuilder<Arguments & Optional<Name, Value, Options>, Output>

  requiredArray<Name extends string, const Items extends ParameterItems>(
    name: Name,
    description: string,
    items: Items,
  ): ToolBuilder<Arguments & Required<Name, InferParameter<Items>[]>, Output>
  optionalArray<
    Name extends string,
    const Items extends ParameterItems,
    const Options extends WithDefault<readonly unknown[]> = {},
  >(
    name: Name,
    description: string,
    items: Items,
    options?: Options,
  ): ToolBuilder<Arguments & Optional<Name, InferParameter<Items>[], Options>, Output>

  requiredObject<Name extends string, const Schema extends JsonSchema>(
    name: Name,
    description: string,
    schema: Schema,
  ): ToolBuilder<Arguments & Required<Name, InferJsonSchema<Schema & { readonly type: 'object' }>>, Output>
  optionalObject<
    Name extends string,
    const Schema extends JsonSchema,
    const Options extends WithDefault<JsonObject> = {},
  >(
    name: Name,
    description: string,
    schema: Schema,
    options?: Options,
  ): ToolBuilder<
    Arguments & Optional<Name, InferJsonSchema<Schema & { readonly type: 'object' }>, Options>,
    Output
  >

  /** Adds a parameter as data, for what the methods above do not say. */
  parameter<const Parameter extends ToolParameter>(
    parameter: Parameter,
  ): ToolBuilder<Arguments & InferParameters<readonly [Parameter]>, Output>

  outputSchema<const Schema extends JsonSchema>(
    schema: Schema,
  ): ToolBuilder<Arguments, InferJsonSchema<Schema>>
  enabled(enabled: boolean): ToolBuilder<Arguments, Output>
  metadata(metadata: JsonObject): ToolBuilder<Arguments, Output>
  category(category: Category): ToolBuilder<Arguments, Output>
  dangerLevel(level: DangerLevel): ToolBuilder<Arguments, Output>
  constraints(constraints: Constraints): ToolBuilder<Arguments, Output>
  /** Permissions that the caller must hold, every one. */
  permissions(...permissions: readonly string[]): ToolBuilder<Arguments, Output>
  requiresConfirmation(required?: boolean): ToolBuilder<Arguments, Output>
  version(version: string): ToolBuilder<Arguments, Output>
  tags(...tags: readonly string[]): ToolBuilder<Arguments, Output>

  /** Validates and gives the definition, or throws a ToolwrightError with every problem. */
  build(): ToolDefinition
  /** The same, joined with what runs it. */
  run(
    run: (args: Flatten<Arguments>, context: ToolContext) => RunOutput<Output>,
  ): ClosureTool<Flatten<Arguments>, Output>
}
