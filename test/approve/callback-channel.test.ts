import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApprovalAnswer } from '../../src/approve/approval-channel.ts'
import { callbackChannel } from '../../src/approve/callback-channel.ts'
import { describeApprovalChannel } from '../contracts/approval-channel.ts'

describeApprovalChannel('callbackChannel, answering at once', (behaviour) =>
  callbackChannel(() => {
    if (behaviour === 'fail') throw new Error('the line broke')
    if (behaviour === 'silent') return new Promise(() => {})
    return (behaviour === 'garbage' ? true : behaviour) as ApprovalAnswer
  }),
)

describeApprovalChannel('callbackChannel, answering with a promise', (behaviour) =>
  callbackChannel(async () => {
    if (behaviour === 'fail') throw new Error('the line broke')
    if (behaviour === 'silent') await new Promise(() => {})
    return { decision: behaviour === 'garbage' ? 'perhaps' : behaviour } as ApprovalAnswer
  }),
)

describe('callbackChannel', () => {
  it('refuses what is no function', () => {
    assert.throws(() => callbackChannel('approve' as never), {
      code: 'OPTION_INVALID',
      message: /`approve` is a string/,
    })
  })
})
