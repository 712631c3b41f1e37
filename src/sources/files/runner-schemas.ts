import type { JsonSchema } from '../../schema/json-schema.ts'
import { PARAMETER_PLACES, PARAMETER_STYLES, STYLES_OF_PLACE } from '../http/http-request.ts'
import { HTTP_METHODS } from '../http/http-tool-config.ts'
import { HTTP_FIELDS } from '../http/read-http-config.ts'
import { snakeHttpField } from './http-field-names.ts'
import { COMMAND_FIELDS } from './read-isolated-tool.ts'
import { MODULE_EXTENSIONS } from './read-module.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

const TEXT: JsonSchema = { type: 'string' }
const TEXTS: JsonSchema = { type: 'object', additionalProperties: TEXT }
const FLAG: JsonSchema = { type: 'boolean' }
const SOME_TEXT: JsonSchema = { type: 'string', minLength: 1 }

/** Null stands for absent. */
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })

/** The fields of an object that has no others. */
function closed(schemas: Schemas, required: readonly string[] = [], isNullable = true): JsonSchema {
  const properties = Object.entries(schemas).map(([name, schema]) => [
    name,
    isNullable && !required.includes(name) ? orNull(schema) : schema,
  ])
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as Schemas,
    required: [...required],
    additionalProperties: false,
  }
}

/** A program and its arguments; the program is fixed. */
const ARGV: JsonSchema = {
  type: 'array',
  minItems: 1,
  prefixItems: [{ type: 'string', minLength: 1, not: { pattern: '\\{\\w+\\}' } }],
  items: { type: 'string' },
  examples: [['wc', '-l', '{file}']],
}

const COMMAND: Schemas = {
  argv: ARGV,
  stdin: TEXT,
  working_directory_from: SOME_TEXT,
  timeout_seconds_from: SOME_TEXT,
}

const STYLE: JsonSchema = { enum: [...PARAMETER_STYLES] }
const CONTENT_TYPE: JsonSchema = {
  type: 'string',
  pattern: '^[\\w.+-]+/[\\w.+*-]+(?:\\s*;[\\x20-\\x7e]*)?$',
  examples: ['application/json'],
}

const HTTP: Schemas = {
  method: { enum: [...HTTP_METHODS] },
  url: { type: 'string', examples: ['https://api.example.com/users/{id}'] },
  headers: { ...TEXTS, description: 'Secrets are references: `Bearer ${env:TOKEN}`.' },
  query: TEXTS,
  cookies: TEXTS,
  basic_auth: closed({ username: TEXT, password: TEXT }, ['username', 'password']),
  parameters: {
    type: 'object',
    additionalProperties: closed(
      {
        in: { enum: [...PARAMETER_PLACES] },
        name: TEXT,
        style: STYLE,
        explode: FLAG,
        allow_reserved: FLAG,
        as_json: FLAG,
      },
      ['in'],
    ),
  },
  body: closed({
    content_type: CONTENT_TYPE,
    argument: TEXT,
    is_binary: FLAG,
    fields: {
      type: 'object',
      additionalProperties: closed({
        content_type: CONTENT_TYPE,
        is_file: FLAG,
        style: { enum: [...STYLES_OF_PLACE.body] },
        explode: FLAG,
        allow_reserved: FLAG,
      }),
    },
    is_required: FLAG,
  }),
  timeout_ms: { type: 'integer', minimum: 1, maximum: 600_000 },
  max_response_bytes: { type: 'integer', minimum: 1, maximum: 100 * 1024 * 1024 },
  allow_hosts: { type: 'array', items: TEXT },
}

/** In the order of a table, and no other: a field that is new there is missed here by a test. */
function inOrder(names: readonly string[], schemas: Schemas): Schemas {
  return Object.fromEntries(names.map((name) => [name, schemas[name] ?? {}]))
}

/** What may stand under the fields that name what runs a tool. */
export const RUNNER_SCHEMAS: Schemas = {
  module: {
    type: ['string', 'null'],
    pattern: `(?:${MODULE_EXTENSIONS.map((extension) => `\\${extension}`).join('|')})$`,
    description: 'A file, from this one; it runs at standard isolation.',
  },
  export: {
    type: ['string', 'null'],
    minLength: 1,
    description: 'The export of the module. Default: default.',
  },
  code: {
    type: ['string', 'null'],
    minLength: 1,
    description: 'JavaScript: the body of an async function of `args` and `context`.',
  },
  command: {
    anyOf: [ARGV, closed(inOrder(COMMAND_FIELDS, COMMAND), ['argv'], false), { type: 'null' }],
    description: 'A program, started without a shell; `{name}` stands for an argument.',
  },
  http: orNull({
    ...closed(inOrder(HTTP_FIELDS.map(snakeHttpField), HTTP), ['url']),
    description: 'A request.',
  }),
  mcp: orNull({
    ...closed({ server: SOME_TEXT, tool: SOME_TEXT }, ['server', 'tool']),
    description: 'A tool of a connected MCP server.',
  }),
  builtin: { type: ['string', 'null'], minLength: 1, description: 'A built-in tool, held tighter.' },
}
