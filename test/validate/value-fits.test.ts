import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { JsonSchema } from '../../src/schema/json-schema.ts'
import { compiledSchema } from '../../src/schema/compile/schema-cache.ts'
import { fitsByHand, valueFits } from '../../src/validate/value-fits.ts'

const scalar = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0.5, 'a', 'ab', '😀', true, null))
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.constantFrom({}, { a: 1 }, { b: 'x' }))
const types = fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', 'array', 'object')
const small = fc.integer({ min: 0, max: 3 })
const leaf = fc.record(
  {
    type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
    enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3 }),
    const: value,
    minimum: small,
    maximum: small,
    minLength: small,
    maxLength: small,
    minItems: small,
    maxItems: small,
    required: fc.constantFrom([], ['a']),
    title: fc.constant('x'),
  },
  { requiredKeys: [] },
)
const schema = fc
  .tuple(
    leaf,
    fc.record(
      {
        items: leaf,
        anyOf: fc.array(leaf, { minLength: 1, maxLength: 3 }),
        properties: fc.record({ a: leaf }),
        pattern: fc.constant('^a'),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([own, nested]): JsonSchema => ({ ...own, ...nested }))

describe('valueFits', () => {
  it('says by hand what the engine says, wherever it says anything', () => {
    fc.assert(
      fc.property(schema, value, (given, candidate) => {
        const byHand = fitsByHand(given, candidate)
        if (byHand !== undefined) assert.equal(byHand, compiledSchema(given).check(candidate))
      }),
      { numRuns: 400 },
    )
  })

  it('asks the engine for the rest', () => {
    assert.equal(fitsByHand({ type: 'string', pattern: '^a' }, 'ab'), undefined)
    assert.equal(valueFits({ type: 'string', pattern: '^a' }, 'ab'), true)
    assert.equal(valueFits({ type: 'string', pattern: '^a' }, 'b'), false)
  })

  it('lets one refusal decide', () => {
    assert.equal(fitsByHand({ pattern: '^a', type: 'string' }, 5), false)
    assert.equal(fitsByHand({ anyOf: [false, { type: 'string' }] }, 5), false)
  })
})
