import type { ContentPart, ToolResult } from '../results/tool-result.ts'
import type { JsonObject } from '../schema/json-schema.ts'

/** A call as a transcript keeps it. */
export interface TranscriptCall {
  readonly id: string
  /** The name in the registry. */
  readonly name: string
  /** JSON text, neutral form. */
  readonly arguments: string
  readonly echo?: unknown
}

/**
 * What an assistant said, as its own provider sent it. Sent back unchanged to the same provider (thought signatures,
 * item ids and their order must survive); another provider gets the neutral parts instead.
 */
export interface AssistantEcho {
  readonly provider: string
  readonly messages: readonly JsonObject[]
}

/** One message of a conversation that belongs to no provider. Plain JSON. */
export type Message =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | readonly ContentPart[] }
  | {
      readonly role: 'assistant'
      readonly content: string
      readonly calls?: readonly TranscriptCall[]
      readonly echo?: AssistantEcho
    }
  /** The results of the assistant message before it, one for each of its calls, in order. */
  | { readonly role: 'tool'; readonly results: readonly ToolResult[] }
