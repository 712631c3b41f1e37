import { partToText } from '../../results/render.ts'
import type { ContentPart, ToolResult } from '../../results/tool-result.ts'
import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import type { ChatRequest, MessageContext } from '../provider-format.ts'
import type { Message, TranscriptCall } from '../transcript.ts'
import { ownMessages } from '../wire/own-messages.ts'
import { flaggedText, resultParts } from '../wire/result-content.ts'

/** What Google names for calls that Gemini did not make, which it would refuse without a signature. */
const FOREIGN_SIGNATURE = 'skip_thought_signature_validator'

/** One content with a part for each result: other parts must not stand beside them. */
export function writeResults(results: readonly ToolResult[], context: MessageContext): readonly JsonObject[] {
  if (results.length === 0) return []
  return [{ role: 'user', parts: results.map((result) => writeResult(result, context)) }]
}

function writeResult(result: ToolResult, { referTo }: MessageContext): JsonObject {
  const { id, ownId, name } = referTo({ id: result.callId, name: result.toolName, echo: result.echo })
  const files = result.ok ? resultParts(result).filter(isFile).map(inlineData) : []
  return {
    functionResponse: {
      ...(ownId ? { id } : {}),
      name,
      response: result.status === 'failed' ? { error: flaggedText(result) } : { output: outputOf(result) },
      ...(files.length === 0 ? {} : { parts: files }),
    },
  }
}

function outputOf(result: ToolResult): JsonValue {
  if (!result.ok) return flaggedText(result)
  if (result.content.type === 'json') return result.content.value
  return resultParts(result)
    .filter((part) => !isFile(part))
    .map(partToText)
    .join('\n')
}

type FilePart = ContentPart & { readonly data: string; readonly mimeType: string }

function isFile(part: ContentPart): part is FilePart {
  return part.type !== 'text' && part.data !== undefined && part.mimeType !== undefined
}

function inlineData({ mimeType, data }: FilePart): JsonObject {
  return { inlineData: { mimeType, data } }
}

/** A whole request body; the model and whether to stream are said in the address. */
export function writeRequest(
  { messages, maxTokens, temperature, tools, extra }: ChatRequest,
  context: MessageContext,
  providerId: string,
): JsonObject {
  const system = messages.filter((message) => message.role === 'system')
  const config = {
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
  }
  return {
    ...(system.length === 0
      ? {}
      : { systemInstruction: { parts: system.map(({ content }) => ({ text: content })) } }),
    contents: messages.flatMap((message) => writeMessage(message, context, providerId)),
    ...tools,
    ...(Object.keys(config).length === 0 ? {} : { generationConfig: config }),
    ...extra,
  }
}

function writeMessage(message: Message, context: MessageContext, providerId: string): readonly JsonObject[] {
  switch (message.role) {
    case 'system':
      return []
    case 'user':
      return [{ role: 'user', parts: userParts(message.content) }]
    case 'assistant':
      return ownMessages(message, providerId) ?? writeAssistant(message, context)
    case 'tool':
      return writeResults(message.results, context)
  }
}

function userParts(content: string | readonly ContentPart[]): readonly JsonObject[] {
  if (typeof content === 'string') return [{ text: content }]
  return content.map((part) => (isFile(part) ? inlineData(part) : { text: partToText(part) }))
}

function writeAssistant(
  { content, calls = [] }: Extract<Message, { role: 'assistant' }>,
  context: MessageContext,
): readonly JsonObject[] {
  const parts = [
    ...(content === '' ? [] : [{ text: content }]),
    ...calls.map((call, index) => writeCall(call, index === 0, context)),
  ]
  return parts.length === 0 ? [] : [{ role: 'model', parts }]
}

function writeCall(call: TranscriptCall, isFirst: boolean, context: MessageContext): JsonObject {
  const { id, ownId, name, echo } = context.referTo(call)
  const signature = echo['thoughtSignature'] ?? (isFirst ? FOREIGN_SIGNATURE : undefined)
  return {
    functionCall: {
      ...(ownId ? { id } : {}),
      name,
      args: context.wireArguments(call.name, call.arguments),
    },
    ...(signature === undefined ? {} : { thoughtSignature: signature }),
  }
}
