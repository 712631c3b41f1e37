import type { JsonObject } from '../schema/json-schema.ts'
import { createConverseAssembler } from './bedrock/converse-assembler.ts'
import { decodeConverse, isConverseAnswer } from './bedrock/decode-converse.ts'
import { encodeRequest, encodeResults } from './bedrock/encode-messages.ts'
import { ANTHROPIC_STRICT } from './dialects/anthropic-strict.ts'
import { INLINED } from './dialects/inlined.ts'
import type { ProviderFormat, ToolChoice, WireTool } from './provider-format.ts'
import { SAFE_IDS } from './wire/safe-ids.ts'

/** AWS Bedrock Converse and ConverseStream. */
export const bedrock: ProviderFormat = Object.freeze<ProviderFormat>({
  id: 'bedrock',
  title: 'Bedrock Converse',
  capabilities: {
    strict: true,
    deferral: false,
    cacheHints: true,
    examples: false,
    namedChoice: true,
    noneChoice: false,
    parallelFlag: false,
    errorFlag: true,
    imageResults: true,
    // A whole answer has values; a stream has text, which is kept.
    argumentsAs: 'text',
  },
  names: { pattern: /^[a-zA-Z0-9_-]{1,64}$/, maxLength: 64 },
  ids: SAFE_IDS,
  // Nova does not follow `$ref`; the models with a strict mode are Anthropic's.
  dialects: { plain: INLINED, strict: ANTHROPIC_STRICT },
  budgets: { strictTools: 20, strictOptionalProperties: 24, strictUnions: 16 },

  encodeTool,
  encodeTools(tools) {
    return tools.flatMap((tool) => {
      const { cachePoint, ...rest } = tool
      return cachePoint === undefined ? [tool] : [rest, { cachePoint }]
    })
  },
  encodeControls(tools, { choice, parallel }) {
    const warnings: string[] = []
    if (choice === 'none') {
      warnings.push(
        'Bedrock has no tool choice `none`: no tools are sent. It refuses a history with calls then, so `encodeRequest` adds a stand-in tool; add one yourself if you write the request.',
      )
    }
    if (tools === undefined || choice === 'none') return { request: {}, warnings }
    if (parallel === false) warnings.push('Bedrock cannot be told to make one call at a time.')
    const toolChoice = encodeChoice(choice)
    return {
      request: { toolConfig: { tools, ...(toolChoice === undefined ? {} : { toolChoice }) } },
      warnings,
    }
  },

  recognises: isConverseAnswer,
  decode: decodeConverse,
  createAssembler: createConverseAssembler,
  encodeResults,
  chat: {
    baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com',
    keyVariable: 'AWS_BEARER_TOKEN_BEDROCK',
    framing: 'aws-event-stream',
    path: (model, stream) => `/model/${encodeURIComponent(model)}/${stream ? 'converse-stream' : 'converse'}`,
    headers: (apiKey): Readonly<Record<string, string>> =>
      apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    encodeRequest,
  },
})

/** The mark for the cache is an entry of its own: `encodeTools` moves it behind the tool. */
function encodeTool({ name, description, inputSchema, strict, cacheUntilHere }: WireTool): JsonObject {
  return {
    toolSpec: { name, description, inputSchema: { json: inputSchema }, ...(strict ? { strict: true } : {}) },
    ...(cacheUntilHere ? { cachePoint: { type: 'default' } } : {}),
  }
}

/** Undefined for `auto`, which is the default: not every model takes a choice at all. */
function encodeChoice(choice: Exclude<ToolChoice, 'none'>): JsonObject | undefined {
  if (choice === 'auto') return undefined
  return choice === 'required' ? { any: {} } : { tool: { name: choice.tool } }
}
