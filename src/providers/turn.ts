import type { ToolResult } from '../results/tool-result.ts'
import type { JsonObject, JsonValue } from '../schema/json-schema.ts'
import type { Decoded } from './decoded.ts'
import type { SchemaChange } from './dialects/schema-dialect.ts'
import type { ChatRequest, ProviderFormat, ToolChoice } from './provider-format.ts'
import type { StreamDelta } from './stream/stream-delta.ts'

/** What a turn may be asked for; everything has a default. */
export interface TurnOptions {
  /** Send these tools only, by name. @default all */
  readonly only?: readonly string[] | undefined
  /** @default 'auto' */
  readonly toolChoice?: ToolChoice | undefined
  /** False: at most one call an answer. @default the provider's own */
  readonly parallel?: boolean | undefined
  /** Have the provider hold the model to the schema: every tool, or those named, as far as each schema allows. @default false */
  readonly strict?: boolean | readonly string[] | undefined
  /** Tools that the model finds by search only, where the provider can. @default none */
  readonly defer?: readonly string[] | undefined
  /** Mark the end of the tools as cacheable, where the provider takes such a hint. @default false */
  readonly cache?: boolean | undefined
}

/** Something about a tool or a request that the provider does not get as asked. The rest is sent all the same. */
export interface TurnWarning {
  readonly kind:
    /** The provider's schema says less, or says it otherwise. `changes` lists each place. */
    | 'schema-changed'
    /** Asked for strict, sent plain. */
    | 'not-strict'
    /** Not sent at all. */
    | 'quarantined'
    /** Sent under another name. */
    | 'renamed'
    /** The request could not say what was asked (tool choice, parallel calls, deferral). */
    | 'request-changed'
  /** Absent when it concerns the whole request. */
  readonly toolName?: string
  readonly message: string
  readonly changes?: readonly SchemaChange[]
}

/** Options of a stream. */
export interface AccumulatorOptions {
  /** Also tell what each piece of text changes in the arguments, as `value` deltas. @default false */
  readonly partial?: boolean | undefined
}

/** Takes the events of one streamed answer. */
export interface StreamAccumulator {
  /** Takes one parsed event and says what was new in it. */
  push(event: unknown): readonly StreamDelta[]
  /** The arguments of a call as far as they have come; a new value each time. Never run it: it may be half of one. */
  partial(index: number): JsonValue | undefined
  /** The answer, the same as `decode` gives for a whole response. */
  end(): Decoded
}

/** One request and its answer: which tools were offered, in which form and under which names. */
export interface Turn {
  /** The id of the provider. */
  readonly provider: string
  readonly format: ProviderFormat
  /** The wire payload, as the request holds it. Shared and frozen: the same object until the tools change. */
  readonly tools: JsonObject | readonly JsonObject[] | undefined
  /** `tools` as JSON text, made once and from pieces that are kept: much cheaper than `JSON.stringify(tools)`. */
  readonly toolsJson: string
  /** Everything about tools that the request body holds, to be spread into it: `{ tools, tool_choice, … }`. */
  readonly request: JsonObject
  readonly warnings: readonly TurnWarning[]
  /** Reads an answer: a parsed body, its JSON text, or the bare message. Never throws; what is wrong is in `problems`. */
  decode(response: unknown): Decoded
  accumulator(options?: AccumulatorOptions): StreamAccumulator
  /** Messages to append after those of the answer, one result for each of its calls. */
  encodeResults(results: readonly ToolResult[]): readonly JsonObject[]
  /** A whole request body from a neutral transcript; throws where no model speaks the format (MCP). */
  encodeRequest(chat: Omit<ChatRequest, 'tools'>): JsonObject
  /** The name that a tool has on the wire, and back. */
  wireName(name: string): string
  toolName(wireName: string): string | undefined
}
