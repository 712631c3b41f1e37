import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { geminiParameters } from '../../src/providers/gemini.ts'
import type { ProviderFormat } from '../../src/providers/provider-format.ts'
import { provider } from '../../src/providers/provider.ts'
import type { Message } from '../../src/providers/transcript.ts'
import type { TurnOptions } from '../../src/providers/turn.ts'
import type { ToolDefinition } from '../../src/define/tool-definition.ts'
import { fail, succeed } from '../../src/results/create-result.ts'
import { needsCorpora, readJson } from '../hostile/corpora.ts'
import { importedDefinitions } from '../hostile/imported-definitions.ts'
import { HAND_WRITTEN_SCHEMAS } from '../fixtures/providers/request-schemas.ts'

const OFFICIAL = {
  openai: 'openai.chat-completions.request',
  'openai-responses': 'openai.responses.request',
  anthropic: 'anthropic.messages.request',
  gemini: 'vertex-gemini.generateContent.request',
  ollama: 'ollama.chat.request',
} as const

const NAMES: Readonly<Record<string, RegExp>> = {
  openai: /^[a-zA-Z0-9_-]{1,64}$/,
  'openai-responses': /^[a-zA-Z0-9_-]{1,64}$/,
  anthropic: /^[a-zA-Z0-9_-]{1,64}$/,
  gemini: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
  ollama: /^.+$/,
  bedrock: /^[a-zA-Z0-9_-]{1,64}$/,
  mistral: /^[a-zA-Z0-9_-]{1,64}$/,
  cohere: /^[a-zA-Z0-9_-]{1,64}$/,
}

const CALLS = [
  { id: 'call_1', name: 'get_tide', arguments: '{"port":"Oban"}' },
  { id: 'call_2', name: 'now', arguments: '{}' },
]

const TRANSCRIPT: readonly Message[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'When is the tide?' },
  { role: 'assistant', content: 'Looking.', calls: CALLS },
  {
    role: 'tool',
    results: [
      succeed({ id: 'call_1', name: 'get_tide' }, { type: 'json', value: { height_m: 3.2 } }),
      fail(
        { id: 'call_2', name: 'now' },
        { code: 'EXECUTE_FAILED', message: 'clock stopped', retryable: false },
      ),
    ],
  },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'And this?' },
      { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
    ],
  },
]

const WAYS: readonly TurnOptions[] = [
  {},
  { strict: true },
  { toolChoice: 'required', parallel: false },
  { toolChoice: 'none' },
  { cache: true },
]

type Check = (body: unknown) => string | undefined

/** A check of request bodies against the provider's own schema. */
function officialCheck(id: keyof typeof OFFICIAL): Check {
  const schema = readJson(`provider-request-schemas/${OFFICIAL[id]}.schema.json`) as Record<string, unknown>
  const options = { strict: false, allErrors: false, validateFormats: false } as const
  const validate =
    id === 'anthropic'
      ? new Ajv(options).compile(withAnyStream(schema))
      : new Ajv2020(options).compile(schema)
  return (body) => {
    const given = id === 'gemini' ? toVertex(body) : body
    return validate(given) ? undefined : JSON.stringify(validate.errors?.slice(0, 3))
  }
}

/** Anthropic's schema was made from the type of requests that do not stream. */
function withAnyStream(schema: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'stream' && typeof value === 'object' ? { type: 'boolean' } : value,
  ) as Record<string, unknown>
}

/** The schema is Vertex's: it has no call ids, no model in the body, and types of `parameters` in upper case. */
function toVertex(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), function (this: unknown, key, value: unknown) {
    const parent = this as Record<string, unknown>
    if (key === 'parameters') return inUpperCase(value)
    if (key === 'id' && 'name' in parent && ('args' in parent || 'response' in parent)) return undefined
    return value
  })
}

function inUpperCase(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'type' && typeof value === 'string' ? value.toUpperCase() : value,
  )
}

function handWrittenCheck(id: keyof typeof HAND_WRITTEN_SCHEMAS): Check {
  const validate = new Ajv2020({ strict: false }).compile(HAND_WRITTEN_SCHEMAS[id])
  return (body) => (validate(body) ? undefined : JSON.stringify(validate.errors?.slice(0, 3)))
}

