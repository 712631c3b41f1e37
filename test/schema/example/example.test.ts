import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sampleOfPattern } from '../../../src/schema/example/example-pattern.ts'
import { minimalExample } from '../../../src/schema/example/example.ts'
import type { JsonSchema } from '../../../src/schema/json-schema.ts'
import { compiledSchema } from '../../../src/schema/compile/schema-cache.ts'
import { arbitrarySchema } from '../arbitrary-schema.ts'

describe('minimalExample', () => {
  it('holds what is required and nothing else', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        city: { type: 'string' },
        days: { type: 'integer', minimum: 3 },
        units: { enum: ['c', 'f'] },
        note: { type: 'string' },
      },
      required: ['city', 'days', 'units'],
    }
    assert.deepEqual(minimalExample(schema), { city: 'text', days: 3, units: 'c' })
  })
  it('prefers what the author gave', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        a: { type: 'string', examples: ['Rome'] },
        b: { type: 'integer', default: 7 },
        c: { const: 1 },
      },
      required: ['a', 'b', 'c'],
    }
    assert.deepEqual(minimalExample(schema), { a: 'Rome', b: 7, c: 1 })
  })
  it('fits limits, formats, patterns, items and unions', () => {
    const cases: JsonSchema[] = [
      { type: 'string', minLength: 10 },
      { type: 'string', maxLength: 2 },
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'email' },
      { type: 'string', pattern: '^[A-Z]{2}-\\d{3,}$' },
      { type: 'string', pattern: '^(?:usd|eur)\\.\\w+$', minLength: 8 },
      { type: 'integer', exclusiveMinimum: 0, maximum: 1 },
      { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      { type: 'integer', multipleOf: 7, minimum: 10 },
      { type: 'integer', maximum: -5 },
      { type: 'array', items: { type: 'boolean' }, minItems: 2 },
      { type: 'array', items: { type: 'string' }, minItems: 3, uniqueItems: true },
      { type: 'array', items: { type: 'integer' }, minItems: 3, uniqueItems: true },
      { type: 'array', minItems: 2, uniqueItems: true },
      { type: 'array', contains: { const: 5 } },
      { type: 'object', minProperties: 2, properties: { a: { type: 'null' } } },
      { type: 'null' },
      { type: 'boolean' },
      {},
      {
        type: 'object',
        required: ['a'],
        anyOf: [{ required: ['b'] }],
        properties: { a: {}, b: { type: 'integer' } },
      },
      {
        oneOf: [
          { type: 'object', properties: { kind: { const: 'x' } }, required: ['kind'] },
          { type: 'null' },
        ],
      },
    ]
    for (const inner of cases) {
      const schema: JsonSchema = { type: 'object', properties: { v: inner }, required: ['v'] }
      const example = minimalExample(schema)
      assert.ok(example !== undefined && compiledSchema(schema).check(example), JSON.stringify(inner))
    }
  })
  it('is undefined when none can be made', () => {
    assert.equal(minimalExample({ type: 'object', properties: { a: false }, required: ['a'] }), undefined)
    assert.equal(
      minimalExample({ type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] }),
      undefined,
    )
    assert.equal(
      minimalExample({
        type: 'object',
        properties: { a: { type: 'string', pattern: '(?=b)a' } },
        required: ['a'],
      }),
      undefined,
    )
  })
  it('always fits, whatever the schema', () => {
    fc.assert(
      fc.property(arbitrarySchema(), (schema) => {
        const example = minimalExample(schema)
        assert.ok(example === undefined || compiledSchema(schema).check(example))
      }),
    )
  })
})

describe('sampleOfPattern', () => {
  it('writes a text that common patterns match', () => {
    for (const pattern of [
      '^a+$',
      'x*y?z',
      '[^a-z]{3}',
      '^(a|b)(?<n>c)$',
      '\\d+\\.\\d{2}',
      '^[\\w.-]+@x$',
      '.{5,}',
      '[\\]]',
      '^\\s\\S\\W\\D$',
    ]) {
      assert.match(sampleOfPattern(pattern) ?? 'none', new RegExp(pattern, 'u'), pattern)
    }
  })
  it('gives up on what it does not know', () => {
    for (const pattern of ['(?=a)', '\\1', '[a', '(a', 'a)', '+', '\\p{L}', 'a{2000}'])
      assert.equal(sampleOfPattern(pattern), undefined, pattern)
  })
})
