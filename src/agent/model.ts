// The loop between a model and its tools. Comes in: a model, tools, a conversation. Goes out: what was said and done, as a
// value. Never here: how a provider writes (providers), whether a call may run (approve), or a key in a message.
import type { ProviderFormat } from '../providers/provider-format.ts'
import type { JsonObject } from '../schema/json-schema.ts'

/** What a request to a model brings along. */
export interface ModelCall {
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal
}

/** A model that can be asked. Bodies and answers are in the wire form of its provider; failures are thrown. */
export interface Model {
  /** Whose wire form it speaks: an id such as `openai`, or a format of your own. */
  readonly provider: string | ProviderFormat
  /** As the provider calls it. */
  readonly name: string
  generate(body: JsonObject, call: ModelCall): Promise<unknown>
  /** Gives the parsed events of a streamed answer. */
  stream?(body: JsonObject, call: ModelCall): AsyncIterable<unknown>
}
