import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AgentEvent } from '../../src/agent/agent-events.ts'
import type { AgentOptions } from '../../src/agent/agent-options.ts'
import type { AgentOutcome } from '../../src/agent/agent-outcome.ts'
import type { AgentState } from '../../src/agent/agent-state.ts'
import { memoryClaims } from '../../src/agent/claims.ts'
import { resumeAgent, type ResumeOptions } from '../../src/agent/resume-agent.ts'
import { runAgent } from '../../src/agent/run-agent.ts'
import { fakeClock } from './fake-clock.ts'
import { createToolwright } from '../../src/toolwright.ts'
import { deleteTool, tideTool } from './sample-tools.ts'
import { aCall, MODEL_WRITERS, plainModel, scriptedModel } from './scripted-model.ts'

const CALLS = {
  text: 'I will tidy up.',
  calls: [
    aCall(1, 'delete_file', { path: '/a' }),
    aCall(2, 'get_tide', { port: 'Oban' }),
    aCall(3, 'delete_file', { path: '/b' }),
  ],
}
const stateOf = (outcome: AgentOutcome): AgentState =>
  outcome.status === 'paused' ? outcome.state : assert.fail(`it is ${outcome.status}`)
const copyOf = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value
const outcomesOf = (outcome: AgentOutcome, step = 0) =>
  outcome.steps[step]?.results.map((result) =>
    result.status === 'failed' ? result.error.code : result.content.type === 'text' && result.content.text,
  )

async function paused(options: Partial<AgentOptions> = {}, dangerLevel: 'high' | 'critical' = 'high') {
  const remove = deleteTool({ dangerLevel })
  const tide = tideTool()
  const toolwright = createToolwright({ tools: [remove.tool, tide.tool] })
  const { model } = plainModel('openai', CALLS)
  const outcome = await runAgent({ model, toolwright, messages: 'Tidy up', approval: 'pause', ...options })
  return { outcome, state: stateOf(outcome), toolwright, deleted: remove.deleted, ports: tide.ports }
}

/** What a resume needs beside its decisions; the model says one more thing. */
function ready(toolwright: ResumeOptions['toolwright'], options: Partial<ResumeOptions> = {}): ResumeOptions {
  const { model } = plainModel('openai', { text: 'Done.' })
  return { model, toolwright, decisions: [], ...options }
}

const APPROVE_BOTH = [
  { callId: 'call00001', decision: 'approve' },
  { callId: 'call00003', decision: 'approve' },
] as const

describe('a run that is paused', () => {
  it('has run what needs no approval, and tells what waits', async () => {
    const { outcome, state, deleted, ports } = await paused()
    assert.equal(outcome.reason, 'approval')
    assert.equal(outcome.text, 'I will tidy up.')
    assert.deepEqual(deleted, [])
    assert.deepEqual(ports, ['Oban'])
    assert.deepEqual(
      state.pending.map(({ definitionHash, ...rest }) => [definitionHash.length, rest]),
      ['1', '3'].map((number) => [
        64,
        {
          callId: `call0000${number}`,
          toolName: 'delete_file',
          arguments: { path: number === '1' ? '/a' : '/b', force: false },
          dangerLevel: 'high',
          reason: state.pending[0]?.reason,
          confirmation: 1,
          confirmations: 1,
          approvalId: `call0000${number}`,
        },
      ]),
    )
    assert.deepEqual(
      state.completed.map(({ callId }) => callId),
      ['call00002'],
    )
  })

  it('is plain JSON', async () => {
    const { state } = await paused({ stateSecret: 'sixteen letters!' })
    assert.deepEqual(copyOf(state), state)
    assert.doesNotMatch(JSON.stringify(state), /sixteen letters!/)
  })

  it('pauses when a channel of the host decides later, with its id and its time', async () => {
    const { state } = await paused({
      approval: {
        name: 'desk',
        ask: ({ callId }) => ({
          decision: 'later',
          approvalId: `desk-${callId}`,
          expiresAt: '2030-01-01T00:00:00.000Z',
        }),
      },
      onApproval: 'return',
    })
    assert.deepEqual(
      state.pending.map(({ approvalId, expiresAt }) => [approvalId, expiresAt]),
      [
        ['desk-call00001', '2030-01-01T00:00:00.000Z'],
        ['desk-call00003', '2030-01-01T00:00:00.000Z'],
      ],
    )
  })
})

