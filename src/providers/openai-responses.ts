import type { JsonObject } from '../schema/json-schema.ts'
import { JSON_SCHEMA } from './dialects/json-schema.ts'
import { OPENAI_STRICT } from './dialects/openai-strict.ts'
import { createOutputAssembler } from './openai-responses/assemble-stream.ts'
import { decodeOutput, recognisesOutput } from './openai-responses/decode-output.ts'
import { encodeInput, encodeOutputs } from './openai-responses/encode-input.ts'
import type { ProviderFormat, ToolChoice } from './provider-format.ts'
import { SAFE_IDS } from './wire/safe-ids.ts'

const ID = 'openai-responses'

/** OpenAI Responses: flat tools, answers and results as items of one list. */
export const openaiResponses: ProviderFormat = {
  id: ID,
  title: 'OpenAI Responses',
  capabilities: {
    strict: true,
    deferral: true,
    cacheHints: false,
    examples: false,
    namedChoice: true,
    noneChoice: true,
    parallelFlag: true,
    errorFlag: false,
    imageResults: true,
    argumentsAs: 'text',
  },
  // The documentation says 128; Chat Completions says 64, and both serve the same models.
  names: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 64 },
  ids: SAFE_IDS,
  dialects: { plain: JSON_SCHEMA, strict: OPENAI_STRICT },
  budgets: { tools: 128 },

  encodeTool: ({ name, description, inputSchema, outputSchema, strict, deferred }) => ({
    type: 'function',
    name,
    description,
    parameters: inputSchema,
    // Left out it would mean: try strict, and rewrite the schema for it.
    strict,
    ...(outputSchema === undefined ? {} : { output_schema: outputSchema }),
    ...(deferred ? { defer_loading: true } : {}),
  }),
  encodeTools: (tools) =>
    // Without the search a deferred tool could never be found.
    tools.some((tool) => tool['defer_loading'] === true) ? [...tools, { type: 'tool_search' }] : tools,
  encodeControls(tools, { choice, parallel }) {
    if (tools === undefined) return { request: {}, warnings: [] }
    return {
      request: {
        tools,
        ...(choice === 'auto' ? {} : { tool_choice: encodeChoice(choice) }),
        ...(parallel === undefined ? {} : { parallel_tool_calls: parallel }),
      },
      warnings: [],
    }
  },

  recognises: recognisesOutput,
  decode: decodeOutput,
  createAssembler: createOutputAssembler,
  encodeResults: encodeOutputs,

  chat: {
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    framing: 'sse',
    path: () => '/responses',
    headers: (apiKey): Record<string, string> =>
      apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    encodeRequest({ model, messages, stream, maxTokens, temperature, tools, extra }, context) {
      const instructions = messages
        .flatMap((message) => (message.role === 'system' ? [message.content] : []))
        .join('\n\n')
      return {
        model,
        ...(instructions === '' ? {} : { instructions }),
        input: encodeInput(messages, ID, context),
        ...tools,
        ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
        ...(temperature === undefined ? {} : { temperature }),
        // The transcript is ours to keep; reasoning then has to travel with it.
        store: false,
        include: ['reasoning.encrypted_content'],
        stream,
        ...extra,
      }
    },
  },
}

function encodeChoice(choice: ToolChoice): string | JsonObject {
  return typeof choice === 'string' ? choice : { type: 'function', name: choice.tool }
}
