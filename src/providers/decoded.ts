import type { ToolCall } from '../calls/tool-call.ts'
import type { Problem } from '../errors/problem.ts'
import type { JsonObject } from '../schema/json-schema.ts'

/** Why a model stopped, in one vocabulary for all providers. */
export type FinishReason =
  /** It said all it wanted. */
  | 'stop'
  /** It wants tools to be called. */
  | 'tool_calls'
  /** The token limit cut it. */
  | 'length'
  /** It refused, or a filter stopped it: nothing of the answer may run. */
  | 'blocked'
  /** It tried to call a tool in a form that its own provider could not read; trying again may help. */
  | 'invalid_call'
  /** The provider paused it: send the answer back as it is to go on. */
  | 'continue'
  /** The provider failed. */
  | 'error'
  /** The answer, or its stream, ended without a reason. */
  | 'unknown'

/** Tokens of one answer, as far as the provider told. */
export interface TokenUsage {
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly totalTokens?: number
  readonly cachedInputTokens?: number
  readonly reasoningTokens?: number
}

/** Something wrong with an answer. `path` is where in the answer: `calls[0].arguments`, or empty for the whole. */
export interface DecodeProblem extends Problem {
  /** The call that it is about. */
  readonly callId?: string
}

/** A call as a provider sent it: its own names and forms, nothing mended. What format files give. */
export interface WireCall {
  /** As the provider gave it; undefined or empty when it gave none. */
  readonly id: string | undefined
  /** The wire name; undefined when it never came. */
  readonly name: string | undefined
  /** JSON text as it came, or the value where the provider sends one. Undefined, null and '' mean no arguments. */
  readonly arguments: unknown
  /** The arguments hold free text, which does not tell whether it is whole. @default false */
  readonly freeText?: boolean
  /** Whatever the provider wants back with the result of this call (ids, kinds, signatures), as plain JSON. */
  readonly echo?: JsonObject
}

/** An answer as a provider sent it, sorted into the common fields. What format files give. */
export interface WireResponse {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly WireCall[]
  readonly finish: FinishReason
  /** The provider's own word for it. */
  readonly rawFinish?: string
  readonly usage?: TokenUsage
  /** What to append to the history before the results: the provider's own message or items, unchanged and in place. */
  readonly messages: readonly JsonObject[]
  readonly problems: readonly DecodeProblem[]
}

/** A call in neutral form, ready for `execute`. */
export interface DecodedCall extends ToolCall {
  /** JSON text, mapped back from the provider's form of the schema. Malformed text is kept as it came. */
  readonly arguments: string
  /** The arguments as an object; `{ _raw: text }` when the text is not a JSON object. Never run this: run the call. */
  readonly input: JsonObject
  /** Why the call cannot run as it is: malformed, cut, without a name. */
  readonly problem?: DecodeProblem
}

/** An answer in neutral form. */
export interface Decoded {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly DecodedCall[]
  readonly finish: FinishReason
  readonly rawFinish?: string
  readonly usage?: TokenUsage
  /** Messages in the provider's form to append to the history, before the results. */
  readonly messages: readonly JsonObject[]
  readonly problems: readonly DecodeProblem[]
}
