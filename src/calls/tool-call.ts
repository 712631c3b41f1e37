// A call on its way in. Comes in: what a model asked for. Goes out: arguments that fit the schema, or every reason why not.

/** What a model asks for, in neutral form. `arguments` is the text as it came: it is parsed once, strictly. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON text. A host that calls by hand may give the object itself; anything else is refused when the call runs. */
  readonly arguments: unknown
  /** Set when the provider cut the call at the token limit: it is never run and never repaired. */
  readonly truncated?: boolean | undefined
  /** Ask before this one call, whatever the tool says. */
  readonly requiresConfirmation?: boolean | undefined
  /** Data that the provider wants back with the result, unchanged. */
  readonly echo?: unknown
}
