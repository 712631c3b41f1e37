import type { JsonObject } from '../schema/json-schema.ts'
import { GEMINI_JSON } from './dialects/gemini-json.ts'
import { GEMINI_OPENAPI } from './dialects/gemini-openapi.ts'
import { createGeminiAssembler } from './gemini/assemble-stream.ts'
import { readAnswer, recognisesAnswer } from './gemini/read-answer.ts'
import { writeRequest, writeResults } from './gemini/write-messages.ts'
import type { EncodedControls, ProviderFormat, ToolControls, WireTool } from './provider-format.ts'
import { fieldsOf } from './wire/read-fields.ts'

const ID = 'gemini'

/** Gemini `generateContent` and `streamGenerateContent`, on the Gemini API and on Vertex. */
export const gemini: ProviderFormat = {
  id: ID,
  title: 'Gemini',
  capabilities: {
    strict: true,
    deferral: false,
    cacheHints: false,
    examples: false,
    namedChoice: true,
    noneChoice: true,
    parallelFlag: false,
    errorFlag: true,
    imageResults: true,
    argumentsAs: 'value',
  },
  // Gemini takes 128 characters; 64 is what every provider takes.
  names: { pattern: /^[a-zA-Z_][a-zA-Z0-9_.:-]*$/, maxLength: 64 },
  // Strict is a mode of the request, not another schema.
  dialects: { plain: GEMINI_JSON, strict: GEMINI_JSON },
  budgets: {},

  encodeTool,
  encodeTools: (tools) => [{ functionDeclarations: tools }],
  encodeControls,
  recognises: recognisesAnswer,
  decode: readAnswer,
  createAssembler: createGeminiAssembler,
  encodeResults: writeResults,
  chat: {
    baseUrl: 'https://generativelanguage.googleapis.com',
    keyVariable: 'GEMINI_API_KEY',
    framing: 'sse',
    path: (model, stream) =>
      `/v1beta/${modelPath(model)}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    headers: (apiKey): Readonly<Record<string, string>> =>
      apiKey === undefined ? {} : { 'x-goog-api-key': apiKey },
    encodeRequest: (request, context) => writeRequest(request, context, ID),
  },
}

/**
 * Gemini where it takes `parameters` alone, a part of OpenAPI 3.0: the Live API and older gateways. Give it in place of
 * the id: `provider(geminiParameters)`.
 */
export const geminiParameters: ProviderFormat = {
  ...gemini,
  dialects: { plain: GEMINI_OPENAPI, strict: GEMINI_OPENAPI },
  encodeTool: ({ name, description, inputSchema }) => ({
    name,
    description,
    ...(takesNothing(inputSchema) ? {} : { parameters: inputSchema }),
  }),
}

function encodeTool({ name, description, inputSchema, outputSchema }: WireTool): JsonObject {
  return {
    name,
    description,
    ...(takesNothing(inputSchema) ? {} : { parametersJsonSchema: inputSchema }),
    ...(outputSchema === undefined ? {} : { responseJsonSchema: outputSchema }),
  }
}

/** Keywords that say nothing when there is no property. */
const EMPTY_OBJECT_KEYWORDS = new Set(['type', 'properties', 'required', 'additionalProperties'])

/** Gemini wants the schema left out of a tool without parameters. */
function takesNothing(schema: JsonObject): boolean {
  return (
    Object.keys(schema).every((keyword) => EMPTY_OBJECT_KEYWORDS.has(keyword)) &&
    Object.keys(fieldsOf(schema['properties'])).length === 0 &&
    (schema['additionalProperties'] ?? false) === false
  )
}

function encodeControls(
  tools: JsonObject | readonly JsonObject[] | undefined,
  { choice, parallel, strict }: ToolControls,
): EncodedControls {
  if (tools === undefined) return { request: {}, warnings: [] }
  const config = callingConfig(choice, strict)
  return {
    request: {
      tools,
      ...(config === undefined ? {} : { toolConfig: { functionCallingConfig: config } }),
    },
    warnings:
      parallel === false ? ['Gemini has no flag for single calls: an answer may still hold several.'] : [],
  }
}

/** ANY holds calls to the schema as VALIDATED does; AUTO is the default. */
function callingConfig(choice: ToolControls['choice'], strict: boolean): JsonObject | undefined {
  if (typeof choice === 'object') return { mode: 'ANY', allowedFunctionNames: [choice.tool] }
  switch (choice) {
    case 'none':
      return { mode: 'NONE' }
    case 'required':
      return { mode: 'ANY' }
    case 'auto':
      return strict ? { mode: 'VALIDATED' } : undefined
  }
}

/** `gemini-3-pro`, `models/gemini-3-pro` and `tunedModels/mine` are all in use. */
function modelPath(model: string): string {
  const path = model.includes('/') ? model : `models/${model}`
  return path.split('/').map(encodeURIComponent).join('/')
}
