import { partToText } from '../../results/render.ts'
import type { ContentPart, ToolResult } from '../../results/tool-result.ts'
import type { JsonObject } from '../../schema/json-schema.ts'
import type { ChatRequest, MessageContext } from '../provider-format.ts'
import type { Message } from '../transcript.ts'
import { mergeUserMessages } from '../wire/merge-user-messages.ts'
import { ownMessages } from '../wire/own-messages.ts'
import { resultParts } from '../wire/result-content.ts'

/** Anthropic demands a limit: enough for an answer with calls, and taken by every model. */
const DEFAULT_MAX_TOKENS = 4096

const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

/** All results of a turn in one user message, in the order of the calls. */
export function encodeResults(
  results: readonly ToolResult[],
  context: MessageContext,
): readonly JsonObject[] {
  if (results.length === 0) return []
  return [{ role: 'user', content: results.map((result) => encodeResult(result, context)) }]
}

/** A whole request body. */
export function encodeRequest(request: ChatRequest, context: MessageContext): JsonObject {
  const { model, messages, stream, maxTokens = DEFAULT_MAX_TOKENS, temperature, tools, extra } = request
  const system = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []))
  const encoded = messages.flatMap((message) => encodeMessage(message, context))
  return {
    model,
    max_tokens: maxTokens,
    ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
    messages: mergeUserMessages(encoded, isResult),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stream ? { stream: true } : {}),
    ...tools,
    ...extra,
  }
}

function isResult(block: JsonObject): boolean {
  return block['type'] === 'tool_result'
}

function encodeMessage(message: Message, context: MessageContext): readonly JsonObject[] {
  switch (message.role) {
    case 'system':
      return []
    case 'user': {
      const { content } = message
      const parts: readonly ContentPart[] =
        typeof content === 'string' ? [{ type: 'text', text: content }] : content
      return withContent('user', encodeParts(parts))
    }
    case 'assistant':
      return ownMessages(message, 'anthropic') ?? encodeAssistant(message, context)
    case 'tool':
      return encodeResults(message.results, context)
  }
}

/** An assistant message that another provider made, in Anthropic's words. */
function encodeAssistant(
  { content, calls = [] }: Extract<Message, { role: 'assistant' }>,
  context: MessageContext,
): readonly JsonObject[] {
  const uses = calls.map((call): JsonObject => {
    const { id, name } = context.referTo(call)
    return { type: 'tool_use', id, name, input: context.wireArguments(call.name, call.arguments) }
  })
  return withContent('assistant', [...encodeParts([{ type: 'text', text: content }]), ...uses])
}

/** A message without content is refused. */
function withContent(role: string, content: readonly JsonObject[]): readonly JsonObject[] {
  return content.length === 0 ? [] : [{ role, content }]
}

function encodeResult(result: ToolResult, context: MessageContext): JsonObject {
  const { id, echo } = context.referTo({ id: result.callId, name: result.toolName, echo: result.echo })
  const content = encodeParts(resultParts(result))
  const [only] = content
  const isPlain = content.length === 1 && only?.['type'] === 'text'
  const toolset = echo['toolset_name']
  return {
    type: 'tool_result',
    tool_use_id: id,
    ...(only === undefined ? {} : { content: isPlain ? (only['text'] ?? '') : content }),
    ...(result.status === 'failed' ? { is_error: true } : {}),
    ...(toolset === undefined ? {} : { toolset_name: toolset }),
  }
}

/** Blocks of text may not be empty: such parts are left out. */
function encodeParts(parts: readonly ContentPart[]): readonly JsonObject[] {
  return parts.flatMap((part) => {
    const block = encodeBinary(part)
    if (block !== undefined) return [block]
    const text = partToText(part)
    return text === '' ? [] : [{ type: 'text', text }]
  })
}

/** The part as an image or document; undefined when it is text, or of a kind that Anthropic does not take. */
function encodeBinary(part: ContentPart): JsonObject | undefined {
  if (part.type === 'text' || part.data === undefined || part.mimeType === undefined) return undefined
  const source = { type: 'base64', media_type: part.mimeType, data: part.data }
  if (IMAGE_TYPES.has(part.mimeType)) return { type: 'image', source }
  return part.mimeType === 'application/pdf' ? { type: 'document', source } : undefined
}
