import { CATEGORIES } from '../../define/categories.ts'
import { CONSTRAINT_RANGES } from '../../define/constraints.ts'
import { DANGER_LEVELS } from '../../define/danger-levels.ts'
import { CONSTRAINT_FIELDS, snakeFieldName } from '../../define/field-names.ts'
import { ISOLATION_LEVELS } from '../../define/isolation.ts'
import { PARAMETER_TYPES } from '../../define/parameter.ts'
import { KNOWN_PERMISSIONS } from '../../define/permissions.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { LIMITS } from '../../validate/limits.ts'
import { ALIAS_FIELDS, ALIAS_RUNNERS, FILE_FIELDS, RUNNER_FIELDS, RUNNERS } from './runners.ts'
import { RUNNER_SCHEMAS } from './runner-schemas.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

/** Where editors find it. */
const TOOL_FILE_SCHEMA_ID = 'https://unpkg.com/toolwright/schema/tool-file.schema.json'

const SOMETHING = '\\S'
const NAME = '^[a-z][a-z0-9_]*$'

/** The JSON Schema of a definition file, made of the tables that the reader goes by; for editors. */
export function toolFileSchema(): JsonSchema {
  const list: JsonSchema = { type: 'array', items: { $ref: '#/$defs/tool' } }
  const withList: JsonSchema = {
    properties: { $schema: { type: 'string' }, tools: list },
    patternProperties: { '^x-': true },
    additionalProperties: false,
  }
  const one: JsonSchema = { $ref: '#/$defs/tool', properties: { $schema: { type: 'string' } } }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: TOOL_FILE_SCHEMA_ID,
    title: 'Tools of Toolwright',
    description: 'One tool, a list of tools, or `tools:` with a list.',
    type: ['object', 'array'],
    ...when({ type: 'array' }, list, when({ required: ['tools'] }, withList, one)),
    $defs: {
      tool: { properties: toolProperties(), propertyNames: { enum: toolNames() }, ...toolRules() },
      parameter: parameterSchema(true),
      items: parameterSchema(false),
    },
  }
}

/** `if`, `then`, `else`. Not as a literal: an object with a `then` is taken for a promise. */
function when(condition: JsonSchema, then: JsonSchema, otherwise?: JsonSchema): JsonSchema {
  const entries = [
    ['if', condition],
    ['then', then],
    ...(otherwise === undefined ? [] : [['else', otherwise]]),
  ]
  return Object.fromEntries(entries) as JsonSchema
}

// `$schema` may stand beside the fields of a tool that is the whole file.
const toolNames = (): string[] => ['$schema', ...FILE_FIELDS, ...RUNNER_FIELDS]

const text = (maxLength: number, rest: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  ...rest,
})

/** Null stands for absent. */
const nullable = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema.type as 'string', 'null'] })
const choice = (values: readonly string[]): JsonSchema => ({ enum: [...values, null] })

function toolProperties(): Schemas {
  const fields: Schemas = {
    name: nullable(
      text(LIMITS.nameCharacters, {
        pattern: NAME,
        not: { enum: ['execute', 'run', 'call', 'invoke'] },
        description: 'snake_case; what the model calls it.',
      }),
    ),
    description: nullable(
      text(LIMITS.importedDescriptionCharacters, {
        pattern: SOMETHING,
        description: 'What the model chooses by.',
      }),
    ),
    parameters: nullable({
      type: 'array',
      maxItems: LIMITS.parameters,
      items: { $ref: '#/$defs/parameter' },
      description: 'The arguments, one by one; or give `input_schema`.',
    }),
    input_schema: nullable({ type: 'object', description: 'JSON Schema of the arguments.' }),
    output_schema: nullable({ type: 'object', description: 'JSON Schema of the result.' }),
    category: choice(Object.keys(CATEGORIES)),
    danger_level: { ...choice(DANGER_LEVELS), description: 'Decides what is asked before a call.' },
    constraints: constraintsSchema(),
    required_permissions: nullable({
      type: 'array',
      items: { type: 'string', examples: KNOWN_PERMISSIONS },
      description: 'Each must be held by the caller.',
    }),
    requires_confirmation: nullable({ type: 'boolean' }),
    version: nullable(
      text(LIMITS.versionCharacters, { pattern: '^\\d+\\.\\d+\\.\\d+', examples: ['1.0.0'] }),
    ),
    tags: nullable({
      type: 'array',
      maxItems: LIMITS.tags,
      uniqueItems: true,
      items: text(LIMITS.tagCharacters, { pattern: SOMETHING }),
    }),
    enabled: nullable({ type: 'boolean' }),
    metadata: nullable({ type: 'object', description: 'Yours; never read.' }),
    origin: nullable({
      type: 'object',
      properties: { source: text(LIMITS.originCharacters), name: text(LIMITS.originCharacters) },
      required: ['source', 'name'],
      additionalProperties: false,
      description: 'Where it comes from, when it is somebody else’s.',
    }),
  }
  return { ...fields, ...RUNNER_SCHEMAS }
}

