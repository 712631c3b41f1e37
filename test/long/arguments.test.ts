import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { compileSchema, type JsonSchema, validateArguments, validateDefinition } from '../../src/index.ts'
import { arbitrarySchema, arbitraryValue } from '../schema/arbitrary-schema.ts'
import { mutated } from './mutate.ts'
import { countRuns, untilTimeIsUp } from './fuzz.ts'

describe('arguments, for as long as there is time', () => {
  it('fit when they are accepted, stay as they are when checked again, and are left alone when they fit', (context) => {
    const runs = countRuns(context)
    const schema = fc.record({
      type: fc.constant('object' as const),
      properties: fc.record({ a: arbitrarySchema(), b: arbitrarySchema(), city: arbitrarySchema() }),
      required: fc.subarray(['a', 'b', 'city']),
      additionalProperties: fc.boolean(),
    })
    const given = fc.record({ a: arbitraryValue(), b: arbitraryValue(), city: arbitraryValue() })
    fc.assert(
      fc.property(
        schema,
        fc.array(fc.oneof(given, mutated(given)), { minLength: 4, maxLength: 8 }),
        (body, values) => {
          const inputSchema = body as JsonSchema
          const validation = validateDefinition({ name: 'probe', description: 'Probes', inputSchema })
          fc.pre(validation.ok)
          const { definition } = validation
          const compiled = compileSchema(definition.inputSchema)
          for (const value of values) {
            const checked = validateArguments(definition, value)
            assert.equal(typeof JSON.stringify(checked), 'string')
            runs.count()
            if (!checked.ok) {
              assert.ok(checked.error.message.length > 0)
              continue
            }
            const shown = JSON.stringify({ inputSchema, value, got: checked.value })
            assert.ok(compiled.check(checked.value), shown)
            const again = validateArguments(definition, checked.value)
            assert.ok(again.ok, shown)
            assert.deepEqual(again.value, checked.value, shown)
            assert.deepEqual(again.notes, [], shown)
            const plain = validateArguments(definition, value, { coerce: false })
            if (plain.ok) assert.deepEqual(checked.value, plain.value, shown)
          }
        },
      ),
      untilTimeIsUp,
    )
    runs.report()
  })
})
