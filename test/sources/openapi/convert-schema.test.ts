import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { importOne } from './import.ts'

/** A schema as it comes out of a parameter, or of an answer. */
async function converted(
  schema: unknown,
  schemas: object = {},
): Promise<{ readonly schema: unknown; readonly defs: unknown; readonly kinds: readonly string[] }> {
  const operation = { parameters: [{ in: 'query', name: 'q', schema }] }
  const { tool, kinds } = await importOne('get', '/a', operation, { components: { schemas } })
  const { properties, $defs } = tool.definition.inputSchema
  return { schema: properties?.['q'], defs: $defs, kinds }
}

async function answered(schema: unknown, schemas: object = {}): Promise<unknown> {
  const responses = { 200: { description: '', content: { 'application/json': { schema } } } }
  return (await importOne('get', '/a', { responses }, { components: { schemas } })).tool.definition
    .outputSchema
}

describe('schemas of OpenAPI', () => {
  const ROWS: readonly (readonly [what: string, given: unknown, expected: unknown, ...kinds: string[]])[] = [
    ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      'nullable enums',
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'nullable unions',
      { nullable: true, oneOf: [{ type: 'string' }] },
      { anyOf: [{ oneOf: [{ type: 'string' }] }, { type: 'null' }] },
    ],
    ['nullable of what says nothing', { nullable: true }, {}],
    [
      'exclusive bounds of 3.0',
      { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
      { type: 'number', exclusiveMinimum: 1, maximum: 5 },
    ],
    [
      'exclusive bounds of 3.1',
      { type: 'number', exclusiveMinimum: 1 },
      { type: 'number', exclusiveMinimum: 1 },
    ],
    ['examples', { type: 'string', example: 'x' }, { type: 'string', examples: ['x'] }],
    [
      'defaults, which the server fills in',
      { type: 'integer', default: 30, description: 'Size.' },
      { type: 'integer', description: 'Size. Default: 30.' },
    ],
    ['several types', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
    [
      'bytes',
      { type: 'string', format: 'binary' },
      { type: 'string', format: 'binary', contentEncoding: 'base64', description: '(Bytes, as base64.)' },
    ],
    [
      'unknown formats, which say something to the reader',
      { type: 'string', format: 'iban' },
      { type: 'string', format: 'iban' },
    ],
    [
      'extensions and words of XML',
      { type: 'string', 'x-go': 1, xml: {}, externalDocs: {}, discriminator: 1 },
      { type: 'string' },
    ],
    ['types of others', { type: 'float' }, { type: 'number' }],
    [
      'lists of schemas for items',
      { type: 'array', items: [{ type: 'string' }] },
      { type: 'array', prefixItems: [{ type: 'string' }] },
    ],
    ['what is no type', { type: 'banana', minLength: 1 }, { minLength: 1 }, 'keyword-left-out'],
    [
      'what is of the wrong type',
      { type: 'string', minLength: '1', enum: 'a', properties: 5, required: 'x' },
      { type: 'string' },
      ...Array<string>(4).fill('keyword-left-out'),
    ],
    ['required as it was once', { type: 'string', required: true }, { type: 'string' }],
    ['patterns that are none', { type: 'string', pattern: '(' }, { type: 'string' }, 'pattern-left-out'],
    [
      'patterns that could take for ever',
      { type: 'string', pattern: '^(?=(a+)+$)(a+)+\\1$' },
      { type: 'string' },
      'pattern-left-out',
    ],
    [
      'words of 3.1',
      {
        type: 'object',
        const: {},
        multipleOf: 2,
        minProperties: 1,
        patternProperties: { '^x': { type: 'string' } },
        dependentRequired: { a: ['b', 'b', 5] },
        dependentSchemas: { a: { not: {} } },
        additionalProperties: { type: 'number' },
        propertyNames: { maxLength: 5 },
      },
      {
        type: 'object',
        const: {},
        multipleOf: 2,
        minProperties: 1,
        patternProperties: { '^x': { type: 'string' } },
        dependentRequired: { a: ['b'] },
        dependentSchemas: { a: { not: {} } },
        additionalProperties: { type: 'number' },
        propertyNames: { maxLength: 5 },
      },
    ],
    [
      'what only looks like it',
      {
        multipleOf: 0,
        patternProperties: { '(a+)+$': {} },
        $dynamicRef: '#x',
        title: 5,
        anyOf: [],
        not: true,
      },
      { patternProperties: {}, not: true },
      ...Array<string>(5).fill('keyword-left-out'),
    ],
    ['what is no schema', 7, {}, 'keyword-left-out'],
    [
      'properties that the server gives',
      {
        type: 'object',
        properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
        required: ['id', 'name'],
      },
      { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    ],
  ]
  for (const [what, given, expected, ...kinds] of ROWS) {
    it(`reads ${what}`, async () => {
      const found = await converted(given)
      assert.deepEqual(found.schema, expected)
      assert.deepEqual(found.kinds.toSorted(), kinds)
    })
  }

  it('brings what is referred to, and what refers to itself', async () => {
    const { schema, defs } = await converted(
      { $ref: '#/components/schemas/Node' },
      {
        Node: {
          type: 'object',
          properties: {
            children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
            tag: { $ref: '#/components/schemas/Tag' },
          },
        },
        Tag: { type: 'string', enum: ['a'] },
        Unused: { type: 'string' },
      },
    )
    assert.deepEqual(schema, { $ref: '#/$defs/Node' })
    assert.deepEqual(defs, {
      Node: {
        type: 'object',
        properties: {
          children: { type: 'array', items: { $ref: '#/$defs/Node' } },
          tag: { $ref: '#/$defs/Tag' },
        },
      },
      Tag: { type: 'string', enum: ['a'] },
    })
  })

  it('makes the branches of a discriminated union exclude each other', async () => {
    const alike = { type: 'object', properties: { kind: { type: 'string' } } }
    const { schema } = await converted(
      {
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
        discriminator: { propertyName: 'kind', mapping: { dog: '#/components/schemas/Dog', hound: 'Dog' } },
      },
      { Cat: alike, Dog: alike },
    )
    assert.deepEqual(schema, {
      oneOf: [
        { $ref: '#/$defs/Cat', properties: { kind: { const: 'Cat' } }, required: ['kind'] },
        { $ref: '#/$defs/Dog', properties: { kind: { enum: ['dog', 'hound'] } }, required: ['kind'] },
      ],
    })
  })

  it('keeps two schemas of one name apart', async () => {
    const { defs } = await converted(
      { anyOf: [{ $ref: '#/components/schemas/Pet' }, { $ref: '#/components/parameters/Pet/schema' }] },
      { Pet: { type: 'string' } },
    ).catch((thrown: unknown) => ({ defs: String(thrown) }))
    assert.match(String(defs), /nothing at that place/)
  })

  it('leaves answers open: more properties, other spellings, nothing that only the client gives', async () => {
    assert.deepEqual(
      await answered({
        type: 'object',
        additionalProperties: false,
        properties: {
          url: { type: 'string', format: 'uri', pattern: '^x' },
          password: { type: 'string', writeOnly: true },
          id: { type: 'string', readOnly: true },
        },
        required: ['id', 'password'],
      }),
      { type: 'object', properties: { url: { type: 'string' }, id: { type: 'string' } }, required: ['id'] },
    )
  })

  it('joins the answers of success, and checks none where one may be anything', async () => {
    const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
    const outputOf = async (responses: object): Promise<unknown> =>
      (await importOne('get', '/a', { responses })).tool.definition.outputSchema
    assert.deepEqual(await outputOf({ 200: json({ type: 'string' }), 404: json({ type: 'number' }) }), {
      type: 'string',
    })
    assert.deepEqual(
      await outputOf({ 200: json({ type: 'string' }), 201: json({ type: 'number' }), 204: {} }),
      { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
    )
    assert.deepEqual(await outputOf({ default: json({ type: 'string' }) }), { type: 'string' })
    assert.equal(
      await outputOf({ 200: json({ type: 'string' }), 202: { content: { 'text/html': {} } } }),
      undefined,
    )
    assert.equal(await outputOf({ 204: {} }), undefined)
  })

  it('loosens the part that is too large, and no other', async () => {
    const { schema, kinds } = await converted({
      type: 'string',
      description: 'One of many',
      enum: Array.from({ length: 20_000 }, (_, index) => `value ${index}`),
    })
    assert.deepEqual(schema, { type: 'string', description: 'One of many' })
    assert.deepEqual(new Set(kinds), new Set(['schema-loosened']))
  })
})