describe('a run that is resumed', () => {
  for (const { id } of MODEL_WRITERS) {
    for (const streaming of [false, true]) {
      it(`goes on with ${id}, ${streaming ? 'streaming' : 'plain'}, from a state that was a text`, async () => {
        const remove = deleteTool()
        const toolwright = createToolwright({ tools: [remove.tool, tideTool().tool] })
        const { model, bodies } = scriptedModel(id, CALLS, { text: 'Done.' })
        const before = await runAgent({
          model,
          toolwright,
          streaming,
          messages: 'Tidy up',
          approval: 'pause',
          system: 'Be brief.',
        })
        const outcome = await resumeAgent(copyOf(stateOf(before)), {
          model,
          toolwright,
          decisions: [
            { callId: 'call00001', decision: 'approve' },
            { callId: 'call00003', decision: 'deny', reason: 'keep it', by: 'Ann' },
          ],
        })
        assert.equal(outcome.status, 'finished')
        assert.equal(outcome.text, 'Done.')
        assert.deepEqual(remove.deleted, ['/a'])
        assert.deepEqual(outcomesOf(outcome), ['deleted /a', '3.2 m at Oban', 'APPROVAL_DENIED'])
        assert.equal(outcome.usage.inputTokens, 14)
        const second = JSON.stringify(bodies[1])
        assert.match(
          second,
          /Be brief\..*deleted \/a.*3\.2 m at Oban.*Ann said no: keep it|deleted \/a.*Be brief\./,
        )
      })
    }
  }

  it('denies a call without a decision', async () => {
    const { state, toolwright, deleted } = await paused()
    const outcome = await resumeAgent(state, ready(toolwright))
    assert.deepEqual(deleted, [])
    assert.deepEqual(outcomesOf(outcome), ['APPROVAL_DENIED', '3.2 m at Oban', 'APPROVAL_DENIED'])
  })

  it('does not run what a rule has come to deny, and not what was denied when a rule has come to allow it', async () => {
    const strict = await paused()
    strict.toolwright.setRules([{ name: 'now', tool: 'delete_file', effect: 'deny' }])
    await resumeAgent(strict.state, ready(strict.toolwright, { decisions: APPROVE_BOTH }))
    assert.deepEqual(strict.deleted, [])
    const lax = await paused()
    lax.toolwright.setRules([{ name: 'now', tool: 'delete_file', effect: 'allow' }])
    await resumeAgent(lax.state, ready(lax.toolwright))
    assert.deepEqual(lax.deleted, [])
  })

  it('asks a second time about a critical call: one decision is one of two', async () => {
    const { state, toolwright, deleted } = await paused({}, 'critical')
    assert.deepEqual(
      state.pending.map(({ confirmation, confirmations }) => [confirmation, confirmations]),
      [
        [1, 2],
        [1, 2],
      ],
    )
    const asked: AgentEvent[] = []
    const again = await resumeAgent(
      state,
      ready(toolwright, {
        decisions: [APPROVE_BOTH[0], { callId: 'call00003', decision: 'deny' }],
        onEvent: (event) => void (event.type === 'approval-requested' && asked.push(event)),
      }),
    )
    assert.deepEqual(deleted, [])
    const second = stateOf(again)
    assert.deepEqual(
      second.pending.map(({ callId, confirmation }) => [callId, confirmation]),
      [['call00001', 2]],
    )
    assert.deepEqual(
      asked.map((event) => event.type === 'approval-requested' && event.request.confirmation),
      [2],
    )
    const outcome = await resumeAgent(copyOf(second), ready(toolwright, { decisions: [APPROVE_BOTH[0]] }))
    assert.deepEqual(deleted, ['/a'])
    assert.deepEqual(outcomesOf(outcome), ['deleted /a', '3.2 m at Oban', 'APPROVAL_DENIED'])
  })

  it('runs with the arguments that an approver wrote before the pause', async () => {
    const { state, toolwright, deleted } = await paused(
      {
        approval: {
          name: 'desk',
          ask: ({ confirmation, callId }) =>
            confirmation === 1
              ? { decision: 'approve', arguments: { path: '/tmp/scratch', force: false } }
              : { decision: 'later', approvalId: callId },
        },
        onApproval: 'return',
      },
      'critical',
    )
    assert.deepEqual(state.pending[0]?.arguments, { path: '/tmp/scratch', force: false })
    await resumeAgent(state, ready(toolwright, { decisions: [APPROVE_BOTH[0]] }))
    assert.deepEqual(deleted, ['/tmp/scratch'])
  })

  it('denies an approval that came after the question expired', async () => {
    for (const [now, expected] of [
      ['2029-12-31T23:59:59.999Z', ['/a', '/b']],
      ['2030-01-01T00:00:00.001Z', []],
    ] as const) {
      const { state, toolwright, deleted } = await paused({
        approval: {
          name: 'desk',
          ask: ({ callId: approvalId }) => ({
            decision: 'later',
            approvalId,
            expiresAt: '2030-01-01T00:00:00.000Z',
          }),
        },
      })
      await resumeAgent(state, ready(toolwright, { decisions: APPROVE_BOTH, clock: fakeClock(now) }))
      assert.deepEqual(deleted, expected)
    }
  })

  it('keeps counting steps and repeated failures from before', async () => {
    const remove = deleteTool()
    const toolwright = createToolwright({ tools: [remove.tool] })
    const { model, bodies } = plainModel(
      'openai',
      { calls: [aCall(1, 'delete_file', { path: '/a' })] },
      { calls: [aCall(1, 'delete_file', { path: '/a' })] },
      { calls: [aCall(1, 'delete_file', { path: '/a' })] },
    )
    const deny = [{ callId: 'call00001', decision: 'deny' }] as const
    let outcome = await runAgent({
      model,
      toolwright,
      messages: 'Tidy up',
      approval: 'pause',
      maxRepeatedFailures: 2,
    })
    outcome = await resumeAgent(stateOf(outcome), {
      model,
      toolwright,
      decisions: deny,
      approval: 'pause',
    })
    assert.equal(bodies.length, 2)
    outcome = await resumeAgent(stateOf(outcome), { model, toolwright, decisions: deny })
    assert.equal(outcome.reason, 'repeated-failures')
    assert.equal(bodies.length, 2)
    assert.equal(outcome.steps[0]?.number, 2)
  })

  it('is cancelled like any run, with every call answered', async () => {
    const { state, toolwright, deleted } = await paused()
    const outcome = await resumeAgent(
      state,
      ready(toolwright, { decisions: APPROVE_BOTH, signal: AbortSignal.abort() }),
    )
    assert.equal(outcome.status, 'cancelled')
    assert.deepEqual(deleted, [])
    assert.deepEqual(outcomesOf(outcome), ['EXECUTE_CANCELLED', '3.2 m at Oban', 'EXECUTE_CANCELLED'])
  })
})

