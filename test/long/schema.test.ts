import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { checkSchema } from '../../src/schema/check/check-schema.ts'
import { compileSchema } from '../../src/schema/compile/compile-schema.ts'
import { arbitrarySchema, arbitraryValue } from '../schema/arbitrary-schema.ts'
import { countRuns, untilTimeIsUp } from './fuzz.ts'

describe('schemas, for as long as there is time', () => {
  it('are judged as Ajv judges them', (context) => {
    const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false })
    const runs = countRuns(context)
    fc.assert(
      fc.property(
        arbitrarySchema(),
        fc.array(arbitraryValue(), { minLength: 5, maxLength: 10 }),
        (schema, values) => {
          // Ajv passes over `__proto__` among properties; what holds for it is tested in test/hostile.
          fc.pre(!JSON.stringify(schema).includes('__proto__'))
          assert.deepEqual(checkSchema(schema), [])
          const ours = compileSchema(schema)
          const theirs = ajv.compile(schema)
          for (const value of values) {
            assert.equal(ours.check(value), theirs(value), JSON.stringify({ schema, value }))
            runs.count()
          }
          ajv.removeSchema(schema)
        },
      ),
      untilTimeIsUp,
    )
    runs.report()
  })

  it('are answered with problems, whatever they are', (context) => {
    const runs = countRuns(context)
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }), (schema) => {
        const problems = checkSchema(schema)
        assert.ok(Array.isArray(problems))
        runs.count()
      }),
      untilTimeIsUp,
    )
    runs.report()
  })
})
