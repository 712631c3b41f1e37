import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { validateArguments } from '../../../src/calls/validate-arguments.ts'
import { definitionToJson } from '../../../src/define/definition-json.ts'
import { checkSchema } from '../../../src/schema/check/check-schema.ts'
import { definitionFromLoose } from '../../../src/sources/loose/definition-from-loose.ts'

const SCHEMA = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const words = { name: 'get_weather', description: 'Weather of a city' }

function made(value: unknown) {
  const outcome = definitionFromLoose(value, { source: 'test' })
  assert.ok(outcome.ok, JSON.stringify(outcome))
  return outcome
}

describe('the forms of other systems', () => {
  const forms: Readonly<Record<string, unknown>> = {
    'OpenAI Chat Completions': {
      type: 'function',
      function: { ...words, parameters: SCHEMA, strict: false },
    },
    'OpenAI Responses': { type: 'function', ...words, parameters: SCHEMA },
    Anthropic: { ...words, input_schema: SCHEMA },
    MCP: { ...words, inputSchema: SCHEMA },
    Bedrock: { toolSpec: { ...words, inputSchema: { json: SCHEMA } } },
    LangChain: { ...words, schema: SCHEMA },
    'the AI SDK': { ...words, inputSchema: { jsonSchema: SCHEMA } },
    'a bare JSON Schema': { title: words.name, description: words.description, ...SCHEMA },
    ours: { ...words, input_schema: SCHEMA, danger_level: 'high' },
  }
  for (const [system, given] of Object.entries(forms)) {
    it(`reads ${system} without a change`, () => {
      const { definition, changes } = made(given)
      assert.deepEqual(changes, [])
      assert.deepEqual(definition.inputSchema, SCHEMA)
      assert.equal(definition.description, 'Weather of a city')
      assert.equal(definition.dangerLevel, 'high')
      assert.deepEqual(definition.origin, { source: 'test', name: 'get_weather' })
    })
  }

  it('reads the types of Gemini, in upper case', () => {
    const { definition } = made({
      ...words,
      parameters: {
        type: 'OBJECT',
        properties: { city: { type: 'STRING', nullable: true }, days: { type: 'INTEGER' } },
      },
    })
    assert.deepEqual(definition.inputSchema, {
      type: 'object',
      properties: { city: { type: ['string', 'null'] }, days: { type: 'integer' } },
    })
  })

  it("reads Docker's list of arguments, and lets no others in", () => {
    const { definition } = made({
      ...words,
      arguments: [
        { name: 'city', type: 'string', desc: 'Which city' },
        { name: 'tags', type: 'array', items: { type: 'string' }, optional: true },
      ],
    })
    assert.deepEqual(definition.inputSchema, {
      type: 'object',
      properties: {
        city: { type: 'string', description: 'Which city' },
        tags: { type: 'array', items: { type: 'string' } },
      },
      additionalProperties: false,
    })
  })

  it("reads BFCL's: dotted names, dict, float, tuple, any, Java's names", () => {
    const { definition, changes } = made({
      name: 'Geo.findNearest',
      description: 'd',
      parameters: {
        type: 'dict',
        properties: {
          at: { type: 'tuple', items: { type: 'float' } },
          params: { type: 'HashMap' },
          ids: { type: 'ArrayList', items: { type: 'long' } },
          model: { type: 'any', description: 'A model' },
          inner: { type: 'dict', properties: { a: { type: 'char' } } },
        },
        required: ['at', 'nowhere'],
      },
    })
    assert.equal(definition.name, 'geo_find_nearest')
    assert.equal(definition.origin?.name, 'Geo.findNearest')
    assert.deepEqual(definition.inputSchema, {
      type: 'object',
      properties: {
        at: { type: 'array', items: { type: 'number' } },
        params: { type: 'object' },
        ids: { type: 'array', items: { type: 'integer' } },
        model: { description: 'A model' },
        inner: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
        nowhere: {},
      },
      required: ['at', 'nowhere'],
      additionalProperties: false,
    })
    assert.ok(changes.some(({ path }) => path === 'parameters.properties.params.type'))
    assert.ok(changes.some(({ message }) => message.startsWith('required but not described')))
  })

  it("reads Cohere's map of parameters, required ones among them", () => {
    const { definition } = made({
      ...words,
      parameter_definitions: {
        city: { type: 'str', required: true },
        days: { type: 'int', required: false },
      },
    })
    assert.deepEqual(definition.inputSchema, {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
      required: ['city'],
      additionalProperties: false,
    })
  })

  it('takes a hint that a tool only reads for low, and no other', () => {
    assert.equal(
      made({ ...words, inputSchema: SCHEMA, annotations: { readOnlyHint: true } }).definition.dangerLevel,
      'low',
    )
    assert.equal(
      made({ ...words, inputSchema: SCHEMA, annotations: { destructiveHint: false } }).definition.dangerLevel,
      'high',
    )
  })
})

