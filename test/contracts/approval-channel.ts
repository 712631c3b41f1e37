import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApprovalChannel } from '../../src/approve/approval-channel.ts'
import { requestApproval } from '../../src/approve/request-approval.ts'
import { definitionWith, subjectWith } from '../approve/samples.ts'

/** How whoever sits at the other end behaves. `garbage` answers something meaningless, `fail` breaks the line. */
export type Behaviour = 'approve' | 'deny' | 'garbage' | 'fail' | 'silent'

/** Makes a channel with somebody at its other end who behaves like that each time they are asked. */
export type ChannelMaker = (behaviour: Behaviour) => ApprovalChannel

/** What holds for every approval channel, whatever is behind it. */
export function describeApprovalChannel(name: string, createChannel: ChannelMaker): void {
  const critical = definitionWith({ name: 'drop_database', dangerLevel: 'critical' })

  describe(`${name} as an approval channel`, () => {
    it('has a name', () => {
      assert.notEqual(createChannel('approve').name, '')
    })

    it('approves when the other end approves', async () => {
      const end = await requestApproval(createChannel('approve'), subjectWith(), 1)
      assert.equal(end.outcome, 'approved')
    })

    it('can confirm twice', async () => {
      const end = await requestApproval(createChannel('approve'), subjectWith({ definition: critical }), 2)
      assert.equal(end.outcome === 'approved' && new Set(end.requestIds).size, 2)
    })

    it('denies when the other end denies', async () => {
      const end = await requestApproval(createChannel('deny'), subjectWith(), 1)
      assert.equal(end.outcome, 'denied')
      assert.notEqual(end.outcome === 'denied' && end.reason, '')
    })

    it('denies an answer that means nothing', async () => {
      assert.equal((await requestApproval(createChannel('garbage'), subjectWith(), 1)).outcome, 'denied')
    })

    it('does not approve when the line breaks', async () => {
      const { outcome } = await requestApproval(createChannel('fail'), subjectWith(), 1)
      assert.ok(outcome === 'denied' || outcome === 'unavailable')
    })

    it('is cancelled when nobody waits any more', async () => {
      const controller = new AbortController()
      const waiting = requestApproval(createChannel('silent'), subjectWith({ signal: controller.signal }), 1)
      setImmediate(() => controller.abort())
      assert.equal((await waiting).outcome, 'cancelled')
    })

    it('answers several questions asked at once', async () => {
      const channel = createChannel('approve')
      const ends = await Promise.all([1, 2, 3].map(() => requestApproval(channel, subjectWith(), 1)))
      assert.deepEqual(
        ends.map(({ outcome }) => outcome),
        ['approved', 'approved', 'approved'],
      )
    })
  })
}
