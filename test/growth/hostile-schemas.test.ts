import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lowerSchema } from '../../src/providers/dialects/lower-schema.ts'
import type { LoweredSchema } from '../../src/providers/dialects/schema-dialect.ts'
import type { JsonSchema } from '../../src/schema/json-schema.ts'
import { fastestMs } from '../fastest-ms.ts'
import { ALL_DIALECTS } from '../providers/dialects/all-dialects.ts'

// Schemas of tools that somebody else wrote. Each took from seconds to for ever in one dialect or another; now a tenth
// of a second.
const LIMIT_MS = 1_500

const TEXT = { type: 'string' }

function list<Item>(length: number, item: (index: number) => Item): Item[] {
  return Array.from({ length }, (_, index) => item(index))
}

function members(length: number, member: (index: number) => unknown, prefix = 'k'): object {
  return Object.fromEntries(list(length, (index) => [`${prefix}${index}`, member(index)]))
}

function object(properties: object, more: object = {}): JsonSchema {
  return { type: 'object', properties, ...more } as JsonSchema
}

const SELF = { $ref: '#/$defs/self' }

const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  'a conjunction of thousands of objects': object({
    a: { allOf: list(3_000, (index) => object({ [`k${index}`]: TEXT })) },
  }),
  'a conjunction of thousands of references': object(
    { a: { allOf: list(3_000, (index) => ({ $ref: `#/$defs/d${index}` })) } },
    { $defs: members(3_000, (index) => object({ [`k${index}`]: TEXT }), 'd') },
  ),
  'a conjunction of thousands of lists of required names': object({
    a: { allOf: list(6_000, (index) => ({ required: [`k${index}`] })) },
  }),
  'thousands of assertions beside thousands of branches': object({
    a: {
      allOf: [
        ...list(1_500, (index) => ({ pattern: `a${index}` })),
        { anyOf: list(1_500, (index) => ({ type: 'string', maxLength: index + 1 })) },
      ],
    },
  }),
  'thousands of properties beside thousands of branches': object({
    a: object(
      members(4_000, () => TEXT),
      {
        anyOf: list(3_000, (index) => object({ [`b${index}`]: TEXT })),
      },
    ),
  }),
  'two lists of twenty thousand values that both hold': object({
    a: { allOf: [{ enum: list(20_000, (index) => [index]) }, { enum: list(20_000, (index) => [-index]) }] },
  }),
  'branches at the root that require a hundred thousand names': {
    oneOf: list(2, (branch) =>
      object({ [`b${branch}`]: TEXT }, { required: list(100_000, (index) => `k${index}`) }),
    ),
  },
  'ten thousand properties and a hundred thousand required names': object(
    members(10_000, () => TEXT),
    { required: list(100_000, (index) => `r${index}`) },
  ),
  'thousands of definitions of one name': object(
    members(6_000, (index) => ({ $ref: `#/$defs/d${index}/properties/v` })),
    { $defs: members(6_000, () => object({ v: TEXT }), 'd') },
  ),
  'a chain of ten thousand references': object(
    { a: { $ref: '#/$defs/d0' } },
    {
      $defs: members(10_000, (index) => (index === 9_999 ? TEXT : { $ref: `#/$defs/d${index + 1}` }), 'd'),
    },
  ),
  'a schema that is ten times itself': object(
    { a: SELF },
    {
      $defs: {
        self: {
          type: ['object', 'null'],
          properties: { x: TEXT },
          additionalProperties: false,
          allOf: list(10, () => SELF),
        },
      },
    },
  ),
  'references that double at each step': object(
    { a: { $ref: '#/$defs/d0' } },
    {
      $defs: members(
        60,
        (index) =>
          index === 59
            ? TEXT
            : object({ left: { $ref: `#/$defs/d${index + 1}` }, right: { $ref: `#/$defs/d${index + 1}` } }),
        'd',
      ),
    },
  ),
}

describe('the compiler of schemas answers soon', () => {
  for (const [what, schema] of Object.entries(SCHEMAS)) {
    it(`about ${what}`, () => {
      for (const dialect of ALL_DIALECTS) {
        let lowered: LoweredSchema | undefined
        const ms = fastestMs(() => (lowered = lowerSchema(schema, dialect)), LIMIT_MS, 3)
        assert.ok(ms < LIMIT_MS, `${dialect.id}: ${Math.round(ms)} ms`)
        if (lowered?.ok === true) assert.ok(lowered.changes.length <= 250_000, `${lowered.changes.length}`)
      }
    })
  }

  it('and merges many parts as it merges few', () => {
    const parts = list(100, (index) =>
      object({ [`k${index}`]: TEXT, shared: { minLength: index } }, { required: [`k${index}`] }),
    )
    const dialect = ALL_DIALECTS.find(({ allOf, strict }) => allOf === 'merge' && !strict)
    assert.ok(dialect)
    const lowered = lowerSchema(object({ a: { allOf: parts } }), dialect)
    assert.ok(lowered.ok)
    const { a } = lowered.schema['properties'] as { a: { properties: object; required: string[] } }
    assert.deepEqual(
      a.required,
      list(100, (index) => `k${index}`),
    )
    assert.equal(Object.keys(a.properties).length, 101)
    assert.match(JSON.stringify(a.properties), /"shared":\{[^}]*minLength\W+99/)
  })
})
