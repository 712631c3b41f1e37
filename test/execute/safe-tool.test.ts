import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { toolBuilder } from '../../src/author/tool-builder.ts'
import { safeTool } from '../../src/execute/safe-tool.ts'

const definition = toolBuilder('divide')
  .description('Divides two numbers')
  .requiredNumber('a', 'Dividend')
  .requiredNumber('b', 'Divisor')
  .outputSchema({ type: 'number' })
  .build()

const divide = safeTool(({ a, b }) => Number(a) / Number(b), definition)

describe('safeTool', () => {
  it('checks what goes in, runs, and checks what comes out', async () => {
    assert.deepEqual((await divide({ a: 6, b: 3 })).content, { type: 'json', value: 2 })
    assert.deepEqual((await divide('{"a":6,"b":"3"}')).content, { type: 'json', value: 2 })
    const missing = await divide({ a: 6 })
    assert.equal(missing.status === 'failed' && missing.error.code, 'ARGUMENT_MISSING')
    const wrong = await safeTool(() => 'two', definition)({ a: 1, b: 1 })
    assert.equal(wrong.status === 'failed' && wrong.error.code, 'RESULT_INVALID')
  })

  it('always gives a result, whatever it is given and whatever the function does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
        async (value) => {
          const odd = safeTool(() => {
            throw value
          }, definition)
          assert.equal(typeof (await divide(value)).ok, 'boolean')
          assert.equal((await odd({ a: 1, b: 1 })).ok, false)
        },
      ),
    )
  })

  it('can be cancelled', async () => {
    const result = await divide({ a: 1, b: 1 }, { signal: AbortSignal.abort() })
    assert.equal(result.status === 'failed' && result.error.code, 'EXECUTE_CANCELLED')
  })
})