function constraintsSchema(): JsonSchema {
  const whole = (range: { minimum: number; maximum: number }): JsonSchema =>
    nullable({ type: 'integer', ...range })
  const texts: JsonSchema = { type: 'array', items: { type: 'string', minLength: 1 } }
  const schemas: Readonly<Record<(typeof CONSTRAINT_FIELDS)[number], JsonSchema>> = {
    maxExecutionMs: whole(CONSTRAINT_RANGES.maxExecutionMs),
    maxOutputBytes: whole(CONSTRAINT_RANGES.maxOutputBytes),
    allowSideEffects: nullable({ type: 'boolean' }),
    isolation: choice(ISOLATION_LEVELS),
    allow: nullable({
      type: 'object',
      properties: { read: texts, write: texts, hosts: texts },
      additionalProperties: false,
    }),
  }
  const properties = CONSTRAINT_FIELDS.map((field) => [snakeFieldName(field), schemas[field]])
  return nullable({
    type: 'object',
    properties: Object.fromEntries(properties) as Schemas,
    additionalProperties: false,
  })
}

/** A field that is there and not null. */
const given = (name: string): JsonSchema => ({
  required: [name],
  properties: { [name]: { not: { type: 'null' } } },
})
const absent = (name: string): JsonSchema => ({ not: given(name) })

function toolRules(): JsonSchema {
  const isAlias: JsonSchema = { anyOf: ALIAS_RUNNERS.map(given) }
  const aliasFields = new Set<string>(ALIAS_FIELDS.map(snakeFieldName))
  const hasInput: JsonSchema = { oneOf: [given('parameters'), given('input_schema')] }
  const inputSchema: JsonSchema = {
    properties: {
      input_schema: {
        type: ['object', 'null'],
        properties: { type: { const: 'object' }, properties: { type: 'object' } },
        required: ['type', 'properties'],
      },
    },
  }
  const short: JsonSchema = { properties: { description: { maxLength: LIMITS.descriptionCharacters } } }
  const own: JsonSchema = { ...short, allOf: [inputSchema, hasInput] }
  // Of somebody else's tool what is missing is mended.
  const isForeign: JsonSchema = { allOf: [given('origin'), absent('http')] }
  return {
    type: 'object',
    // Exactly one of them runs the tool.
    oneOf: RUNNERS.map(given),
    allOf: [
      when(given('export'), given('module')),
      when(
        isAlias,
        // The tool itself says the rest.
        { ...short, allOf: FILE_FIELDS.filter((field) => !aliasFields.has(field)).map(absent) },
        { allOf: [given('name'), given('description'), when({ not: isForeign }, own)] },
      ),
    ],
  }
}

function parameterSchema(hasName: boolean): JsonSchema {
  const numeric: JsonSchema = { properties: { type: { enum: ['integer', 'number'] } } }
  const own: Schemas = hasName
    ? {
        name: text(LIMITS.parameterNameCharacters, { pattern: NAME }),
        required: { type: 'boolean' },
        default: {},
      }
    : { name: {} }
  return {
    type: 'object',
    properties: {
      ...own,
      type: { enum: [...PARAMETER_TYPES] },
      description: { type: 'string', maxLength: LIMITS.parameterDescriptionCharacters },
      enum: { type: 'array', minItems: 1, maxItems: LIMITS.enumValues, uniqueItems: true },
      minimum: { type: 'number' },
      maximum: { type: 'number' },
      items: { $ref: '#/$defs/items' },
      schema: { type: 'object' },
    },
    required: hasName ? ['name', 'type'] : ['type'],
    additionalProperties: false,
    allOf: [
      when({ anyOf: [{ required: ['minimum'] }, { required: ['maximum'] }] }, numeric),
      when({ required: ['items'] }, { properties: { type: { const: 'array' } } }),
      ...PARAMETER_TYPES.map((type) =>
        when(
          { properties: { type: { const: type } }, required: ['type', 'enum'] },
          { properties: { enum: { items: { type } } } },
        ),
      ),
      when(
        { properties: { type: { enum: ['array', 'object'] } }, required: ['type'] },
        { anyOf: [{ required: ['items'] }, { required: ['schema'] }, { required: ['enum'] }] },
      ),
      ...(hasName
        ? [when({ properties: { required: { const: true } }, required: ['required'] }, absent('default'))]
        : []),
    ],
  }
}
