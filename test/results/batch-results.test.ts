import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { ToolwrightError } from '../../src/errors/toolwright-error.ts'
import { createBatchResults } from '../../src/results/batch-results.ts'
import { pend, succeed } from '../../src/results/create-result.ts'

const calls = [
  { id: 'a', name: 'one' },
  { id: 'b', name: 'two' },
] as const
const answer = (call: { id: string; name: string }, text = call.id) => succeed(call, { type: 'text', text })

describe('createBatchResults', () => {
  it('orders results as the calls, in whatever order they arrive', () => {
    const batch = createBatchResults(calls)
    batch.addResult(answer(calls[1]))
    assert.equal(batch.isComplete(), false)
    batch.addResult(answer(calls[0]))
    assert.equal(batch.isComplete(), true)
    assert.deepEqual(
      batch.results().map((result) => result.callId),
      ['a', 'b'],
    )
    assert.deepEqual(
      batch.toMessages().map((message) => message.tool_call_id),
      ['a', 'b'],
    )
  })

  it('hands results over once', () => {
    const batch = createBatchResults(calls)
    batch.addResult(answer(calls[0]))
    assert.equal(batch.takeResults().length, 1)
    assert.deepEqual(batch.takeResults(), [])
    batch.addResult(answer(calls[1]))
    assert.deepEqual(
      batch.takeResults().map((result) => result.callId),
      ['b'],
    )
    assert.equal(batch.isComplete(), true)
  })

  it('is complete from the start without calls', () => {
    assert.equal(createBatchResults([]).isComplete(), true)
  })

  it('refuses a result of an unknown call', () => {
    const batch = createBatchResults(calls)
    assert.throws(
      () => batch.addResult(answer({ id: '__proto__', name: 'x' })),
      (error) =>
        ToolwrightError.is(error, 'CALL_INVALID') &&
        error.message === "no call with id '__proto__' is in this batch",
    )
  })

  it('refuses a second result, but lets one follow a pending one', () => {
    const batch = createBatchResults(calls)
    batch.addResult(pend(calls[0], { id: 'approval' }))
    batch.addResult(answer(calls[0]))
    assert.deepEqual(
      batch.results().map((result) => result.status),
      ['succeeded'],
    )
    assert.throws(() => batch.addResult(answer(calls[0])), /call 'a' already has a result/)
  })

  it('fills calls that share an id by position (law)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 }), (ids) => {
        const batch = createBatchResults(ids.map((id) => ({ id, name: 'tool' })))
        ids.forEach((id, position) => batch.addResult(answer({ id, name: 'tool' }, String(position))))
        assert.equal(batch.isComplete(), true)
        assert.deepEqual(
          batch.results().map((result) => result.content),
          ids.map((_, position) => ({ type: 'text', text: String(position) })),
        )
      }),
    )
  })
})
