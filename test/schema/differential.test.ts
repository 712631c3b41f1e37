import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { checkSchema } from '../../src/schema/check/check-schema.ts'
import { compileSchema } from '../../src/schema/compile/compile-schema.ts'
import type { JsonSchema } from '../../src/schema/json-schema.ts'

const DEFAULT_RUNS = 500
const numRuns = Number(process.env['TOOLWRIGHT_FUZZ_RUNS'] ?? DEFAULT_RUNS)

const name = fc.constantFrom('a', 'b', 'c', 'city', 'x-y')
const scalar = fc.oneof(
  fc.constantFrom('', 'a', 'abc', 'Oslo', 'é😀', '12'),
  fc.integer({ min: -5, max: 20 }),
  fc.constantFrom(0.5, 2.5, null, true, false),
)

/** Schemas of the kind that tools have. */
const { schema } = fc.letrec<{ schema: JsonSchema; object: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'schema' },
    fc.record(
      {
        type: fc.constant('string' as const),
        minLength: fc.nat(3),
        maxLength: fc.nat(5),
        pattern: fc.constantFrom('^[a-z]+$', '\\d', '^(a+)+$', 'o$'),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constantFrom('integer' as const, 'number' as const),
        minimum: fc.integer({ min: -3, max: 5 }),
        exclusiveMaximum: fc.nat(20),
        multipleOf: fc.constantFrom(1, 2, 0.5),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ type: fc.constantFrom('boolean' as const, 'null' as const) }),
    fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }) }),
    fc.record({ const: fc.oneof(scalar, fc.constantFrom([], {}, [1], { a: 1 })) }),
    fc.record(
      {
        type: fc.constant('array' as const),
        items: tie('schema'),
        minItems: fc.nat(2),
        maxItems: fc.nat(4),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: ['type'] },
    ),
    tie('object'),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie('schema') }),
    fc.record({ $ref: fc.constantFrom('#/$defs/one', '#/$defs/two') }),
  ),
  object: fc.record(
    {
      type: fc.constant('object' as const),
      properties: fc.dictionary(name, tie('schema'), { maxKeys: 3 }),
      required: fc.uniqueArray(name, { maxLength: 2 }),
      additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
      patternProperties: fc.dictionary(fc.constantFrom('^x-', '^[a-b]$'), tie('schema'), { maxKeys: 1 }),
      minProperties: fc.nat(2),
      maxProperties: fc.nat(4),
    },
    { requiredKeys: ['type'] },
  ),
}))

const $defs = fc.constant({
  one: { type: 'string', minLength: 1 },
  two: { type: 'object', properties: { a: { $ref: '#/$defs/two' } } },
} as const)
const data = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'data' },
    { weight: 3, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    { weight: 3, arbitrary: fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }) },
  ),
})).value

describe('a second opinion', () => {
  it(`agrees with Ajv on ${numRuns} tool-like schemas`, () => {
    const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false })
    fc.assert(
      fc.property(
        schema,
        $defs,
        fc.array(data, { minLength: 3, maxLength: 6 }),
        (body, definitions, values) => {
          const document: JsonSchema = { ...body, $defs: definitions }
          assert.deepEqual(checkSchema(document), [])
          const ours = compileSchema(document)
          const theirs = ajv.compile(document)
          for (const value of values)
            assert.equal(ours.check(value), theirs(value), JSON.stringify({ document, value }))
          ajv.removeSchema(document)
        },
      ),
      { numRuns },
    )
  })
})
