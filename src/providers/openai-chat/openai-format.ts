import { JSON_SCHEMA } from '../dialects/json-schema.ts'
import { OPENAI_STRICT } from '../dialects/openai-strict.ts'
import type { FinishReason } from '../decoded.ts'
import type { ProviderFormat } from '../provider-format.ts'
import { createChatAssembler } from './chat-assembler.ts'
import type { ChatFacts } from './chat-facts.ts'
import { type ChatWriting, encodeChatRequest } from './chat-messages.ts'
import { bearerHeaders, encodeChatControls, encodeWithoutParallel } from './chat-tools.ts'
import { decodeChat, recognisesChat } from './decode-chat.ts'
import { encodeOpenAiResults, openAiImage } from './openai-results.ts'
import type { OpenAiServer } from './openai-server.ts'

const FINISHES: ReadonlyMap<string, FinishReason> = new Map([
  ['stop', 'stop'],
  ['tool_calls', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['length', 'length'],
  ['content_filter', 'blocked'],
  // Words of servers that speak the same format: Together, OpenRouter, DeepSeek.
  ['eos', 'stop'],
  ['error', 'error'],
  ['insufficient_system_resource', 'error'],
])

/** OpenAI Chat Completions as one server speaks them. */
export function createOpenAiFormat(server: OpenAiServer): ProviderFormat {
  const { id, title = id, baseUrl, keyVariable, keyHeader, maxTools } = server
  const { strict: hasStrict = false, namedChoice = true, parallelFlag = true } = server
  const { streamOptions = true, maxTokensField = 'max_tokens' } = server
  const facts: ChatFacts = { id, title, finishes: FINISHES, nameBeginsCall: false }
  const writing: ChatWriting = {
    id,
    maxTokensField,
    streaming: streamOptions ? { stream: true, stream_options: { include_usage: true } } : { stream: true },
    imagePiece: openAiImage,
    encodeResults: encodeOpenAiResults,
    assistant: (content, calls) => ({
      role: 'assistant',
      content: content === '' && calls.length > 0 ? null : content,
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    }),
  }
  return {
    id,
    title,
    capabilities: {
      strict: hasStrict,
      deferral: false,
      cacheHints: false,
      examples: false,
      namedChoice,
      noneChoice: true,
      parallelFlag,
      errorFlag: false,
      imageResults: true,
      argumentsAs: 'text',
    },
    names: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 64 },
    dialects: { plain: JSON_SCHEMA, ...(hasStrict ? { strict: OPENAI_STRICT } : {}) },
    budgets: maxTools === undefined ? {} : { tools: maxTools },

    encodeTool: ({ name, description, inputSchema, strict }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema, ...(hasStrict ? { strict } : {}) },
    }),
    encodeTools: (tools) => tools,
    encodeControls: parallelFlag
      ? encodeChatControls
      : (tools, controls) => encodeWithoutParallel(tools, controls, title),

    recognises: recognisesChat,
    decode: (response) => decodeChat(response, facts),
    createAssembler: () => createChatAssembler(facts),

    encodeResults: encodeOpenAiResults,
    chat: {
      baseUrl,
      keyVariable,
      framing: 'sse',
      path: () => '/chat/completions',
      headers: (apiKey) =>
        keyHeader === undefined || apiKey === undefined ? bearerHeaders(apiKey) : { [keyHeader]: apiKey },
      encodeRequest: (request, context) => encodeChatRequest(writing, request, context),
    },
  }
}
