import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApprovalAnswer, ApprovalRequest } from '../../src/approve/approval-channel.ts'
import type { DangerLevel } from '../../src/define/danger-levels.ts'
import type { ToolResult } from '../../src/results/tool-result.ts'
import { createToolwright, type Toolwright } from '../../src/toolwright.ts'
import type { ToolwrightOptions } from '../../src/toolwright-options.ts'
import { call, textTool } from './sample-tools.ts'

function setUp(dangerLevel: DangerLevel, answer?: ApprovalAnswer, options: ToolwrightOptions = {}) {
  const asked: ApprovalRequest[] = []
  const tw = createToolwright({
    tools: [textTool((text) => `ran ${text}`, { dangerLevel })],
    ...(answer === undefined ? {} : { approve: (request) => (asked.push(request), answer) }),
    ...options,
  })
  return { tw, asked }
}

const errorOf = (result: ToolResult) =>
  result.status === 'failed' ? result.error : assert.fail(result.status)
const talk = (tw: Toolwright, conversationId = 'c1') => tw.execute(call('x'), { conversationId })

describe('approval of a call', () => {
  it('is not asked for safe and low, asked once for medium and high, twice for critical', async () => {
    for (const [level, times] of [
      ['safe', 0],
      ['low', 0],
      ['medium', 1],
      ['high', 1],
      ['critical', 2],
    ] as const) {
      const { tw, asked } = setUp(level, 'approve')
      assert.ok((await tw.execute(call('x'))).ok)
      assert.deepEqual(
        asked.map(({ confirmation }) => confirmation),
        [1, 2].slice(0, times),
        level,
      )
    }
  })

  it('tells the caller of each question, whichever channel is asked; a listener that throws decides nothing', async () => {
    for (const channel of [undefined, { name: 'own', ask: () => 'approve' as const }]) {
      const { tw } = setUp('critical', 'approve')
      const heard: string[] = []
      const result = await tw.execute(call('x'), {
        approval: channel,
        onApprovalRequest({ toolName, confirmation, confirmations }) {
          heard.push(`${toolName} ${confirmation} of ${confirmations}`)
          throw new Error('listener broke')
        },
      })
      assert.deepEqual(heard, ['echo 1 of 2', 'echo 2 of 2'])
      assert.ok(result.ok)
    }
  })

  it('is asked for low in paranoid mode', async () => {
    const { tw, asked } = setUp('low', 'approve', { paranoid: true })
    await tw.execute(call('x'))
    assert.equal(asked.length, 1)
  })

  it('that nobody can give denies the call, with the cure', async () => {
    const error = errorOf(await setUp('high').tw.execute(call('x')))
    assert.equal(error.code, 'APPROVAL_UNAVAILABLE')
    assert.match(error.message, /give createToolwright an `approve` callback/)
  })

  it('refused tells the model the reason, and nothing ran', async () => {
    const error = errorOf(
      await setUp('high', { decision: 'deny', reason: 'not today' }).tw.execute(call('x')),
    )
    assert.equal(error.code, 'APPROVAL_DENIED')
    assert.match(error.message, /^tool execution denied: not today\./)
  })

  it('can be asked for one call, by the caller or by the call itself', async () => {
    const { tw, asked } = setUp('safe', 'approve')
    await tw.execute(call('x'), { requireConfirmation: true })
    await tw.execute({ ...call('x'), requiresConfirmation: true })
    assert.equal(asked.length, 2)
  })

  it('is remembered for the conversation where the level allows it, until forgotten', async () => {
    const { tw, asked } = setUp('medium', { decision: 'approve', remember: true })
    await talk(tw)
    await talk(tw)
    assert.equal(asked.length, 1)
    await talk(tw, 'c2')
    assert.equal(asked.length, 2)
    tw.forgetApprovals('c1')
    await talk(tw)
    assert.equal(asked.length, 3)
  })

  it('is never remembered for high', async () => {
    const { tw, asked } = setUp('high', { decision: 'approve', remember: true })
    await talk(tw)
    await talk(tw)
    assert.equal(asked.length, 2)
  })

  it('with edited arguments runs those, checked, and says so', async () => {
    const good = setUp('high', { decision: 'approve', arguments: { text: 'edited' } })
    const result = await good.tw.execute(call('x'))
    assert.deepEqual(result.content, { type: 'text', text: 'ran edited' })
    assert.deepEqual(
      result.notes.map(({ kind }) => kind),
      ['edited'],
    )
    const bad = setUp('high', { decision: 'approve', arguments: { nonsense: 1 } })
    const refused = errorOf(await bad.tw.execute(call('x')))
    assert.equal(refused.code, 'APPROVAL_DENIED')
    assert.match(
      refused.message,
      /the approver changed the arguments to some that are refused: they do not fit/,
    )
  })

  it('with edited arguments does not get past a rule that denies', async () => {
    const rules = [{ name: 'no-etc', effect: 'deny', arguments: { text: '/etc/*' } }] as const
    const { tw } = setUp('high', { decision: 'approve', arguments: { text: '/etc/passwd' } }, { rules })
    assert.equal(errorOf(await tw.execute(call('x'))).code, 'APPROVAL_DENIED')
  })

  it('that comes later gives a pending result', async () => {
    const { tw, asked } = setUp('high', {
      decision: 'later',
      approvalId: 'a1',
      expiresAt: '2027-01-01T00:00:00.000Z',
    })
    const result = await tw.execute(call('x'), { onApproval: 'return' })
    assert.deepEqual(result.status === 'pending' ? result.approval : undefined, {
      id: 'a1',
      expiresAt: '2027-01-01T00:00:00.000Z',
    })
    assert.equal(asked[0]?.mayAnswerLater, true)
  })

  it('may be asked of another channel for one call', async () => {
    const { tw, asked } = setUp('high', 'deny')
    assert.ok((await tw.execute(call('x'), { approval: { name: 'other', ask: () => 'approve' } })).ok)
    assert.equal(asked.length, 0)
  })

  it('follows rules, which can be replaced at run time', async () => {
    const { tw, asked } = setUp('medium', 'approve', {
      rules: [{ name: 'free', effect: 'allow', tool: 'echo' }],
    })
    await tw.execute(call('x'))
    assert.equal(asked.length, 0)
    tw.setRules([{ name: 'never', effect: 'deny', tool: '*', reason: 'closed' }])
    assert.match(errorOf(await tw.execute(call('x'))).message, /^tool execution denied: closed\./)
    assert.throws(() => tw.setRules([{ name: 'bad', effect: 'maybe' as never, tool: '*' }]), {
      code: 'OPTION_INVALID',
    })
  })

  it('logs what a rule in shadow mode would have done', async () => {
    const logged: unknown[] = []
    const { tw } = setUp('safe', undefined, {
      rules: { shadow: true, rules: [{ name: 'strict', effect: 'deny', tool: '*' }] },
      logger: { log: (code, fields) => void (code === 'TLS-POL-001' && logged.push(fields)) },
    })
    assert.ok((await tw.execute(call('x'))).ok)
    assert.deepEqual(logged, [
      {
        call_id: 'call_1',
        tool_name: 'echo',
        caller: undefined,
        rule: 'strict',
        decided: 'run',
        would_have: 'deny',
      },
    ])
  })

  it('is not remembered when what the approver wrote is refused', async () => {
    const rules = [{ name: 'no-etc', effect: 'deny', arguments: { text: '/etc/*' } }] as const
    const answer = { decision: 'approve', remember: true, arguments: { text: '/etc/x' } } as const
    const { tw, asked } = setUp('medium', answer, { rules })
    const error = errorOf(await talk(tw))
    assert.match(error.message, /the approver changed the arguments to some that are refused/)
    await talk(tw)
    assert.equal(asked.length, 2)
  })

  it('asks the second time about the edit as it would run', async () => {
    const asked: unknown[] = []
    const { tw } = setUp('critical', undefined, {
      approve: (request) => {
        asked.push(request.arguments)
        return request.confirmation === 1 ? { decision: 'approve', arguments: { text: 'edited' } } : 'approve'
      },
    })
    assert.deepEqual((await tw.execute(call('x'))).content, { type: 'text', text: 'ran edited' })
    assert.deepEqual(asked, [{ text: 'x' }, { text: 'edited' }])
  })

  it('waits for an answer that comes later, where the caller waits and the channel can', async () => {
    const channel = {
      name: 'queue',
      ask: () => ({ decision: 'later', approvalId: 'a7' }) as const,
      waitFor: (id: string) => Promise.resolve(id === 'a7' ? ('approve' as const) : ('deny' as const)),
    }
    const { tw } = setUp('high', undefined, { approve: channel })
    assert.ok((await tw.execute(call('x'))).ok)
    assert.equal((await tw.execute(call('x'), { onApproval: 'return' })).status, 'pending')
  })

  it('of a channel that throws is a denial that tells the model nothing of the host', async () => {
    const logged: unknown[] = []
    const { tw } = setUp('high', undefined, {
      approve: () => {
        throw new Error('ECONNREFUSED /home/anna/queue.sock')
      },
      logger: { log: (code, { text }) => void (code === 'TLS-CALL-006' && logged.push(text)) },
    })
    const error = errorOf(await tw.execute(call('x')))
    assert.equal(error.code, 'APPROVAL_DENIED')
    assert.doesNotMatch(error.message, /anna/)
    assert.deepEqual(logged, ['ECONNREFUSED /home/anna/queue.sock'])
  })

  it('given once never stands for two equal calls of a batch', async () => {
    const asked: number[] = []
    const tool = textTool((text) => text, {
      dangerLevel: 'critical',
      constraints: { allowSideEffects: false },
    })
    const tw = createToolwright({
      tools: [tool],
      approve: ({ confirmation }) => (asked.push(confirmation), 'approve'),
    })
    const results = await tw.executeBatch([call('x', 'echo', '1'), call('x', 'echo', '2')])
    assert.ok(results.every(({ ok }) => ok))
    assert.deepEqual(
      asked.sort((a, b) => a - b),
      [1, 1, 2, 2],
    )
  })
})