/** Every request body that the provider would get, in pieces of at most 100 tools. */
function* bodiesFor(
  given: string | ProviderFormat,
  definitions: readonly ToolDefinition[],
): Generator<{ body: unknown; names: string[] }> {
  for (const options of WAYS) {
    for (let start = 0; start < definitions.length; start += 100) {
      const some = definitions.slice(start, start + 100)
      const [first] = some
      // One tool by name, and one that is loaded later.
      const single: TurnOptions =
        first === undefined ? {} : { toolChoice: { tool: first.name }, defer: [first.name] }
      const turn = provider(given).prepare(some, options.cache === true ? { ...options, ...single } : options)
      const names = some.map(({ name }) => turn.wireName(name))
      yield {
        body: turn.encodeRequest({ model: 'model-1', messages: TRANSCRIPT, stream: false, maxTokens: 100 }),
        names,
      }
    }
  }
}

function assertValid(
  given: string | ProviderFormat,
  check: Check,
  definitions: readonly ToolDefinition[],
): void {
  const id = typeof given === 'string' ? given : given.id
  for (const { body, names } of bodiesFor(given, definitions)) {
    assert.equal(check(JSON.parse(JSON.stringify(body))), undefined)
    for (const name of names) assert.match(name, NAMES[id] ?? /^$/)
  }
}

const aSchema = fc.letrec<{ schema: Record<string, unknown>; leaf: Record<string, unknown> }>((tie) => ({
  leaf: fc.constantFrom<Record<string, unknown>[]>(
    { type: 'string', minLength: 2, pattern: '^a' },
    { type: 'integer', minimum: 1, exclusiveMaximum: 9 },
    { type: ['string', 'null'] },
    { const: 'x' },
    { enum: ['a', 1, null] },
    {},
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
    { type: 'object', additionalProperties: { type: 'number' } },
    { $ref: '#/$defs/node', description: 'with a sibling' },
    { type: 'string', format: 'uri', default: 'x', examples: ['y'], title: 'T' },
  ),
  schema: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    tie('schema').map((items) => ({ type: 'array', items, uniqueItems: true })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((oneOf) => ({ oneOf })),
    fc
      .dictionary(fc.constantFrom('a', 'b', 'c d', 'é'), tie('schema'), { maxKeys: 3, noNullPrototype: true })
      .map((properties) => ({ type: 'object', properties, required: Object.keys(properties).slice(0, 1) })),
  ),
}))

const aDefinition = fc
  .record({
    name: fc.stringMatching(/^[a-z][a-z0-9_./ -]{0,80}$/),
    properties: fc.dictionary(fc.constantFrom('x', 'y', 'z'), aSchema.schema, {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  })
  .map(({ name, properties }): ToolDefinition => ({
    name,
    description: 'A generated tool',
    inputSchema: {
      type: 'object',
      properties,
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    },
    category: 'system',
    dangerLevel: 'safe',
    requiredPermissions: [],
    requiresConfirmation: false,
    version: '1.0.0',
    tags: [],
    enabled: true,
    metadata: {},
  }))

function describeRequests(
  id: string,
  makeCheck: () => Check,
  options: { skip?: string },
  given: string | ProviderFormat = id,
): void {
  describe(`requests to ${id}`, () => {
    it('are valid with tools of real MCP servers', { ...options, ...needsCorpora }, () => {
      assertValid(given, makeCheck(), importedDefinitions())
    })

    it('are valid with generated definitions', options, () => {
      const check = makeCheck()
      const someDefinitions = fc.uniqueArray(aDefinition, { maxLength: 6, selector: ({ name }) => name })
      fc.assert(
        fc.property(someDefinitions, (definitions) => assertValid(given, check, definitions)),
        { numRuns: 40 },
      )
    })
  })
}

for (const id of Object.keys(OFFICIAL) as (keyof typeof OFFICIAL)[])
  describeRequests(id, () => officialCheck(id), needsCorpora)
describeRequests('gemini, in `parameters`', () => officialCheck('gemini'), needsCorpora, geminiParameters)
for (const id of Object.keys(HAND_WRITTEN_SCHEMAS) as (keyof typeof HAND_WRITTEN_SCHEMAS)[]) {
  describeRequests(id, () => handWrittenCheck(id), {})
}
