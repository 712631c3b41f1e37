import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeIssues } from '../../src/calls/describe-problems.ts'

describe('describeIssues', () => {
  it('lists what an author’s schema found in the same form as every other refusal', () => {
    const { message, problems } = describeIssues('pay', [
      { message: 'too much', path: ['rows', { key: 2 }, 'amount'] },
      { message: 'not today' },
      { message: 'odd', path: [Symbol('s')] },
    ])
    assert.equal(
      message,
      'invalid arguments for tool \'pay\'\n- rows[2].amount: too much\n- not today\n- ["Symbol(s)"]: odd\n' +
        'Correct this and call the tool again.',
    )
    assert.deepEqual(problems[0], { path: 'rows[2].amount', message: 'too much' })
  })
})
