import type { StandardSchema } from '../schema/standard/standard-schema.ts'
import type { ToolContext } from './tool-context.ts'
import type { ToolDefinition } from './tool-definition.ts'

/** What a tool's function may give back: a value, a promise of one, or an async generator that streams pieces. */
export type RunOutput<Output> = Output | Promise<Output> | AsyncGenerator<unknown, Output, void>

/** A function of the host program. Method syntax keeps `Tool<{ city: string }>` assignable to `Tool`. */
interface ClosureImplementation<Arguments = unknown, Output = unknown> {
  readonly kind: 'closure'
  run(args: Arguments, context: ToolContext): RunOutput<Output>
}

/** What runs a tool, told apart by `kind` (see {@link IMPLEMENTATION_KINDS}). */
export type ToolImplementation<Arguments = unknown, Output = unknown> = ClosureImplementation<
  Arguments,
  Output
>

/** A definition with what runs it. */
export interface Tool<Arguments = unknown, Output = unknown> {
  readonly definition: ToolDefinition
  readonly implementation: ToolImplementation<Arguments, Output>
  /** The author's own schemas: they run after our check, and their output (dates, transforms) is what `run` gets. */
  readonly standard?: { readonly input?: StandardSchema; readonly output?: StandardSchema }
  /** Names what a side effect touches: calls with different resources may run together. */
  resourceOf?(args: Arguments): string
}
