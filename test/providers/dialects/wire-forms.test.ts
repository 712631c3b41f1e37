import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GEMINI_OPENAPI } from '../../../src/providers/dialects/gemini-openapi.ts'
import { lowerSchema } from '../../../src/providers/dialects/lower-schema.ts'
import { OPENAI_STRICT } from '../../../src/providers/dialects/openai-strict.ts'
import type { SchemaDialect } from '../../../src/providers/dialects/schema-dialect.ts'
import type { JsonObject, JsonSchema } from '../../../src/schema/json-schema.ts'

const text = { type: 'string' } as const
const objectOf = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties })
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const anyOf = (...branches: JsonSchema[]): JsonSchema => ({ anyOf: branches })

/** Sent as `x_y`: Gemini's names have no hyphen. */
const hyphenated = objectOf({ 'x-y': text })

const PLACES: readonly (readonly [what: string, schema: JsonSchema, wire: JsonObject, value: JsonObject])[] =
  [
    [
      'items of a list, beside a list of anything',
      objectOf({ a: anyOf(listOf(hyphenated), { type: 'array' }) }),
      { a: [{ x_y: 'abc' }] },
      { a: [{ 'x-y': 'abc' }] },
    ],
    [
      'items of a list, beside anything',
      objectOf({ a: anyOf(listOf(hyphenated), {}) }),
      { a: [{ x_y: 'abc' }] },
      { a: [{ 'x-y': 'abc' }] },
    ],
    [
      'items of a list that a branch at the root leaves open',
      anyOf(objectOf({ a: listOf(hyphenated) }), objectOf({ a: { type: 'array' } })),
      { a: [{ x_y: 'abc' }] },
      { a: [{ 'x-y': 'abc' }] },
    ],
    [
      'items of a tuple',
      objectOf({ a: anyOf({ type: 'array', prefixItems: [text, hyphenated] }, { type: 'array' }) }),
      { a: ['abc', { x_y: 'abc' }] },
      { a: ['abc', { 'x-y': 'abc' }] },
    ],
    [
      'a property that another branch leaves open',
      objectOf({ a: anyOf(objectOf({ b: hyphenated }), objectOf({ b: {} })) }),
      { a: { b: { x_y: 'abc' } } },
      { a: { b: { 'x-y': 'abc' } } },
    ],
    [
      'an object with more than any branch names',
      objectOf({ a: anyOf(hyphenated, { type: 'object' }) }),
      { a: { x_y: 'abc', more: 1 } },
      { a: { 'x-y': 'abc', more: 1 } },
    ],
    [
      'an object beside a union that takes it only as the provider has it',
      objectOf({
        a: anyOf(
          objectOf({ 'x-y': { type: 'array' } }),
          anyOf({ type: 'object' }, { ...hyphenated, additionalProperties: false }),
        ),
      }),
      { a: { x_y: ['abc'] } },
      { a: { 'x-y': ['abc'] } },
    ],
    [
      'an object beside a map whose values have names',
      objectOf({
        a: anyOf(objectOf({ 'x-y': { type: 'object' } }), {
          type: 'object',
          additionalProperties: objectOf({ b: text }),
        }),
      }),
      { a: { x_y: { b: 'abc' } } },
      { a: { 'x-y': { b: 'abc' } } },
    ],
  ]

function codecOf(schema: JsonSchema, dialect: SchemaDialect = GEMINI_OPENAPI) {
  const lowered = lowerSchema(schema, dialect)
  assert.ok(lowered.ok)
  assert.ok(lowered.codec)
  return lowered.codec
}

