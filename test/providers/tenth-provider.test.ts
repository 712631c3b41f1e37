import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool } from '../../src/author/define-tool.ts'
import { createToolwright } from '../../src/toolwright.ts'
import { describeProviderFormat } from '../contracts/provider-format.ts'
import { tenthProvider, tenthWriter } from '../fixtures/providers/tenth-provider.ts'

describeProviderFormat(tenthProvider, tenthWriter)

describe('a provider of the host', () => {
  it('is used like any other, by its format in place of an id', async () => {
    const now = defineTool({
      name: 'now',
      description: 'The time',
      input: { type: 'object', properties: {} },
      run: () => 'noon',
    })
    const toolwright = createToolwright({ tools: [now] })
    const turn = toolwright.prepare(tenthProvider)
    const { calls } = turn.decode({ lines: [{ do: 'now', as: 'id-1', with: '' }, { over: 'done' }] })
    const results = await toolwright.executeBatch(calls)
    assert.deepEqual(turn.encodeResults(results), [{ did: 'id-1', got: 'noon' }])
  })

  it('is refused with what it lacks', () => {
    const { decode: _, ...half } = tenthProvider
    assert.throws(() => createToolwright().prepare(half as typeof tenthProvider), /lacks `decode`/)
  })
})
