import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { timed } from '../../src/results/timed.ts'

const call = { id: 'c1', name: 'get_weather' }

function clock(...times: number[]) {
  return () => times.shift() ?? assert.fail('asked too often')
}

describe('timed', () => {
  it('measures from its creation to the answer', () => {
    const answer = timed(call, clock(100, 130, 145, 160, 190))
    assert.equal(answer.elapsedMs(), 30)
    assert.equal(answer.success('sunny').durationMs, 45)
    const json = answer.json({ at: new Date(0) })
    assert.equal(json.durationMs, 60)
    assert.deepEqual(json.content, { type: 'json', value: { at: '1970-01-01T00:00:00.000Z' } })
    assert.equal(answer.error('no').durationMs, 90)
  })

  it('gives errors the code and its retryability', () => {
    const answer = timed(call, () => 0)
    const failed = answer.error('no such city')
    assert.ok(failed.status === 'failed')
    assert.deepEqual(failed.error, { code: 'EXECUTE_FAILED', message: 'no such city', retryable: false })
    const late = answer.error('too slow', 'EXECUTE_TIMEOUT')
    assert.equal(late.status === 'failed' && late.error.retryable, true)
  })

  it('uses a clock of its own', () => {
    assert.ok(timed(call).elapsedMs() >= 0)
  })
})
