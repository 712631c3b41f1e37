import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import type { SchemaDialect } from './schema-dialect.ts'

/** 64-bit integers, which Google's JSON writes as text. */
const COUNTS = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'])

/** Gemini `parameters`: the Schema object of OpenAPI 3.0, in Google's reading. */
export const GEMINI_OPENAPI: SchemaDialect = {
  id: 'gemini-openapi',
  verbatim: false,
  strict: false,
  keywords: {
    default: 'keep',
    example: 'keep',
    minLength: 'keep',
    maxLength: 'keep',
    pattern: 'keep',
    minimum: 'keep',
    maximum: 'keep',
    minItems: 'keep',
    maxItems: 'keep',
    minProperties: 'keep',
    maxProperties: 'keep',
    examples: 'describe',
  },
  otherKeywords: 'describe',
  required: 'declared',
  closedObjects: false,
  maps: 'strip',
  nullForm: 'nullable',
  typeLists: false,
  untyped: 'spell',
  enumValues: 'string',
  const: 'enum',
  oneOf: 'anyOf',
  unions: 'alone',
  allOf: 'merge',
  references: 'inline',
  recursion: false,
  tuples: 'union',
  formats: ['enum', 'date-time'],
  rootUnion: 'fold',
  rootDescription: true,
  propertyNames: /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
  finish: countsAsText,
}

function countsAsText(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([key, value]): [string, JsonValue] =>
    COUNTS.has(key) && typeof value === 'number' ? [key, String(value)] : [key, value],
  )
  return Object.fromEntries(entries)
}
