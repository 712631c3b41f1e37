import { partToText } from '../../results/render.ts'
import type { ContentPart, ToolResult } from '../../results/tool-result.ts'
import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import type { ChatRequest, MessageContext, WireReference } from '../provider-format.ts'
import type { Message, TranscriptCall } from '../transcript.ts'
import { ownMessages } from '../wire/own-messages.ts'

/** How one provider of the Chat shape writes what the others write differently. */
export interface ChatWriting {
  readonly id: string
  /** Where the limit of tokens is said. */
  readonly maxTokensField: string
  imagePiece(url: string): JsonObject
  encodeResults(results: readonly ToolResult[], context: MessageContext): readonly JsonObject[]
  /** An assistant message that another provider made. */
  assistant(content: string, calls: readonly JsonObject[]): JsonObject
  /** Fields that a request for a stream has. */
  readonly streaming: JsonObject
}

/** A whole request body in the Chat shape. */
export function encodeChatRequest(
  writing: ChatWriting,
  request: ChatRequest,
  context: MessageContext,
): JsonObject {
  const { model, messages, stream, maxTokens, temperature, tools, extra } = request
  return {
    model,
    messages: messages.flatMap((message) => encodeMessage(writing, message, context)),
    ...(stream ? writing.streaming : {}),
    ...(maxTokens === undefined ? {} : { [writing.maxTokensField]: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...tools,
    ...extra,
  }
}

/** A picture as the address that holds it. */
export function imageUrl({ mimeType, data }: Extract<ContentPart, { type: 'image' }>): string {
  return `data:${mimeType};base64,${data}`
}

/** Pieces of content; what the provider cannot take is said in words. */
export function encodePieces(
  parts: readonly ContentPart[],
  imagePiece: (url: string) => JsonObject,
): readonly JsonObject[] {
  return parts.map((part) =>
    part.type === 'image' ? imagePiece(imageUrl(part)) : { type: 'text', text: partToText(part) },
  )
}

function encodeMessage(
  writing: ChatWriting,
  message: Message,
  context: MessageContext,
): readonly JsonObject[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }]
    case 'user': {
      const { content } = message
      const pieces: JsonValue =
        typeof content === 'string' ? content : encodePieces(content, writing.imagePiece)
      return [{ role: 'user', content: pieces }]
    }
    case 'assistant': {
      const own = ownMessages(message, writing.id)
      if (own !== undefined) return own
      const calls = (message.calls ?? []).map((call) => encodeCall(call, context.referTo(call), context))
      const legacy = calls.find((call) => 'function_call' in call)
      if (legacy !== undefined) return [{ ...writing.assistant(message.content, []), ...legacy }]
      return [writing.assistant(message.content, calls)]
    }
    case 'tool':
      return writing.encodeResults(message.results, context)
  }
}

function encodeCall(call: TranscriptCall, reference: WireReference, context: MessageContext): JsonObject {
  const { id, name, echo } = reference
  const input = context.wireArguments(call.name, call.arguments)
  const { kind, extra_content: extra } = echo
  if (kind === 'function_call') return { function_call: { name, arguments: JSON.stringify(input) } }
  return {
    id,
    ...(kind === 'custom'
      ? { type: 'custom', custom: { name, input: input['input'] ?? '' } }
      : { type: 'function', function: { name, arguments: JSON.stringify(input) } }),
    ...(extra === undefined ? {} : { extra_content: extra }),
  }
}
