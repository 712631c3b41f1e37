import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lowerSchema } from '../../../src/providers/dialects/lower-schema.ts'
import { OPENAI_STRICT } from '../../../src/providers/dialects/openai-strict.ts'
import type { JsonSchema } from '../../../src/schema/json-schema.ts'

const objectOf = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

const named = (count: number, schema: JsonSchema = { type: 'string' }): JsonSchema =>
  objectOf(Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema])))

const nested = (levels: number): JsonSchema =>
  levels === 0 ? { type: 'string' } : objectOf({ a: nested(levels - 1) })

const texts = (count: number, characters: number): JsonSchema => ({
  type: 'string',
  enum: Array.from({ length: count }, (_, index) => String(index).padStart(characters, 'x')),
})

const reasonFor = (schema: JsonSchema): string | undefined => {
  const lowered = lowerSchema(schema, OPENAI_STRICT)
  return lowered.ok ? undefined : lowered.reason
}

describe('limits of OpenAI strict', () => {
  for (const [what, fitting, beyond, reason] of [
    ['properties', named(5_000), named(5_001), 'the schema has 5001 properties; at most 5000 are taken'],
    ['levels', nested(10), nested(11), 'the schema has 11 levels of objects; at most 10 are taken'],
    [
      'values of enum in all',
      named(4, texts(250, 3)),
      named(5, texts(201, 3)),
      'the schema has 1005 values of `enum`; at most 1000 are taken',
    ],
    [
      'characters of one long enum',
      objectOf({ a: texts(251, 59) }),
      objectOf({ a: texts(251, 60) }),
      'one `enum` has more than 15000 characters',
    ],
    [
      'characters of names and values',
      objectOf({ ['n'.repeat(119_997)]: { const: 'abc', type: 'string' } }),
      objectOf({ ['n'.repeat(119_998)]: { const: 'abc', type: 'string' } }),
      'the schema has 120001 characters in names and values; at most 120000 are taken',
    ],
  ] as const) {
    it(`are kept: ${what}`, () => {
      assert.equal(reasonFor(fitting), undefined)
      assert.equal(reasonFor(beyond), reason)
    })
  }
})
