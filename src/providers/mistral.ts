import type { ToolResult } from '../results/tool-result.ts'
import type { JsonObject, JsonValue } from '../schema/json-schema.ts'
import { JSON_SCHEMA } from './dialects/json-schema.ts'
import { OPENAI_STRICT } from './dialects/openai-strict.ts'
import { createChatAssembler } from './openai-chat/chat-assembler.ts'
import type { ChatFacts } from './openai-chat/chat-facts.ts'
import { type ChatWriting, encodeChatRequest, encodePieces } from './openai-chat/chat-messages.ts'
import { bearerHeaders, encodeChatControls } from './openai-chat/chat-tools.ts'
import { decodeChat, recognisesChat } from './openai-chat/decode-chat.ts'
import type { MessageContext, ProviderFormat } from './provider-format.ts'
import { NINE_CHARACTERS } from './wire/nine-character-ids.ts'
import { resultParts, resultText } from './wire/result-content.ts'

const FACTS: ChatFacts = {
  id: 'mistral',
  title: 'Mistral',
  finishes: new Map([
    ['stop', 'stop'],
    ['tool_calls', 'tool_calls'],
    ['length', 'length'],
    ['model_length', 'length'],
    ['error', 'error'],
  ]),
  // What Mistral's own client puts where an id is missing; it puts index 0 on every call without one.
  noId: 'null',
  ids: NINE_CHARACTERS,
  nameBeginsCall: true,
}

const imagePiece = (url: string): JsonObject => ({ type: 'image_url', image_url: url })

const WRITING: ChatWriting = {
  id: FACTS.id,
  maxTokensField: 'max_tokens',
  streaming: { stream: true },
  imagePiece,
  encodeResults,
  assistant: (content, calls) => ({
    role: 'assistant',
    content,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }),
}

function encodeResults(results: readonly ToolResult[], context: MessageContext): readonly JsonObject[] {
  return results.map((result) => {
    const { id, name } = context.referTo({ id: result.callId, name: result.toolName, echo: result.echo })
    return { role: 'tool', tool_call_id: id, name, content: encodeContent(result) }
  })
}

function encodeContent(result: ToolResult): JsonValue {
  const parts = resultParts(result)
  return parts.some(({ type }) => type === 'image') ? encodePieces(parts, imagePiece) : resultText(result)
}

/** Mistral's chat completions. */
export const mistral: ProviderFormat = {
  id: FACTS.id,
  title: FACTS.title,
  capabilities: {
    strict: true,
    deferral: false,
    cacheHints: false,
    examples: false,
    namedChoice: true,
    noneChoice: true,
    parallelFlag: true,
    errorFlag: false,
    imageResults: true,
    argumentsAs: 'text',
  },
  names: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 64 },
  ids: NINE_CHARACTERS,
  dialects: { plain: JSON_SCHEMA, strict: OPENAI_STRICT },
  budgets: {},

  encodeTool: ({ name, description, inputSchema, strict }) => ({
    type: 'function',
    function: {
      name,
      description,
      // Mistral refuses a function without them.
      parameters: { type: 'object', properties: {}, ...inputSchema },
      ...(strict ? { strict } : {}),
    },
  }),
  encodeTools: (tools) => tools,
  encodeControls(tools, controls) {
    const { request, warnings } = encodeChatControls(tools, controls)
    // `any` is the word that all of its models know.
    return {
      request: request['tool_choice'] === 'required' ? { ...request, tool_choice: 'any' } : request,
      warnings,
    }
  },

  recognises: recognisesChat,
  decode: (response) => decodeChat(response, FACTS),
  createAssembler: () => createChatAssembler(FACTS),

  encodeResults,
  chat: {
    baseUrl: 'https://api.mistral.ai',
    keyVariable: 'MISTRAL_API_KEY',
    framing: 'sse',
    path: () => '/v1/chat/completions',
    headers: bearerHeaders,
    encodeRequest: (request, context) => encodeChatRequest(WRITING, request, context),
  },
}