describe('what is mended in a schema', () => {
  const cases: readonly (readonly [string, unknown, unknown])[] = [
    ['a default as text', { type: 'boolean', default: 'False' }, { type: 'boolean', default: false }],
    ['a number as text', { type: 'float', default: '1.2' }, { type: 'number', default: 1.2 }],
    ['a default that says nothing', { type: 'dict', default: 'None' }, { type: 'object' }],
    [
      'an enum of texts for numbers',
      { type: 'integer', enum: ['1', '2', '2'] },
      { type: 'integer', enum: [1, 2] },
    ],
    ['an enum of many types', { type: 'string', enum: ['a', null] }, { enum: ['a', null] }],
    [
      'an enum on a list',
      { type: 'array', items: { type: 'string' }, enum: ['a'] },
      { type: 'array', items: { type: 'string', enum: ['a'] } },
    ],
    ['an empty enum', { type: 'string', enum: [] }, { type: 'string' }],
    [
      'an enum without its default',
      { type: 'string', enum: ['s'], default: 'N/A' },
      { type: 'string', enum: ['s', 'N/A'], default: 'N/A' },
    ],
    ['bounds as text', { type: 'integer', minimum: '1', maximum: 'many' }, { type: 'integer', minimum: 1 }],
    [
      'bounds of draft 4',
      { type: 'number', minimum: 0, exclusiveMinimum: true },
      { type: 'number', exclusiveMinimum: 0 },
    ],
    [
      'items as a list',
      { type: 'array', items: [{ type: 'str' }] },
      { type: 'array', prefixItems: [{ type: 'string' }] },
    ],
    ['a type that is the schema', { type: { type: 'string', enum: ['a'] } }, { type: 'string', enum: ['a'] }],
    ['a type that is text alone', 'string', { type: 'string' }],
    [
      'a type that nobody knows',
      { type: 'Widget', properties: { a: { type: 'int' } } },
      { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: false },
    ],
    ['what is optional', { type: 'string', optional: 'true' }, { type: 'string' }],
  ]
  for (const [what, given, wanted] of cases) {
    it(`mends ${what}`, () => {
      const { definition } = made({
        ...words,
        parameters: { type: 'dict', properties: { a: given }, required: ['a'] },
      })
      const { properties } = definition.inputSchema
      assert.deepEqual(properties?.['a'], wanted)
    })
  }

  it('does not demand what is optional', () => {
    const { definition } = made({
      ...words,
      parameters: { type: 'dict', properties: { a: { type: 'string', optional: true } }, required: ['a'] },
    })
    assert.equal(definition.inputSchema.required, undefined)
  })

  it('says each change with its place', () => {
    const { changes } = made({ ...words, parameters: { type: 'dict', properties: { a: { type: 'float' } } } })
    assert.deepEqual(changes, [
      { path: 'parameters.type', message: 'the string "dict" is "object" in JSON Schema' },
      { path: 'parameters.properties.a.type', message: 'the string "float" is "number" in JSON Schema' },
    ])
  })
})