describe('names that a provider does not take', () => {
  for (const [what, schema, wire, value] of PLACES) {
    it(`come back in ${what}`, () => {
      assert.deepEqual(codecOf(schema).fromWire(wire), value)
      assert.deepEqual(codecOf(schema).toWire(value), wire)
    })
  }

  it("are sent as one name in the whole schema that is no other's", () => {
    const codec = codecOf(
      objectOf({ a: anyOf(hyphenated, objectOf({ 'x.y': text }), objectOf({ x_y: text })), b: hyphenated }),
    )
    for (const [wireName, name] of [
      ['x_y_2', 'x-y'],
      ['x_y_3', 'x.y'],
      ['x_y', 'x_y'],
    ] as const) {
      assert.deepEqual(codec.fromWire({ a: { [wireName]: 'abc' }, b: { x_y_2: 'abc' } }), {
        a: { [name]: 'abc' },
        b: { 'x-y': 'abc' },
      })
    }
  })

  it('give way to those that it takes, and are reported as they are sent', () => {
    const lowered = lowerSchema(objectOf({ 'a-b': text, 'a.b': text, a_b: text, '1': text }), GEMINI_OPENAPI)
    assert.ok(lowered.ok)
    assert.deepEqual(lowered.schema, {
      type: 'object',
      properties: { _1: text, a_b_2: text, a_b_3: text, a_b: text },
    })
    assert.deepEqual(
      lowered.changes.map(({ path, message }) => `${path} ${message}`),
      [
        '/properties/1 the property is sent as `_1`',
        '/properties/a-b the property is sent as `a_b_2`',
        '/properties/a.b the property is sent as `a_b_3`',
      ],
    )
    const value = { 'a-b': '1', 'a.b': '2', a_b: '3', '1': '4' }
    assert.deepEqual(lowered.codec?.toWire(value), { a_b_2: '1', a_b_3: '2', a_b: '3', _1: '4' })
    assert.deepEqual(lowered.codec?.fromWire({ a_b_2: '1', a_b_3: '2', a_b: '3', _1: '4' }), value)
  })

  it('are numbered within the length that it takes', () => {
    const long = 'n'.repeat(70)
    const lowered = lowerSchema(objectOf({ [`${long}1`]: text, [`${long}2`]: text }), GEMINI_OPENAPI)
    assert.ok(lowered.ok)
    assert.deepEqual(Object.keys(lowered.schema['properties'] ?? {}), ['n'.repeat(60), `${'n'.repeat(54)}_2`])
  })

  it('are told apart at once, however many look alike', () => {
    const names = Array.from({ length: 15_000 }, (_, index) => String.fromCodePoint(0x4e00 + index))
    const lowered = lowerSchema(
      objectOf(Object.fromEntries(names.map((name) => [name, text]))),
      GEMINI_OPENAPI,
    )
    assert.ok(lowered.ok)
    const wireNames = Object.keys(lowered.schema['properties'] ?? {})
    assert.deepEqual([wireNames.length, wireNames[0], wireNames.at(-1)], [15_000, '_', '__15000'])
  })
})

describe('null for a property that may be absent or null', () => {
  const nullable = { type: ['string', 'null'] } as const
  for (const [what, rule, wire, value] of [
    ['a rule asks what is there', { maxProperties: 1 }, { a: null, b: 'abc' }, { b: 'abc' }],
    ['too few would be there', { minProperties: 1, maxProperties: 3 }, { a: null, b: null }, { a: null }],
    ['two are wanted', { minProperties: 2, maxProperties: 3 }, { a: null, b: null }, { a: null, b: null }],
    ['another needs it', { dependentRequired: { a: ['b'] } }, { a: 'abc', b: null }, { a: 'abc', b: null }],
    [
      'another needs it by a schema',
      { dependentSchemas: { a: { required: ['b'] } } },
      { a: 'abc', b: null },
      { a: 'abc', b: null },
    ],
    [
      'a condition needs it',
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      { if: { required: ['a'] }, then: { minProperties: 1 }, else: { required: ['b'] } },
      { a: null, b: null },
      { a: null },
    ],
    ['it may not be missing', { not: { required: ['a'] } }, { a: null, b: 'abc' }, { b: 'abc' }],
  ] as const) {
    it(`is read so that the rule holds: ${what}`, () => {
      const schema: JsonSchema = { ...objectOf({ a: nullable, b: nullable }), ...rule }
      assert.deepEqual(codecOf(schema, OPENAI_STRICT).fromWire(wire), value)
    })
  }

  it('is absent where branches differ and none takes it', () => {
    const closed = (a: JsonSchema): JsonSchema => ({
      ...objectOf({ a, b: text }),
      additionalProperties: false,
    })
    const schema = objectOf({ of: anyOf(closed({ ...text, description: 'A.' }), closed(nullable)) })
    assert.deepEqual(codecOf(schema, OPENAI_STRICT).fromWire({ of: { a: null, b: null } }), { of: {} })
  })
})
