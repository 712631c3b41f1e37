import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runAgent } from '../../src/agent/run-agent.ts'
import { createToolwright } from '../../src/toolwright.ts'
import { deleteTool, tideTool } from './sample-tools.ts'
import { aCall, MODEL_WRITERS, plainModel, scriptedModel } from './scripted-model.ts'

const TWO_CALLS = [aCall(1, 'get_tide', { port: 'Oban' }), aCall(2, 'get_tide', { port: 'Ayr' })]

for (const { id, sendsText } of MODEL_WRITERS) {
  for (const streaming of [false, true]) {
    describe(`an agent with ${id}, ${streaming ? 'streaming' : 'plain'}`, () => {
      it('finishes with the answer when the model calls nothing', async () => {
        const { model } = scriptedModel(id, { text: 'Good morning.' })
        const outcome = await runAgent({ model, streaming, messages: 'Hello' })
        assert.equal(outcome.status, 'finished')
        assert.equal(outcome.reason, 'answered')
        assert.equal(outcome.text, 'Good morning.')
        assert.equal(outcome.steps.length, 1)
        assert.deepEqual(
          outcome.messages.map(({ role }) => role),
          ['user', 'assistant'],
        )
      })

      it('runs both calls of an answer and gives their results back in order', async () => {
        const { model, bodies } = scriptedModel(
          id,
          { text: 'Let me look.', calls: TWO_CALLS },
          { text: 'High at both.' },
        )
        const { tool, ports } = tideTool()
        const outcome = await runAgent({ model, streaming, tools: [tool], messages: 'How is the tide?' })
        assert.equal(outcome.status, 'finished')
        assert.equal(outcome.text, 'High at both.')
        assert.deepEqual(ports, ['Oban', 'Ayr'])
        assert.deepEqual(
          outcome.steps.map(({ text, finish, calls }) => [text, finish, calls.map((call) => call.name)]),
          [
            ['Let me look.', 'tool_calls', ['get_tide', 'get_tide']],
            ['High at both.', 'stop', []],
          ],
        )
        const second = JSON.stringify(bodies[1])
        const places = ['How is the tide?', 'Let me look.', '3.2 m at Oban', '3.2 m at Ayr'].map((text) =>
          second.indexOf(text),
        )
        assert.deepEqual(
          places,
          places.toSorted((first, next) => first - next),
        )
        assert.ok(!places.includes(-1), second)
      })

      it('tells the model of a denied and of a failing call', async () => {
        const { model, bodies } = scriptedModel(
          id,
          {
            calls: [aCall(1, 'delete_file', { path: '/etc' }), aCall(2, 'get_tide', { port: 'Atlantis' })],
          },
          { text: 'I could not.' },
        )
        const { tool: remove, deleted } = deleteTool()
        const toolwright = createToolwright({
          tools: [tideTool().tool, remove],
          approve: () => ({ decision: 'deny', reason: 'not that folder' }),
        })
        const outcome = await runAgent({ model, streaming, toolwright, messages: 'Tidy up' })
        assert.equal(outcome.status, 'finished')
        assert.deepEqual(deleted, [])
        assert.deepEqual(
          outcome.steps[0]?.results.map((result) => result.status === 'failed' && result.error.code),
          ['APPROVAL_DENIED', 'EXECUTE_FAILED'],
        )
        const second = JSON.stringify(bodies[1])
        assert.match(second, /not that folder/)
        assert.match(second, /there is no such port/)
      })

      it('runs no call that the token limit cut, and answers it', async () => {
        // A provider that sends values instead of text cannot send half of one: it may look whole.
        const cut = streaming || sendsText ? '{"path":"/home' : '{"path":"/home/old"}'
        const { model, bodies } = scriptedModel(
          id,
          { calls: [aCall(1, 'delete_file', cut)], end: 'cut' },
          { text: 'Shorter now.' },
        )
        const { tool, deleted } = deleteTool({ dangerLevel: 'safe' })
        const outcome = await runAgent({ model, streaming, tools: [tool], messages: 'Tidy up' })
        assert.deepEqual(deleted, [])
        assert.deepEqual(
          outcome.steps[0]?.results.map((result) => result.status === 'failed' && result.error.code),
          ['ARGUMENTS_TRUNCATED'],
        )
        assert.equal(outcome.text, 'Shorter now.')
        assert.match(JSON.stringify(bodies[1]), /token limit/)
      })

      it('counts the tokens of each step and of all', async () => {
        const { model } = scriptedModel(id, { calls: TWO_CALLS }, { text: 'High.' })
        const outcome = await runAgent({ model, streaming, tools: [tideTool().tool], messages: 'Tide?' })
        assert.deepEqual(
          outcome.steps.map(({ usage }) => [usage.inputTokens, usage.outputTokens]),
          [
            [7, 5],
            [7, 5],
          ],
        )
        assert.equal(outcome.usage.inputTokens, 14)
        assert.equal(outcome.usage.outputTokens, 10)
      })
    })
  }
}