describe('definitionFromLoose', () => {
  it('refuses what has no name, or is no object', () => {
    for (const value of [undefined, null, 7, 'a', [], {}, { description: 'd' }, { name: 7 }]) {
      const outcome = definitionFromLoose(value)
      assert.equal(outcome.ok, false, JSON.stringify(value))
    }
  })

  it('refuses what cannot be mended, and says why', () => {
    const outcome = definitionFromLoose({
      ...words,
      inputSchema: { type: 'object', properties: { a: { $ref: 'http://x/y' } } },
    })
    assert.ok(!outcome.ok)
    assert.deepEqual(
      outcome.problems.map(({ code }) => code),
      ['SCHEMA_REF_REMOTE'],
    )
  })

  it('keeps names that look like prototypes as names', () => {
    const parameters = JSON.parse(
      '{"type":"dict","properties":{"__proto__":{"type":"str"},"constructor":{"type":"str"}}}',
    ) as object
    const { definition } = made({ ...words, parameters })
    assert.deepEqual(Object.keys(definition.inputSchema.properties ?? {}), ['__proto__', 'constructor'])
    assert.equal(({} as { type?: string }).type, undefined)
  })

  it('survives cycles, getters that throw and bottomless nesting', () => {
    const cycle: Record<string, unknown> = { name: 'a' }
    cycle['parameters'] = cycle
    let deep: unknown = {}
    for (let level = 0; level < 5_000; level++) deep = { properties: { a: deep } }
    const bad = {
      name: 'a',
      get parameters(): never {
        throw new Error('no')
      },
    }
    for (const value of [cycle, { name: 'a', parameters: deep }, bad])
      assert.equal(definitionFromLoose(value).ok, false)
  })

  const keyword = fc.constantFrom(
    'type',
    'properties',
    'items',
    'enum',
    'required',
    'default',
    'minimum',
    'anyOf',
    'nullable',
    'optional',
    'description',
    'additionalProperties',
    'title',
    '$schema',
    'exclusiveMinimum',
    '__proto__',
  )
  const leaf = fc.oneof(
    fc.constantFrom('dict', 'float', 'string', 'any', 'List[int]', 'object', 'true', '1', '', 'x'),
    fc.jsonValue({ maxDepth: 1 }),
  )
  const { schema } = fc.letrec((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.dictionary(keyword, tie('schema'), { maxKeys: 5 }),
      fc.array(tie('schema'), { maxLength: 3 }),
    ),
  }))

  it('gives a definition with a valid schema, or problems, whatever it is given', () => {
    fc.assert(
      fc.property(
        schema,
        fc.constantFrom('parameters', 'inputSchema', 'arguments', 'schema'),
        (input, field) => {
          const outcome = definitionFromLoose({ ...words, [field]: input })
          if (!outcome.ok) return assert.ok(outcome.problems.length > 0)
          assert.deepEqual(checkSchema(outcome.definition.inputSchema), [])
          assert.equal(outcome.definition.inputSchema.type, 'object')
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('changes nothing in what it has made', () => {
    fc.assert(
      fc.property(schema, (input) => {
        const first = definitionFromLoose({ ...words, parameters: input })
        if (!first.ok) return
        const second = definitionFromLoose(definitionToJson(first.definition))
        assert.ok(second.ok)
        assert.deepEqual(second.definition.inputSchema, first.definition.inputSchema)
        assert.deepEqual(second.changes, [])
      }),
      { numRuns: 2_000 },
    )
  })

  it('accepts the calls that the definition is about', () => {
    const { definition } = made({
      name: 'math.hypot',
      description: 'd',
      parameters: {
        type: 'dict',
        properties: { x: { type: 'float' }, y: { type: 'float', default: '0' } },
        required: ['x'],
      },
    })
    const checked = validateArguments(definition, '{"x": 3}')
    assert.ok(checked.ok)
    assert.deepEqual(checked.value, { x: 3, y: 0 })
    assert.equal(validateArguments(definition, '{"x": 3, "z": 1}').ok, false)
  })
})
