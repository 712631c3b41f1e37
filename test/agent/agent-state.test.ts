import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AgentState } from '../../src/agent/agent-state.ts'
import { resumeAgent } from '../../src/agent/resume-agent.ts'
import { runAgent } from '../../src/agent/run-agent.ts'
import { createToolwright } from '../../src/toolwright.ts'
import { deleteTool } from './sample-tools.ts'
import { aCall, plainModel } from './scripted-model.ts'

const SECRET = 'a secret of the deployment'
const APPROVE = [{ callId: 'call00001', decision: 'approve' }] as const
const CALL = { calls: [aCall(1, 'delete_file', { path: '/a' })] }

async function paused(stateSecret?: string) {
  const remove = deleteTool()
  const toolwright = createToolwright({ tools: [remove.tool] })
  const { model } = plainModel('openai', CALL, { text: 'Done.' })
  const outcome = await runAgent({ model, toolwright, messages: 'Go', approval: 'pause', stateSecret })
  const state = outcome.status === 'paused' ? outcome.state : assert.fail(outcome.status)
  const resume = (given: unknown, options: { stateSecret?: string; toolwright?: typeof toolwright } = {}) =>
    resumeAgent(given as AgentState, { model, toolwright, decisions: APPROVE, stateSecret, ...options })
  return { state, resume, deleted: remove.deleted }
}

/** Every way to change one leaf of a JSON value. */
function* changes(value: unknown): Generator {
  if (typeof value === 'string') yield `${value}x`
  else if (typeof value === 'number') yield value + 1
  else if (typeof value === 'boolean') yield !value
  else if (Array.isArray(value)) {
    yield [...value, value[0] ?? 'x']
    for (const [index, item] of value.entries())
      for (const changed of changes(item)) yield value.with(index, changed)
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, added: true }
    for (const [key, item] of Object.entries(value))
      for (const changed of changes(item)) yield { ...value, [key]: changed }
  }
}

describe('a state that was tampered with', () => {
  for (const secret of [undefined, SECRET]) {
    it(`is refused, whatever was changed, ${secret === undefined ? 'without' : 'with'} a secret`, async () => {
      const { state, resume, deleted } = await paused(secret)
      let count = 0
      for (const changed of changes(state)) {
        count++
        await assert.rejects(resume(changed), { code: 'AGENT_STATE_INVALID' }, JSON.stringify(changed))
      }
      assert.ok(count > 50, `${count} changes`)
      assert.deepEqual(deleted, [])
      assert.equal((await resume(state)).status, 'finished')
    })
  }

  it('is refused when it was sealed with another secret, or with none', async () => {
    const { state, resume } = await paused(SECRET)
    const bare = await paused()
    await assert.rejects(resume(state, { stateSecret: 'another secret of theirs' }), {
      code: 'AGENT_STATE_INVALID',
      message: 'The state was changed since the run was paused, or sealed with another secret.',
    })
    await assert.rejects(resume(bare.state), { code: 'AGENT_STATE_INVALID' })
    await assert.rejects(bare.resume(state), { code: 'AGENT_STATE_INVALID' })
  })

  it('is refused when it is none at all', async () => {
    const { state, resume } = await paused()
    for (const given of [
      undefined,
      null,
      'state',
      7,
      [],
      {},
      { ...state, pending: {} },
      { ...state, step: null },
    ]) {
      await assert.rejects(resume(given), { message: 'This is not the state of a paused run.' })
    }
    await assert.rejects(resume({ ...state, version: 2 }), {
      message: 'The state has version 2; this release reads version 1.',
    })
  })
})

describe('a state whose tools have changed', () => {
  it('is refused', async () => {
    const { state, resume, deleted } = await paused()
    const changed = deleteTool({ description: 'Deletes a file, and its folder' })
    await assert.rejects(resume(state, { toolwright: createToolwright({ tools: [changed.tool] }) }), {
      code: 'AGENT_STATE_INVALID',
      message: "The tool 'delete_file' has changed since call 'call00001' was to be approved.",
    })
    await assert.rejects(resume(state, { toolwright: createToolwright() }), {
      message: "The tool 'delete_file' of call 'call00001' is no longer registered.",
    })
    assert.deepEqual([changed.deleted, deleted], [[], []])
  })

  it('is bound to the tool that was asked about, when it changed while others ran', async () => {
    const remove = deleteTool()
    const changed = deleteTool({ description: 'Deletes a file, and its folder' })
    const toolwright = createToolwright({ tools: [remove.tool] })
    const { model } = plainModel('openai', CALL, { text: 'Done.' })
    const outcome = await runAgent({
      model,
      toolwright,
      messages: 'Go',
      approval: {
        name: 'slow desk',
        ask({ callId }) {
          toolwright.registry.update('delete_file', changed.tool)
          return { decision: 'later', approvalId: callId }
        },
      },
    })
    const state = outcome.status === 'paused' ? outcome.state : assert.fail(outcome.status)
    await assert.rejects(resumeAgent(state, { model, toolwright, decisions: APPROVE }), {
      code: 'AGENT_STATE_INVALID',
    })
    assert.deepEqual([remove.deleted, changed.deleted], [[], []])
  })
})
