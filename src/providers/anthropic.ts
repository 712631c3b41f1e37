import type { JsonObject } from '../schema/json-schema.ts'
import { ANTHROPIC_STRICT } from './dialects/anthropic-strict.ts'
import { JSON_SCHEMA } from './dialects/json-schema.ts'
import { decodeMessage, isAnthropicAnswer } from './anthropic/decode-message.ts'
import { encodeRequest, encodeResults } from './anthropic/encode-messages.ts'
import { createMessageAssembler } from './anthropic/message-assembler.ts'
import type { ProviderFormat, ToolControls, WireTool } from './provider-format.ts'
import { SAFE_IDS } from './wire/safe-ids.ts'

/** Finds deferred tools. It is never deferred itself, so there always is a tool that is not, as the API demands. */
const TOOL_SEARCH: JsonObject = Object.freeze({
  type: 'tool_search_tool_regex_20251119',
  name: 'tool_search_tool_regex',
})

/** Anthropic Messages, `POST /v1/messages`. */
export const anthropic: ProviderFormat = Object.freeze<ProviderFormat>({
  id: 'anthropic',
  title: 'Anthropic Messages',
  capabilities: {
    strict: true,
    deferral: true,
    cacheHints: true,
    examples: true,
    namedChoice: true,
    noneChoice: true,
    parallelFlag: true,
    errorFlag: true,
    imageResults: true,
    // A whole answer has values; a stream has text, which is kept.
    argumentsAs: 'text',
  },
  names: { pattern: /^[a-zA-Z0-9_-]{1,64}$/, maxLength: 64 },
  ids: SAFE_IDS,
  dialects: { plain: JSON_SCHEMA, strict: ANTHROPIC_STRICT },
  budgets: { strictTools: 20, strictOptionalProperties: 24, strictUnions: 16 },

  encodeTool,
  encodeTools(tools) {
    return tools.some((tool) => tool['defer_loading'] === true) ? [TOOL_SEARCH, ...tools] : tools
  },
  encodeControls(tools, controls) {
    if (tools === undefined) return { request: {}, warnings: [] }
    const choice = encodeChoice(controls)
    return { request: { tools, ...(choice === undefined ? {} : { tool_choice: choice }) }, warnings: [] }
  },

  recognises: isAnthropicAnswer,
  decode: decodeMessage,
  createAssembler: createMessageAssembler,
  encodeResults,
  chat: {
    baseUrl: 'https://api.anthropic.com',
    keyVariable: 'ANTHROPIC_API_KEY',
    framing: 'sse',
    path: () => '/v1/messages',
    headers: (apiKey) => ({
      'anthropic-version': '2023-06-01',
      ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
    }),
    encodeRequest,
  },
})

function encodeTool(tool: WireTool): JsonObject {
  const { name, description, inputSchema, strict, deferred, cacheUntilHere, examples } = tool
  return {
    name,
    description,
    input_schema: inputSchema,
    ...(strict ? { strict: true } : {}),
    ...(examples.length === 0 ? {} : { input_examples: examples }),
    // Both together are refused: what is loaded later is not in the cached prefix.
    ...(deferred ? { defer_loading: true } : cacheUntilHere ? { cache_control: { type: 'ephemeral' } } : {}),
  }
}

/** Undefined when the default says the same. */
function encodeChoice({ choice, parallel }: ToolControls): JsonObject | undefined {
  if (choice === 'none') return { type: 'none' }
  const single = parallel === false ? { disable_parallel_tool_use: true } : {}
  if (choice === 'required') return { type: 'any', ...single }
  if (choice !== 'auto') return { type: 'tool', name: choice.tool, ...single }
  return parallel === false ? { type: 'auto', ...single } : undefined
}
