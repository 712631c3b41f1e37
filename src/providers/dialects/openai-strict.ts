import type { SchemaDialect } from './schema-dialect.ts'

/** Looking around is not taken; named groups `(?<name>` are. */
const LOOKAROUND = /\(\?<?[=!]/

/** OpenAI strict, Chat Completions and Responses alike: closed objects, every property required, no maps. */
export const OPENAI_STRICT: SchemaDialect = {
  id: 'openai-strict',
  verbatim: false,
  strict: true,
  keywords: {
    pattern: 'keep',
    minimum: 'keep',
    maximum: 'keep',
    exclusiveMinimum: 'keep',
    exclusiveMaximum: 'keep',
    multipleOf: 'keep',
    minItems: 'keep',
    maxItems: 'keep',
    default: 'describe',
    examples: 'describe',
    example: 'describe',
  },
  otherKeywords: 'describe',
  takes: { pattern: (value) => typeof value === 'string' && !LOOKAROUND.test(value) },
  required: 'all',
  closedObjects: true,
  maps: 'entries',
  nullForm: 'type',
  typeLists: true,
  untyped: 'refuse',
  enumValues: 'any',
  const: 'keep',
  oneOf: 'anyOf',
  unions: 'alone',
  allOf: 'merge',
  references: 'alone',
  recursion: true,
  tuples: 'union',
  formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
  rootUnion: 'wrap',
  rootDescription: true,
  limits: {
    properties: 5_000,
    depth: 10,
    enumValues: 1_000,
    largeEnum: { values: 250, characters: 15_000 },
    nameCharacters: 120_000,
  },
}
