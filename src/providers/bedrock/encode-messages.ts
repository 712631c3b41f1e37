import { partToText } from '../../results/render.ts'
import type { ContentPart, ToolResult } from '../../results/tool-result.ts'
import type { JsonObject } from '../../schema/json-schema.ts'
import type { ChatRequest, MessageContext } from '../provider-format.ts'
import type { Message } from '../transcript.ts'
import { mergeUserMessages } from '../wire/merge-user-messages.ts'
import { ownMessages } from '../wire/own-messages.ts'
import { NINE_CHARACTERS } from '../wire/nine-character-ids.ts'
import { fieldsOf, isFields, listOf, textOf } from '../wire/read-fields.ts'
import { resultParts } from '../wire/result-content.ts'

const IMAGE_FORMATS: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
])

/** Stands in where no tool may be called: Bedrock refuses a history with calls when a request has no tools. */
const NO_TOOLS: JsonObject = Object.freeze({
  tools: [
    {
      toolSpec: {
        name: 'no_tool_available',
        description: 'No tool can be called now. Answer in words.',
        inputSchema: { json: { type: 'object', properties: {} } },
      },
    },
  ],
})

/** All results of a turn in one user message, in the order of the calls. */
export function encodeResults(
  results: readonly ToolResult[],
  context: MessageContext,
): readonly JsonObject[] {
  if (results.length === 0) return []
  return [{ role: 'user', content: results.map((result) => encodeResult(result, context)) }]
}

/** A whole request body; the model is in the path. */
export function encodeRequest(request: ChatRequest, context: MessageContext): JsonObject {
  const { maxTokens, temperature, tools, extra } = request
  const system = request.messages.flatMap((message) =>
    message.role === 'system' ? encodeParts([{ type: 'text', text: message.content }]) : [],
  )
  const encoded = request.messages.flatMap((message) => encodeMessage(message, context))
  const merged = mergeUserMessages(encoded, (block) => isFields(block['toolResult']))
  const messages = isMistral(request.model) ? merged.map(withNineCharacters) : merged
  const inferenceConfig = {
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
  }
  return {
    messages,
    ...(system.length === 0 ? {} : { system }),
    ...(Object.keys(inferenceConfig).length === 0 ? {} : { inferenceConfig }),
    ...(tools === undefined && messages.some(hasToolBlock) ? { toolConfig: NO_TOOLS } : {}),
    ...tools,
    ...extra,
  }
}

/** `mistral.mistral-large-2407-v1:0`, `eu.mistral.pixtral-large-2502-v1:0`, or an ARN that ends so. */
function isMistral(model: string): boolean {
  return /(?:^|[./])mistral\./.test(model)
}

/** Mistral's models refuse ids of any other form, also those that Bedrock gave itself. */
function withNineCharacters(message: JsonObject): JsonObject {
  const content = listOf(message['content']).map((block) => {
    const fields = fieldsOf(block)
    const kind = ['toolUse', 'toolResult'].find((name) => isFields(fields[name]))
    if (kind === undefined) return fields
    const tool = fieldsOf(fields[kind])
    const id = textOf(tool['toolUseId']) ?? ''
    if (NINE_CHARACTERS.pattern.test(id)) return fields
    return { ...fields, [kind]: { ...tool, toolUseId: NINE_CHARACTERS.rewrite(id) } }
  })
  return { ...message, content }
}

function hasToolBlock(message: JsonObject): boolean {
  return listOf(message['content']).some(
    (block) => isFields(block) && (isFields(block['toolUse']) || isFields(block['toolResult'])),
  )
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
      return ownMessages(message, 'bedrock') ?? encodeAssistant(message, context)
    case 'tool':
      return encodeResults(message.results, context)
  }
}

/** An assistant message that another provider made, in Bedrock's words. */
function encodeAssistant(
  { content, calls = [] }: Extract<Message, { role: 'assistant' }>,
  context: MessageContext,
): readonly JsonObject[] {
  const uses = calls.map((call): JsonObject => {
    const { id, name } = context.referTo(call)
    return { toolUse: { toolUseId: id, name, input: context.wireArguments(call.name, call.arguments) } }
  })
  return withContent('assistant', [...encodeParts([{ type: 'text', text: content }]), ...uses])
}

/** A message without content is refused. */
function withContent(role: string, content: readonly JsonObject[]): readonly JsonObject[] {
  return content.length === 0 ? [] : [{ role, content }]
}

function encodeResult(result: ToolResult, context: MessageContext): JsonObject {
  const { id } = context.referTo({ id: result.callId, name: result.toolName, echo: result.echo })
  const content = encodeContent(result)
  return {
    toolResult: {
      toolUseId: id,
      status: result.status === 'failed' ? 'error' : 'success',
      content: content.length === 0 ? [{ text: '(no output)' }] : content,
    },
  }
}

/** `json` takes objects alone: other values are sent as text. */
function encodeContent(result: ToolResult): readonly JsonObject[] {
  if (result.ok && result.content.type === 'json' && isFields(result.content.value)) {
    return [{ json: result.content.value }]
  }
  return encodeParts(resultParts(result))
}

/** Blank text is refused: such parts are left out. */
function encodeParts(parts: readonly ContentPart[]): readonly JsonObject[] {
  return parts.flatMap((part): JsonObject[] => {
    const format = part.type === 'text' ? undefined : IMAGE_FORMATS.get(part.mimeType ?? '')
    if (part.type !== 'text' && part.data !== undefined && format !== undefined) {
      return [{ image: { format, source: { bytes: part.data } } }]
    }
    const text = partToText(part)
    return text.trim() === '' ? [] : [{ text }]
  })
}