describe('a state', () => {
  it('is used once', async () => {
    const { state, toolwright, deleted } = await paused()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () =>
        resumeAgent(copyOf(state), ready(toolwright, { decisions: APPROVE_BOTH })),
      ),
    )
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.deepEqual(deleted, ['/a', '/b'])
    await assert.rejects(resumeAgent(state, ready(toolwright)), {
      code: 'AGENT_STATE_USED',
      details: { id: state.id },
    })
  })

  it('is used once for each who claims, and by nobody when a claim says anything but true', async () => {
    const { state, toolwright, deleted } = await paused()
    for (const answer of [false, 1, 'true', undefined]) {
      const claim = () => answer as boolean
      await assert.rejects(resumeAgent(state, ready(toolwright, { decisions: APPROVE_BOTH, claim })), {
        code: 'AGENT_STATE_USED',
      })
    }
    await assert.rejects(
      resumeAgent(state, ready(toolwright, { claim: () => Promise.reject(new Error('no database')) })),
      /no database/,
    )
    assert.deepEqual(deleted, [])
    await resumeAgent(state, ready(toolwright, { decisions: APPROVE_BOTH, claim: memoryClaims() }))
    assert.deepEqual(deleted, ['/a', '/b'])
  })

  it('is not used up by a mistake of the developer', async () => {
    const { state, toolwright } = await paused()
    const wrong = (options: object) => resumeAgent(state, { ...ready(toolwright), ...options })
    await assert.rejects(wrong({ decision: [] }), { message: /Did you mean `decisions`\?/ })
    await assert.rejects(wrong({ decisions: [{ callId: 'call00001', decision: 'yes' }] }), {
      message: /must be a list of `\{ callId, decision: 'approve' or 'deny' \}`/,
    })
    await assert.rejects(wrong({ decisions: undefined }), { message: /an empty one denies all/ })
    await assert.rejects(wrong({ toolwright: undefined }), { message: /needs the `toolwright` of the run/ })
    await assert.rejects(wrong({ model: undefined }), { message: /needs a `model`/ })
    await assert.rejects(wrong({ model: { provider: 'opnai', name: 'x', generate: () => null } }), {
      code: 'PROVIDER_UNKNOWN',
    })
    await assert.rejects(wrong({ decisions: [{ callId: 'call00009', decision: 'deny' }] }), {
      message: "No call 'call00009' waits for a decision. Those that wait: call00001, call00003.",
    })
    await assert.rejects(wrong({ decisions: [...APPROVE_BOTH, APPROVE_BOTH[0]] }), {
      message: "There are two decisions about call 'call00001'.",
    })
    assert.equal((await wrong({})).status, 'finished')
  })
})