describe('what an agent sends', () => {
  it('is a plain request where nobody listens, a streamed one where somebody does', async () => {
    const quiet = scriptedModel('openai', { text: 'Hi' })
    await runAgent({ model: quiet.model, messages: 'Hello' })
    assert.equal(quiet.bodies[0]?.['stream'], undefined)
    const heard = scriptedModel('openai', { text: 'Hi' })
    await runAgent({ model: heard.model, messages: 'Hello', onEvent: () => undefined })
    assert.equal(heard.bodies[0]?.['stream'], true)
  })

  it('is plain when the model cannot stream', async () => {
    const { model, bodies } = plainModel('openai', { text: 'Hi' })
    const outcome = await runAgent({ model, messages: 'Hello', streaming: true, onEvent: () => undefined })
    assert.equal(outcome.text, 'Hi')
    assert.equal(bodies[0]?.['stream'], undefined)
  })

  it('holds the system text, the limits and fields of the provider, and keeps none of them in the transcript', async () => {
    const { model, bodies } = plainModel('openai', { text: 'Hi' })
    const outcome = await runAgent({
      model,
      messages: [{ role: 'user', content: 'Hello' }],
      system: 'Be brief.',
      maxTokens: 50,
      temperature: 0.5,
      extra: { seed: 7 },
    })
    assert.deepEqual(bodies[0], {
      model: 'model-1',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
      max_completion_tokens: 50,
      temperature: 0.5,
      seed: 7,
    })
    assert.deepEqual(outcome.messages[0], { role: 'user', content: 'Hello' })
  })

  it('forces a choice until the first call, so that the model can answer after it', async () => {
    const { model, bodies } = plainModel('openai', { calls: TWO_CALLS }, { text: 'High.' })
    await runAgent({ model, tools: [tideTool().tool], messages: 'Tide?', toolChoice: 'required' })
    assert.deepEqual(
      bodies.map((body) => body['tool_choice']),
      ['required', undefined],
    )
  })

  it('offers a tool that a call has registered in the next step', async () => {
    const toolwright = createToolwright()
    const opener = deleteTool({
      name: 'open_drawer',
      dangerLevel: 'safe',
      run: () => (toolwright.registry.register(tideTool().tool), 'open'),
    })
    toolwright.registry.register(opener.tool)
    const { model } = plainModel(
      'openai',
      { calls: [aCall(1, 'open_drawer', { path: 'tides' })] },
      { calls: [aCall(2, 'get_tide', { port: 'Oban' })] },
      { text: 'High.' },
    )
    const outcome = await runAgent({ model, toolwright, messages: 'Tide?' })
    assert.deepEqual(
      outcome.steps.flatMap(({ results }) => results.map(({ content }) => content)),
      [
        { type: 'text', text: 'open' },
        { type: 'text', text: '3.2 m at Oban' },
      ],
    )
  })

  it('goes on from the transcript of an earlier run with another provider', async () => {
    const first = plainModel('anthropic', { calls: TWO_CALLS }, { text: 'High.' })
    const { messages } = await runAgent({
      model: first.model,
      tools: [tideTool().tool],
      messages: 'Tide?',
    })
    const second = plainModel('gemini', { text: 'As I said.' })
    const outcome = await runAgent({
      model: second.model,
      tools: [tideTool().tool],
      messages: [...messages, { role: 'user', content: 'Sure?' }],
    })
    assert.equal(outcome.text, 'As I said.')
    const contents = second.bodies[0]?.['contents'] as { role: string }[]
    assert.deepEqual(
      contents.map(({ role }) => role),
      ['user', 'model', 'user', 'model', 'user'],
    )
    assert.match(JSON.stringify(second.bodies[0]), /functionResponse.*3\.2 m at Ayr/)
  })
})
