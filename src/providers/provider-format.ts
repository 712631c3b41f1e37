// How one provider writes and reads: pure translation between neutral values and its wire format, one file a provider.
// Comes in: definitions, results, messages; answers and stream events of unknown make. Goes out: the other side's form.
// Never here: names, schema dialects, ids, budgets, limits of size (one mechanism serves all providers), or the network.
import type { JsonObject } from '../schema/json-schema.ts'
import type { ToolResult } from '../results/tool-result.ts'
import type { WireResponse, DecodeProblem } from './decoded.ts'
import type { SchemaDialect } from './dialects/schema-dialect.ts'
import type { Framing } from './framing/framing.ts'
import type { DeltaSink } from './stream/stream-delta.ts'
import type { Message } from './transcript.ts'

/** Which tool a model may or must call. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly tool: string }

/** One tool, ready to be written: name and schema are already the provider's. */
export interface WireTool {
  readonly name: string
  readonly description: string
  /** In the provider's dialect. */
  readonly inputSchema: JsonObject
  /** The author's own, for providers that take one. */
  readonly outputSchema?: JsonObject
  readonly strict: boolean
  /** Load the tool only when a search finds it, where the provider can. */
  readonly deferred: boolean
  /** The provider may cache up to and including this tool. */
  readonly cacheUntilHere: boolean
  /** Example arguments, in the provider's dialect. */
  readonly examples: readonly JsonObject[]
  /** Facts of the definition that a provider may want to pass on (MCP annotations). */
  readonly annotations: { readonly title?: string; readonly readOnly: boolean; readonly destructive: boolean }
}

/** What a request says about its tools. */
export interface ToolControls {
  /** Names are wire names. */
  readonly choice: ToolChoice
  /** False: at most one call an answer. Undefined: the provider's default. */
  readonly parallel: boolean | undefined
  /** Whether any tool is sent strict. */
  readonly strict: boolean
}

/** The fields of a request body that concern tools, and what could not be said as asked. */
export interface EncodedControls {
  /** To be spread into the request body, the tools included: `{ tools, tool_choice, parallel_tool_calls }`. */
  readonly request: JsonObject
  /** Sentences for the developer: "Ollama has no tool choice; only `x` is sent". */
  readonly warnings: readonly string[]
}

/** What the common machinery must know of a provider to use it well; facts, so that nothing asks for its name. */
export interface ProviderCapabilities {
  readonly strict: boolean
  readonly deferral: boolean
  readonly cacheHints: boolean
  readonly examples: boolean
  /** Whether a request can say: call this one. If not, only that tool is sent. */
  readonly namedChoice: boolean
  /** Whether a request can forbid calls. If not, the tools are left out. */
  readonly noneChoice: boolean
  readonly parallelFlag: boolean
  /** Whether a result can be marked as failed. If not, its text starts with `Error: `. */
  readonly errorFlag: boolean
  readonly imageResults: boolean
  /** Whether arguments come as text (which tells whether it is whole) or as a value. */
  readonly argumentsAs: 'text' | 'value'
}

/** Names that the provider takes. */
export interface NameRule {
  readonly pattern: RegExp
  readonly maxLength: number
}

/** Call ids that the provider takes in a request; others are rewritten, call and result alike. */
export interface IdRule {
  readonly pattern: RegExp
  /** Makes an id that fits, always the same from the same text. */
  rewrite(id: string): string
}

/** What one request may hold; tools past it are sent plain, or (`tools`) not at all, with a warning. */
export interface RequestBudgets {
  readonly tools?: number
  readonly strictTools?: number
  readonly strictOptionalProperties?: number
  readonly strictUnions?: number
}

/** How a call is referred to on the wire. */
export interface WireReference {
  /** The provider's own id where it gave one, else ours in a form that it takes. */
  readonly id: string
  /** Whether the provider gave that id itself. */
  readonly ownId: boolean
  /** The wire name of the tool. */
  readonly name: string
  /** The `echo` of the {@link WireCall} where this provider made the call; else empty. */
  readonly echo: JsonObject
}

/** What writing messages needs from the turn. */
export interface MessageContext {
  /** For a call of a transcript, or for a result: `referTo({ id: result.callId, name: result.toolName, echo: result.echo })`. */
  referTo(call: { readonly id: string; readonly name: string; readonly echo?: unknown }): WireReference
  /** Arguments of a call in the provider's form, for calls that another provider made. */
  wireArguments(name: string, argumentsText: string): JsonObject
}

/** A stream on its way to being a whole response. */
export interface StreamAssembler {
  /** Takes one event of unknown make and tells the sink what it held. Never throws for what a provider sends. */
  push(event: unknown, sink: DeltaSink): void
  /** The whole answer in the shape that `decode` reads. Called once. */
  end(): AssembledResponse
}

export interface AssembledResponse {
  readonly response: unknown
  /** What went wrong on the way: error events, events of no known shape. */
  readonly problems: readonly DecodeProblem[]
  /** Positions of calls whose end was never told, although this provider tells it. */
  readonly unfinished: readonly number[]
  /** False when the stream stopped before it said that it was over. */
  readonly ended: boolean
}

/** What goes into a request besides tools. */
export interface ChatRequest {
  readonly model: string
  readonly messages: readonly Message[]
  readonly stream: boolean
  readonly maxTokens?: number
  readonly temperature?: number
  /** From `encodeControls`; undefined when there are no tools. */
  readonly tools: JsonObject | undefined
  /** Fields of the provider's own, spread into the body last. */
  readonly extra?: JsonObject
}

/** How the provider is reached over HTTP. */
interface ChatTransport {
  readonly baseUrl: string
  /** Which environment variable holds the key by custom. */
  readonly keyVariable: string | undefined
  readonly framing: Framing
  path(model: string, stream: boolean): string
  headers(apiKey: string | undefined): Readonly<Record<string, string>>
}

/** The contract. `test/contracts/provider-format.ts` is what every implementation must pass. */
export interface ProviderFormat {
  /** Lower case: `openai-responses`. */
  readonly id: string
  /** For people: `OpenAI Responses`. */
  readonly title: string
  readonly capabilities: ProviderCapabilities
  readonly names: NameRule
  readonly ids?: IdRule
  /** How schemas are sent; `strict` only where the provider has such a mode. */
  readonly dialects: { readonly plain: SchemaDialect; readonly strict?: SchemaDialect }
  readonly budgets: RequestBudgets

  /** One tool definition. Pure: the result is cached by definition. */
  encodeTool(tool: WireTool): JsonObject
  /** The whole payload, from what `encodeTool` gave, as the request holds it: a list, or what wraps it. */
  encodeTools(tools: readonly JsonObject[]): JsonObject | readonly JsonObject[]
  /** The request fields about tools. `tools` is what `encodeTools` gave; undefined when none is sent. */
  encodeControls(
    tools: JsonObject | readonly JsonObject[] | undefined,
    controls: ToolControls,
  ): EncodedControls

  /** Whether a value has the shape of this provider's answers; used to say what a foreign one looks like. Never throws. */
  recognises(response: unknown): boolean
  /** Reads a whole response, or the bare message in it. Never throws; what it cannot read is a problem. */
  decode(response: unknown): WireResponse
  createAssembler(): StreamAssembler

  /** Results of one turn as messages, in the order and grouping that the provider wants. */
  encodeResults(results: readonly ToolResult[], context: MessageContext): readonly JsonObject[]
  /** Absent where no model speaks the format (MCP). */
  readonly chat?: ChatTransport & {
    /** A whole request body. System messages go where the provider wants them. */
    encodeRequest(request: ChatRequest, context: MessageContext): JsonObject
  }
}
