import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApprovalChannel } from '../../src/approve/approval-channel.ts'
import { requestApproval } from '../../src/approve/request-approval.ts'
import { definitionWith, scriptedChannel, subjectWith } from './samples.ts'

function countingSources() {
  let count = 0
  return { createId: () => `request_${(count += 1)}`, now: () => new Date(0) }
}

describe('requestApproval', () => {
  it('asks once with everything the decision is bound to', async () => {
    const channel = scriptedChannel('approve')
    const subject = subjectWith({ caller: { id: 'agent' }, channelId: 'channel_1' })
    const end = await requestApproval(channel, subject, 1, countingSources())
    assert.deepEqual(end, {
      outcome: 'approved',
      arguments: { path: 'notes.txt' },
      edited: false,
      remember: false,
      requestIds: ['request_1'],
    })
    assert.deepEqual(channel.asked, [
      {
        ...subject,
        id: 'request_1',
        confirmation: 1,
        confirmations: 1,
        requestedAt: '1970-01-01T00:00:00.000Z',
      },
    ])
  })

  it('makes fresh ids and times by itself', async () => {
    const channel = scriptedChannel('approve', 'approve')
    await requestApproval(channel, subjectWith(), 2)
    const [first, second] = channel.asked
    assert.match(first!.id, /^[0-9a-f-]{36}$/)
    assert.notEqual(first!.id, second!.id)
    assert.ok(!Number.isNaN(Date.parse(second!.requestedAt)))
  })

  it('asks twice for two confirmations, each a question of its own', async () => {
    const channel = scriptedChannel('approve', { decision: 'approve' })
    const end = await requestApproval(channel, subjectWith(), 2, countingSources())
    assert.deepEqual(
      channel.asked.map(({ id, confirmation, confirmations }) => [id, confirmation, confirmations]),
      [
        ['request_1', 1, 2],
        ['request_2', 2, 2],
      ],
    )
    assert.deepEqual(end.outcome === 'approved' && end.requestIds, ['request_1', 'request_2'])
  })

  it('asks twice when the count is none it knows', async () => {
    const channel = scriptedChannel('approve', 'deny')
    assert.equal((await requestApproval(channel, subjectWith(), 0 as 1)).outcome, 'denied')
  })

  it('does not put the second question when the first was denied', async () => {
    const channel = scriptedChannel({ decision: 'deny', reason: 'too risky' }, 'approve')
    assert.deepEqual(await requestApproval(channel, subjectWith(), 2), {
      outcome: 'denied',
      reason: 'too risky',
    })
    assert.equal(channel.asked.length, 1)
  })

  it('is denied when only the second is', async () => {
    const end = await requestApproval(scriptedChannel('approve', 'deny'), subjectWith(), 2)
    assert.deepEqual(end, { outcome: 'denied', reason: 'the person who was asked said no' })
  })

  it('shows edited arguments to the second question and returns them', async () => {
    const channel = scriptedChannel({ decision: 'approve', arguments: { path: 'other.txt' } }, 'approve')
    const end = await requestApproval(channel, subjectWith(), 2)
    assert.deepEqual(channel.asked[1]?.arguments, { path: 'other.txt' })
    assert.deepEqual(end.outcome === 'approved' && [end.arguments, end.edited], [{ path: 'other.txt' }, true])
  })

  it('does not count equal arguments as an edit', async () => {
    const same = { decision: 'approve', arguments: { path: 'notes.txt' } }
    const end = await requestApproval(scriptedChannel(same, same), subjectWith(), 2)
    assert.equal(end.outcome === 'approved' && end.edited, false)
  })

  it('denies when the second confirmation edits what the first approved', async () => {
    const edit = { decision: 'approve', arguments: { path: 'other.txt' } }
    const end = await requestApproval(scriptedChannel('approve', edit), subjectWith(), 2)
    assert.deepEqual(end, {
      outcome: 'denied',
      reason: 'the second confirmation changed the arguments that the first one approved',
    })
  })

  it('shows a frozen copy, so that a channel cannot change what runs', async () => {
    const subject = subjectWith({ arguments: { nested: { path: 'a' } } })
    const end = await requestApproval(
      {
        name: 'meddler',
        ask: (request) => {
          assert.ok(Object.isFrozen(request.arguments) && Object.isFrozen(request.arguments['nested']))
          return 'approve'
        },
      },
      subject,
      1,
    )
    assert.equal(end.outcome, 'approved')
    assert.equal(Object.isFrozen(subject.arguments), false)
  })

  it('passes on a wish to remember only where it counts', async () => {
    const always = { decision: 'approve', remember: true }
    const remembered = async (subject = subjectWith(), confirmations: 1 | 2 = 1) => {
      const channel = scriptedChannel(always, always)
      const end = await requestApproval(channel, subject, confirmations)
      assert.equal(end.outcome, 'approved')
      return [channel.asked[0]?.rememberable, end.outcome === 'approved' && end.remember]
    }
    const { conversationId: _, ...outside } = subjectWith()
    assert.deepEqual(await remembered(), [true, true])
    assert.deepEqual(await remembered(subjectWith({ rememberable: false })), [false, false])
    assert.deepEqual(await remembered(outside), [false, false])
    assert.deepEqual(await remembered(subjectWith(), 2), [false, false])
  })

  it('is unavailable without a channel, or with one that has nobody', async () => {
    const absent: ApprovalChannel = {
      name: 'absent',
      isAvailable: () => false,
      ask: () => assert.fail('must not be asked'),
    }
    const expected = { outcome: 'unavailable', reason: 'the call needs approval and there is nobody to ask' }
    assert.deepEqual(await requestApproval(undefined, subjectWith(), 1), expected)
    assert.deepEqual(await requestApproval(absent, subjectWith(), 1), expected)
  })

  it('is unavailable when the channel finds out only then', async () => {
    const channel = scriptedChannel({ decision: 'deny', reason: 'gone home', unavailable: true })
    assert.deepEqual(await requestApproval(channel, subjectWith(), 1), {
      outcome: 'unavailable',
      reason: 'gone home',
    })
  })

  it('is pending when the answer comes later, and says which question waits', async () => {
    const later = { decision: 'later', approvalId: 'a1', expiresAt: '2030-01-01T00:00:00Z' }
    assert.deepEqual(await requestApproval(scriptedChannel(later), subjectWith(), 1), {
      outcome: 'pending',
      approvalId: 'a1',
      expiresAt: '2030-01-01T00:00:00Z',
      confirmation: 1,
    })
    const end = await requestApproval(scriptedChannel('approve', later), subjectWith(), 2)
    assert.equal(end.outcome === 'pending' && end.confirmation, 2)
  })

  it('denies arguments that cannot be copied for showing', async () => {
    const subject = subjectWith({ arguments: { run: () => 1 } })
    const end = await requestApproval(scriptedChannel('approve'), subject, 1)
    assert.equal(end.outcome, 'denied')
  })

  it('denies when isAvailable throws', async () => {
    const broken: ApprovalChannel = {
      name: 'broken',
      isAvailable: () => {
        throw new Error('no link')
      },
      ask: () => 'approve',
    }
    assert.deepEqual(await requestApproval(broken, subjectWith(), 1), {
      outcome: 'denied',
      reason: 'the approval channel failed',
    })
  })
})

