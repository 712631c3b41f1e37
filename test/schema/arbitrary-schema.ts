import fc from 'fast-check'
import type { JsonSchema } from '../../src/schema/json-schema.ts'

const NAMES = ['a', 'b', 'city', '__proto__', 'toString'] as const

/** Schemas as tools have them: typed properties, enums, arrays, nested objects, unions, limits. */
export function arbitrarySchema(): fc.Arbitrary<JsonSchema> {
  const { schema } = fc.letrec<{ schema: JsonSchema; object: JsonSchema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom<JsonSchema>(
        { type: 'string' },
        { type: 'string', minLength: 2, maxLength: 5 },
        { type: 'string', pattern: '^[a-z]+$' },
        { type: 'integer', minimum: 0, maximum: 100 },
        { type: 'number', multipleOf: 0.5 },
        { type: 'boolean' },
        { type: ['string', 'null'] },
        { enum: ['red', 'Green', 3, null] },
        { const: 'fixed' },
        { not: { type: 'string' } },
        {},
      ),
      tie('object'),
      fc.record({
        type: fc.constant('array' as const),
        items: tie('schema'),
        maxItems: fc.constantFrom(2, 5),
      }),
      fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
      fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((oneOf) => ({ oneOf })),
    ),
    object: fc
      .record({
        entries: fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), tie('schema')), {
          selector: ([name]) => name,
          maxLength: 4,
        }),
        required: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }),
        closed: fc.boolean(),
      })
      .map(({ entries, required, closed }) => ({
        type: 'object' as const,
        properties: Object.fromEntries(entries),
        required,
        ...(closed ? { additionalProperties: false } : {}),
      })),
  }))
  return schema
}

/** Values with names and texts that such schemas know, so that both verdicts come up. */
export function arbitraryValue(): fc.Arbitrary<unknown> {
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom<unknown>(
        'abc',
        'red',
        'fixed',
        '5',
        'true',
        '[1]',
        '{"a":1}',
        5,
        2.5,
        -1,
        true,
        null,
        '',
      ),
      fc.array(tie('value'), { maxLength: 3 }),
      fc
        .uniqueArray(fc.tuple(fc.constantFrom(...NAMES, 'other'), tie('value')), {
          selector: ([name]) => name,
          maxLength: 4,
        })
        .map((entries) => Object.fromEntries(entries)),
    ),
  }))
  return value
}
