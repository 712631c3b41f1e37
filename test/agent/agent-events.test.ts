import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AgentEvent } from '../../src/agent/agent-events.ts'
import { runAgent } from '../../src/agent/run-agent.ts'
import { createToolwright } from '../../src/toolwright.ts'
import { deleteTool, tideTool } from './sample-tools.ts'
import { aCall, MODEL_WRITERS, plainModel, scriptedModel } from './scripted-model.ts'

const TIDE = { text: 'Let me look.', calls: [aCall(1, 'get_tide', { port: 'Oban' })] }

/** The types in order, each run of equal ones once. */
const typesOf = (events: readonly AgentEvent[]) =>
  events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1])
const textOf = (events: readonly AgentEvent[], type: AgentEvent['type']) =>
  events.map((event) => (event.type === type && 'text' in event ? event.text : '')).join('')

describe('the events of a run', () => {
  for (const { id, hasPieces } of MODEL_WRITERS) {
    it(`come in order from a stream of ${id}`, async () => {
      const { model } = scriptedModel(id, TIDE, { text: 'High.' })
      const events: AgentEvent[] = []
      await runAgent({
        model,
        tools: [tideTool().tool],
        messages: 'Tide?',
        onEvent: (event) => events.push(event),
      })
      const heard = events.filter(({ type }) => type !== 'warning')
      assert.deepEqual(typesOf(heard), [
        'step-start',
        'text-delta',
        'tool-input-start',
        // Gemini sends a value, and has no text to tell.
        ...(id === 'gemini' ? [] : ['tool-input-delta']),
        'tool-input-end',
        'tool-call',
        'tool-result',
        'step-end',
        'step-start',
        'text-delta',
        'step-end',
        'finish',
      ])
      assert.equal(textOf(events, 'text-delta'), 'Let me look.High.')
      assert.equal(textOf(events, 'tool-input-delta'), id === 'gemini' ? '' : '{"port":"Oban"}')
      if (hasPieces) assert.ok(events.filter(({ type }) => type === 'tool-input-delta').length > 1)
    })
  }

  it('say what they are about', async () => {
    const { model } = scriptedModel('openai', TIDE, { text: 'High.' })
    const events: AgentEvent[] = []
    const outcome = await runAgent({
      model,
      tools: [tideTool().tool],
      messages: 'Tide?',
      onEvent: (event) => events.push(event),
    })
    const some = events.filter(({ type }) => !type.endsWith('-delta'))
    assert.deepEqual(some, [
      { type: 'step-start', step: 1, provider: 'openai', model: 'model-1' },
      { type: 'tool-input-start', step: 1, index: 0, callId: 'call00001', toolName: 'get_tide' },
      { type: 'tool-input-end', step: 1, index: 0 },
      { type: 'tool-call', step: 1, call: outcome.steps[0]?.calls[0] },
      { type: 'tool-result', step: 1, result: outcome.steps[0]?.results[0] },
      {
        type: 'step-end',
        step: 1,
        finish: 'tool_calls',
        usage: { inputTokens: 7, outputTokens: 5, totalTokens: 12 },
      },
      { type: 'step-start', step: 2, provider: 'openai', model: 'model-1' },
      {
        type: 'step-end',
        step: 2,
        finish: 'stop',
        usage: { inputTokens: 7, outputTokens: 5, totalTokens: 12 },
      },
      { type: 'finish', status: 'finished', reason: 'answered' },
    ])
  })

  it('hold the words as one delta when the answer is not streamed', async () => {
    const { model } = plainModel('openai', { text: 'Good morning.' })
    const events: AgentEvent[] = []
    await runAgent({ model, messages: 'Hello', onEvent: (event) => events.push(event) })
    assert.deepEqual(events[1], { type: 'text-delta', step: 1, text: 'Good morning.' })
  })

  it('tell what each delta changes in the arguments, when asked', async () => {
    const { model } = scriptedModel('anthropic', TIDE, { text: 'High.' })
    const changes: unknown[] = []
    await runAgent({
      model,
      tools: [tideTool().tool],
      messages: 'Tide?',
      partial: true,
      onEvent: (event) => void (event.type === 'tool-input-value' && changes.push(event.change)),
    })
    assert.deepEqual(changes[0], { type: 'open', path: [], value: {} })
    assert.deepEqual(changes.at(-1), { type: 'close', path: [] })
    const text = changes.map((change) => (change as { text?: string }).text ?? '').join('')
    assert.equal(text, 'Oban')
  })

  it('hold the questions of approval, whichever channel is asked', async () => {
    for (const own of [true, false]) {
      const { tool } = deleteTool()
      const asked: unknown[] = []
      const { model } = plainModel(
        'openai',
        { calls: [aCall(1, 'delete_file', { path: '/tmp/a' })] },
        { text: 'Done.' },
      )
      const outcome = await runAgent({
        model,
        toolwright: createToolwright({ tools: [tool], approve: () => (own ? 'deny' : 'approve') }),
        ...(own ? { approval: { name: 'own', ask: () => 'approve' as const } } : {}),
        messages: 'Tidy up',
        onEvent: (event) => void (event.type === 'approval-requested' && asked.push(event)),
      })
      assert.ok(outcome.steps[0]?.results[0]?.ok)
      const [event] = asked as Extract<AgentEvent, { type: 'approval-requested' }>[]
      assert.equal(asked.length, 1)
      assert.equal(event?.request.callId, 'call00001')
      assert.equal(event?.request.toolName, 'delete_file')
      assert.deepEqual(event?.request.arguments, { path: '/tmp/a', force: false })
      assert.equal(event?.request.dangerLevel, 'high')
    }
  })

  it('tell once what the provider does not get as written', async () => {
    const { model } = plainModel('ollama', TIDE, TIDE, { text: 'High.' })
    const warnings: AgentEvent[] = []
    await runAgent({
      model,
      tools: [tideTool().tool],
      messages: 'Tide?',
      onEvent: (event) => void (event.type === 'warning' && warnings.push(event)),
    })
    assert.deepEqual(
      warnings.map((event) => event.type === 'warning' && [event.step, event.warning.kind]),
      [[1, 'schema-changed']],
    )
  })

  it('tell what is wrong with an answer', async () => {
    const { model } = plainModel('openai', { calls: [aCall(1, 'get_tide', '{"port":')] }, { text: 'Sorry.' })
    const problems: unknown[] = []
    await runAgent({
      model,
      tools: [tideTool().tool],
      messages: 'Tide?',
      onEvent: (event) => void (event.type === 'problem' && problems.push(event.problem.callId)),
    })
    assert.deepEqual(problems, ['call00001'])
  })

  it('harm nobody when the listener throws', async () => {
    const { model } = scriptedModel('openai', TIDE, { text: 'High.' })
    const outcome = await runAgent({
      model,
      tools: [tideTool().tool],
      messages: 'Tide?',
      onEvent() {
        throw new Error('listener broke')
      },
    })
    assert.equal(outcome.text, 'High.')
  })
})