describe('requestApproval when the call is cancelled', () => {
  const cancelled = { outcome: 'cancelled', reason: 'the call was cancelled while it waited for approval' }

  it('does not ask at all when it already is', async () => {
    const channel = scriptedChannel('approve')
    assert.deepEqual(
      await requestApproval(channel, subjectWith({ signal: AbortSignal.abort() }), 1),
      cancelled,
    )
    assert.equal(channel.asked.length, 0)
  })

  it('stops waiting, and drops the late answer', async () => {
    const controller = new AbortController()
    const { promise, reject } = Promise.withResolvers<'approve'>()
    const waiting = requestApproval(
      { name: 'slow', ask: () => promise },
      subjectWith({ signal: controller.signal }),
      1,
    )
    controller.abort()
    assert.deepEqual(await waiting, cancelled)
    reject(new Error('too late'))
  })

  it('does not take an approval given in the same moment', async () => {
    const controller = new AbortController()
    const channel: ApprovalChannel = {
      name: 'racing',
      ask: () => {
        queueMicrotask(() => controller.abort())
        return 'approve'
      },
    }
    const definition = definitionWith({ dangerLevel: 'critical' })
    const end = await requestApproval(channel, subjectWith({ definition, signal: controller.signal }), 2)
    assert.deepEqual(end, cancelled)
  })
})
