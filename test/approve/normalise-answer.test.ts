import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { normaliseAnswer } from '../../src/approve/normalise-answer.ts'

describe('normaliseAnswer', () => {
  it('reads the bare words', () => {
    assert.deepEqual(normaliseAnswer('approve'), {
      decision: 'approve',
      remember: false,
      arguments: undefined,
    })
    assert.deepEqual(normaliseAnswer('deny'), {
      decision: 'deny',
      reason: 'the person who was asked said no',
      unavailable: false,
    })
  })

  it('reads the objects', () => {
    assert.deepEqual(normaliseAnswer({ decision: 'approve', remember: true, arguments: { a: 1 } }), {
      decision: 'approve',
      remember: true,
      arguments: { a: 1 },
    })
    assert.deepEqual(normaliseAnswer({ decision: 'deny', reason: 'not today', unavailable: true }), {
      decision: 'deny',
      reason: 'not today',
      unavailable: true,
    })
    assert.deepEqual(
      normaliseAnswer({ decision: 'later', approvalId: 'x', expiresAt: '2026-01-01T00:00:00Z' }),
      {
        decision: 'later',
        approvalId: 'x',
        expiresAt: '2026-01-01T00:00:00Z',
      },
    )
    assert.deepEqual(normaliseAnswer({ decision: 'later', approvalId: 'x' }), {
      decision: 'later',
      approvalId: 'x',
      expiresAt: undefined,
    })
  })

  it('copies edited arguments, so that a later change does not reach the call', () => {
    const edited = { list: [1] }
    const answer = normaliseAnswer({ decision: 'approve', arguments: edited })
    edited.list.push(2)
    assert.deepEqual(answer, { decision: 'approve', remember: false, arguments: { list: [1] } })
  })

  it('denies with a reason of its own when a denial is badly formed', () => {
    const answer = normaliseAnswer({ decision: 'deny', reason: 5, because: 'no' })
    assert.deepEqual(answer, {
      decision: 'deny',
      reason: 'the person who was asked said no',
      unavailable: false,
    })
  })

  it('cuts a reason that is too long', () => {
    const answer = normaliseAnswer({ decision: 'deny', reason: 'x'.repeat(5_000) })
    assert.equal(answer.decision === 'deny' && answer.reason.length, 1_000)
  })

  const garbage: [value: unknown, reason: RegExp][] = [
    [undefined, /it is `undefined`/],
    [null, /it is `null`/],
    [true, /it is `true`/],
    [1, /it is `1`/],
    ['yes', /it is "yes"/],
    ['Approve', /it is "Approve"/],
    [['approve'], /it is a list/],
    [() => 'approve', /not understood/],
    [{}, /its `decision` is `undefined`/],
    [{ decision: true }, /its `decision` is `true`/],
    [{ decision: 'allow' }, /its `decision` is "allow"/],
    [{ approved: true }, /its `decision` is `undefined`/],
    [{ decision: 'approve', remember: 'yes' }, /`remember` is "yes"/],
    [{ decision: 'approve', arguments: [] }, /`arguments` is a list/],
    [{ decision: 'approve', arguments: '{}' }, /`arguments` is "\{\}"/],
    [{ decision: 'approve', arguments: null }, /`arguments` is `null`/],
    [{ decision: 'approve', args: {} }, /unknown field `args`/],
    [{ decision: 'approve', arguments: { run: () => 1 } }, /could not be read/],
    [{ decision: 'later' }, /`approvalId` is `undefined`/],
    [{ decision: 'later', approvalId: '' }, /`approvalId` is ""/],
    [{ decision: 'later', approvalId: 'x', expiresAt: 'soon' }, /`expiresAt` is "soon"/],
    [{ decision: 'later', approvalId: 'x', expiresAt: {} }, /`expiresAt` is an object/],
    [Object.create({ decision: 'approve' }), /its `decision` is `undefined`/],
  ]
  for (const [value, reason] of garbage) {
    it(`denies ${typeof value === 'function' ? 'a function' : JSON.stringify(value)} (${reason.source})`, () => {
      const answer = normaliseAnswer(value)
      assert.equal(answer.decision, 'deny')
      assert.match(answer.decision === 'deny' ? answer.reason : '', reason)
    })
  }

  it('denies what throws when it is read', () => {
    const hostile = {
      get decision(): string {
        throw new Error('boom')
      },
    }
    const answer = normaliseAnswer(hostile)
    assert.match(answer.decision === 'deny' ? answer.reason : '', /could not be read \(boom\)/)
  })
})
