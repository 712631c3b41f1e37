import type { StandardSchema } from '../schema/standard/standard-schema.ts'
import type { FunctionBinding } from './function-binding.ts'
import type { ToolContext } from './tool-context.ts'
import type { ToolDefinition } from './tool-definition.ts'

/** What a tool's function may give back: a value, a promise of one, or an async generator that streams pieces. */
export type RunOutput<Output> = Output | Promise<Output> | AsyncGenerator<unknown, Output, void>

/** A function of the host program. Method syntax keeps `Tool<{ city: string }>` assignable to `Tool`. */
export interface ClosureImplementation<Arguments = unknown, Output = unknown> {
  readonly kind: 'closure'
  /** A digest of the data that the function was made of, where it was: approvals of other data do not count. */
  readonly fingerprint?: string
  run(args: Arguments, context: ToolContext): RunOutput<Output>
}

/** An export of a file, run in a process of its own; called with the arguments and the context, as a closure is. */
export interface ModuleImplementation {
  readonly kind: 'module'
  /** Absolute path of a `.js`, `.mjs` or `.ts` file. */
  readonly file: string
  /** @default 'default' */
  readonly exportName?: string
  /** How the export, a plain function, is called with named arguments. @default called with `(args, context)` */
  readonly binding?: FunctionBinding
  /** A digest of what the file held when it was read: approvals and workers of another one do not count. */
  readonly revision?: string
}

/** JavaScript as text: the body of an async function of `args` and `context`. */
export interface CodeImplementation {
  readonly kind: 'code'
  readonly code: string
}

/** A program, started without a shell. */
export interface CommandImplementation {
  readonly kind: 'command'
  /** Program and arguments. `{name}` in an argument stands for the argument of that name; the program itself is fixed. */
  readonly argv: readonly string[]
  /** Written to standard input, with `{name}` filled in. @default nothing: the input is closed */
  readonly stdin?: string
  /** The parameter that names the directory to start in, absolute or relative to the call's. @default the call's */
  readonly workingDirectoryFrom?: string
  /** The parameter that gives the time limit of the call, in seconds. */
  readonly timeoutSecondsFrom?: string
}

/** What is plain data and can run in a process of its own. */
export type IsolatedImplementation = ModuleImplementation | CodeImplementation | CommandImplementation

/** What runs a tool, told apart by `kind` (see {@link IMPLEMENTATION_KINDS}). */
export type ToolImplementation<Arguments = unknown, Output = unknown> =
  | ClosureImplementation<Arguments, Output>
  | IsolatedImplementation

/** A definition with what runs it. */
export interface Tool<Arguments = unknown, Output = unknown> {
  readonly definition: ToolDefinition
  readonly implementation: ToolImplementation<Arguments, Output>
  /** The author's own schemas: they run after our check, and their output (dates, transforms) is what `run` gets. */
  readonly standard?: { readonly input?: StandardSchema; readonly output?: StandardSchema }
  /** Names what a side effect touches: calls with different resources may run together. */
  resourceOf?(args: Arguments): string
}

/** A tool that runs in this process. */
export interface ClosureTool<Arguments = unknown, Output = unknown> extends Tool<Arguments, Output> {
  readonly implementation: ClosureImplementation<Arguments, Output>
}
