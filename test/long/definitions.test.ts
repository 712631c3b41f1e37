import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { definitionToJson, validateDefinition } from '../../src/index.ts'
import { arbitrarySchema } from '../schema/arbitrary-schema.ts'
import { mutated } from './mutate.ts'
import { countRuns, untilTimeIsUp } from './fuzz.ts'

/** A value or its problems; what was accepted is accepted again, unchanged, as JSON. */
function expectAnswer(given: unknown): void {
  const validation = validateDefinition(given)
  const text = JSON.stringify(validation)
  assert.equal(typeof text, 'string')
  if (!validation.ok) {
    assert.ok(validation.problems.length > 0)
    return
  }
  const again = validateDefinition(JSON.parse(JSON.stringify(definitionToJson(validation.definition))))
  assert.ok(again.ok, JSON.stringify(again))
  assert.deepEqual(again.definition, validation.definition)
}

describe('definitions, for as long as there is time', () => {
  it('are answered, whatever they are', (context) => {
    const runs = countRuns(context)
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withObjectString: true,
      withSparseArray: true,
      withTypedArray: true,
    })
    fc.assert(
      fc.property(anything, (given) => {
        expectAnswer(given)
        expectAnswer({ name: 'probe', description: 'Probes', inputSchema: given })
        expectAnswer({ name: 'probe', description: 'Probes', parameters: [given], constraints: given })
        runs.count()
      }),
      untilTimeIsUp,
    )
    runs.report()
  })

  it('are answered when something in a valid one was changed', (context) => {
    const runs = countRuns(context)
    const valid = fc.record({
      name: fc.constant('probe'),
      description: fc.constant('Probes'),
      inputSchema: fc.record({
        type: fc.constant('object'),
        properties: fc.record({ a: arbitrarySchema(), b: arbitrarySchema() }),
        required: fc.subarray(['a', 'b']),
      }),
      outputSchema: arbitrarySchema(),
      dangerLevel: fc.constantFrom('safe', 'high'),
      constraints: fc.record({ maxExecutionMs: fc.integer({ min: 1_000, max: 600_000 }) }),
      requiredPermissions: fc.constant(['tool.network.fetch']),
      tags: fc.constant(['one']),
      version: fc.constant('1.0.0'),
      metadata: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 2 }),
    })
    fc.assert(
      fc.property(mutated(valid), (given) => {
        expectAnswer(given)
        runs.count()
      }),
      untilTimeIsUp,
    )
    runs.report()
  })
})
