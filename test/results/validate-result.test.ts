import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { validateResult } from '../../src/results/validate-result.ts'

const weather = {
  name: 'get_weather',
  outputSchema: {
    type: 'object',
    properties: {
      celsius: { type: 'number' },
      days: { type: 'array', items: { type: 'string', format: 'date-time' } },
    },
    required: ['celsius'],
  },
} as const

describe('validateResult', () => {
  it('gives a value that fits back as it is', () => {
    const value = { celsius: 21 }
    const checked = validateResult(weather, value)
    assert.ok(checked.ok)
    assert.equal(checked.value, value)
  })

  it('lets anything pass without an output schema', () => {
    assert.deepEqual(validateResult({ name: 'x' }, undefined), { ok: true, value: null })
  })

  it('checks the form that goes out', () => {
    const checked = validateResult(weather, { celsius: 21n, days: [new Date(0)] })
    assert.deepEqual(checked, { ok: true, value: { celsius: 21, days: ['1970-01-01T00:00:00.000Z'] } })
  })

  it('says where each mismatch is, what was expected and what came', () => {
    const checked = validateResult(weather, { celsius: 'warm', days: [5] })
    assert.ok(!checked.ok)
    const { code, message, retryable, details } = checked.error
    assert.equal(code, 'RESULT_INVALID')
    assert.equal(retryable, false)
    assert.match(message, /^the result of tool 'get_weather' does not fit its output schema: /)
    assert.match(message, /celsius: .*number.*"warm"/)
    assert.match(message, /days\[0\]: .*string.*5/)
    const { problems } = details as { problems: { path: string; received: string }[] }
    assert.deepEqual(
      problems.map((problem) => problem.path),
      ['celsius', 'days[0]'],
    )
  })

  it('names what is missing', () => {
    const checked = validateResult(weather, {})
    assert.match(checked.ok ? '' : checked.error.message, /celsius/)
  })

  it('takes output schemas that are not of objects', () => {
    const list = { name: 'list', outputSchema: { type: 'array', items: { type: 'integer' } } } as const
    assert.equal(validateResult(list, new Set([1, 2])).ok, true)
    assert.equal(validateResult(list, 'no').ok, false)
    assert.equal(validateResult({ name: 'text', outputSchema: { type: 'string' } }, 'yes').ok, true)
    assert.equal(validateResult({ name: 'any', outputSchema: {} }, null).ok, true)
  })

  it('refuses what is too large to be read whole', () => {
    const big = { name: 'big', outputSchema: {}, constraints: { maxOutputBytes: 1_024 } }
    const checked = validateResult(big, 'x'.repeat(3_000))
    assert.match(
      checked.ok ? '' : checked.error.message,
      /it is more than twice as large as its limit of 1024 bytes$/,
    )
  })
})
