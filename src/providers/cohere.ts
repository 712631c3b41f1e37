import { partToText } from '../results/render.ts'
import type { ContentPart, ToolResult } from '../results/tool-result.ts'
import type { JsonObject, JsonValue } from '../schema/json-schema.ts'
import { createCohereAssembler } from './cohere/cohere-assembler.ts'
import { decodeCohere, recognisesCohere } from './cohere/decode-cohere.ts'
import { JSON_SCHEMA } from './dialects/json-schema.ts'
import { measure } from './dialects/lower/measure.ts'
import { type ChatWriting, encodeChatRequest } from './openai-chat/chat-messages.ts'
import { bearerHeaders, oneAtATime } from './openai-chat/chat-tools.ts'
import type { EncodedControls, MessageContext, ProviderFormat, ToolControls } from './provider-format.ts'
import { fieldsOf, listOf, textOf } from './wire/read-fields.ts'
import { resultParts, resultText } from './wire/result-content.ts'

const WRITING: ChatWriting = {
  id: 'cohere',
  maxTokensField: 'max_tokens',
  streaming: { stream: true },
  imagePiece: (url) => ({ type: 'image_url', image_url: { url } }),
  encodeResults,
  // What was said before a call is its plan.
  assistant: (content, calls) =>
    calls.length === 0
      ? { role: 'assistant', content }
      : { role: 'assistant', ...(content === '' ? {} : { tool_plan: content }), tool_calls: calls },
}

function encodeControls(
  tools: JsonObject | readonly JsonObject[] | undefined,
  { choice, parallel, strict }: ToolControls,
): EncodedControls {
  if (tools === undefined) return { request: {}, warnings: [] }
  const word = choice === 'auto' ? undefined : choice === 'none' ? 'NONE' : 'REQUIRED'
  const refusal = strict ? strictRefusal(tools) : undefined
  const request: JsonObject = {
    tools,
    ...(word === undefined ? {} : { tool_choice: word }),
    ...(strict && refusal === undefined ? { strict_tools: true } : {}),
  }
  const warnings = refusal === undefined ? [] : [refusal]
  return { request, warnings: parallel === false ? [...warnings, oneAtATime('Cohere')] : warnings }
}

const MAX_STRICT_FIELDS = 200

/** Strict is said of the whole request: one tool that does not allow it would have all of them refused. */
function strictRefusal(tools: JsonObject | readonly JsonObject[]): string | undefined {
  const functions = listOf(tools).map((tool) => fieldsOf(fieldsOf(tool)['function']))
  const schemas = functions.map((body) => fieldsOf(body['parameters']))
  const free = functions.filter((_, position) => listOf(schemas[position]?.['required']).length === 0)
  if (free.length > 0) {
    const names = free.map(({ name }) => `\`${textOf(name) ?? ''}\``).join(', ')
    return `Cohere takes strict for the whole request, and only where every tool has a required parameter; it is left out because of ${names}.`
  }
  const fields = schemas.reduce((sum, schema) => sum + measure(schema, {}).counts.properties, 0)
  return fields > MAX_STRICT_FIELDS
    ? `Cohere takes strict for ${MAX_STRICT_FIELDS} fields in all; it is left out because there are ${fields}.`
    : undefined
}

function encodeResults(results: readonly ToolResult[], context: MessageContext): readonly JsonObject[] {
  return results.map((result) => {
    const { id } = context.referTo({ id: result.callId, name: result.toolName, echo: result.echo })
    return { role: 'tool', tool_call_id: id, content: encodeContent(result) }
  })
}

/** Resources with text become documents, which the model can cite; everything else is text. */
function encodeContent(result: ToolResult): JsonValue {
  const parts = resultParts(result)
  return parts.some(isDocument) ? parts.map(encodePart) : resultText(result)
}

function isDocument(part: ContentPart): boolean {
  return part.type === 'resource' && part.text !== undefined
}

function encodePart(part: ContentPart): JsonObject {
  if (part.type !== 'resource' || part.text === undefined) return { type: 'text', text: partToText(part) }
  return { type: 'document', document: { id: part.uri, data: { text: part.text } } }
}

/** Cohere's chat, version 2. */
export const cohere: ProviderFormat = {
  id: 'cohere',
  title: 'Cohere',
  capabilities: {
    strict: true,
    deferral: false,
    cacheHints: false,
    examples: false,
    namedChoice: false,
    noneChoice: true,
    parallelFlag: false,
    errorFlag: false,
    imageResults: false,
    argumentsAs: 'text',
  },
  names: { pattern: /^[a-zA-Z_][a-zA-Z0-9_-]*$/, maxLength: 64 },
  dialects: { plain: JSON_SCHEMA, strict: JSON_SCHEMA },
  budgets: {},

  encodeTool: ({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }),
  encodeTools: (tools) => tools,
  encodeControls,

  recognises: recognisesCohere,
  decode: decodeCohere,
  createAssembler: createCohereAssembler,

  encodeResults,
  chat: {
    baseUrl: 'https://api.cohere.com',
    keyVariable: 'CO_API_KEY',
    framing: 'sse',
    path: () => '/v2/chat',
    headers: bearerHeaders,
    encodeRequest: (request, context) => encodeChatRequest(WRITING, request, context),
  },
}
