import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AgentOptions } from '../../src/agent/agent-options.ts'
import { runAgent, streamAgent } from '../../src/agent/run-agent.ts'
import { createToolwright } from '../../src/toolwright.ts'
import { plainModel } from './scripted-model.ts'

const { model } = plainModel('openai')
const BASE = { model, messages: 'Hello' }

describe('the options of an agent', () => {
  for (const [what, options, message] of [
    ['nothing', undefined, /`runAgent` takes an object of options, not nothing/],
    ['no model', { messages: 'Hello' }, /needs a `model`, which must be a model: `httpModel\(/],
    [
      'a model by its name',
      { ...BASE, model: 'gpt-9' },
      /`model` of `runAgent` must be a model: .*clientModel/,
    ],
    [
      'a model that cannot be asked',
      { ...BASE, model: { provider: 'openai', name: 'x' } },
      /must be a model/,
    ],
    ['no messages', { model }, /needs `messages`: a text, or a list of messages/],
    ['messages that are none', { ...BASE, messages: 7 }, /must be a text, or a list of messages/],
    [
      'a message without a role',
      { ...BASE, messages: [{ content: 'Hi' }] },
      /`messages\[0\]` of `runAgent` must be an object with a role: system, user, assistant, tool/,
    ],
    [
      'a message that is none',
      { ...BASE, messages: [null] },
      /`messages\[0\]` .* must be an object with a role/,
    ],
    [
      'a role that nobody has',
      { ...BASE, messages: [{ role: 'toString', content: '' }] },
      /must be an object with a role/,
    ],
    [
      'a question without words',
      { ...BASE, messages: [{ role: 'user' }] },
      /`\{ role: 'user', content \}` with a text or a list of parts/,
    ],
    [
      'an answer in the form of OpenAI',
      {
        ...BASE,
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: null, tool_calls: [] },
        ],
      },
      /`messages\[1\]` .* calls as `\{ id, name, arguments \}`/,
    ],
    [
      'a call that is none',
      { ...BASE, messages: [{ role: 'assistant', content: '', calls: [null] }] },
      /calls as `\{ id, name, arguments \}`/,
    ],
    [
      'a result in the form of OpenAI',
      { ...BASE, messages: [{ role: 'tool', tool_call_id: 'a', content: 'x' }] },
      /`\{ role: 'tool', results \}` with the results as `execute` gives them/,
    ],
    [
      'a result that is none',
      { ...BASE, messages: [{ role: 'tool', results: [{}] }] },
      /as `execute` gives them/,
    ],
    ['a misspelt option', { ...BASE, maxStep: 3 }, /has no option `maxStep`. Did you mean `maxSteps`\?/],
    [
      'no steps at all',
      { ...BASE, maxSteps: 0 },
      /`maxSteps` of `runAgent` must be a whole number from 1, not the number 0/,
    ],
    [
      'a tool that is none',
      { ...BASE, tools: ['get_tide'] },
      /`tools` of `runAgent` must be a list of tools/,
    ],
    [
      'tools twice',
      { ...BASE, tools: [], toolwright: createToolwright() },
      /takes `tools` or `toolwright`, not both/,
    ],
    ['a toolwright that is none', { ...BASE, toolwright: {} }, /must be what `createToolwright` gives/],
    ['a channel that cannot ask', { ...BASE, approval: 'later' }, /must be a channel with `ask`, or 'pause'/],
    [
      'a condition that is none',
      { ...BASE, stopWhen: 3 },
      /`stopWhen` of `runAgent` must be a function or a list/,
    ],
    ['a short secret', { ...BASE, stateSecret: 'abc' }, /must be a text of at least 16 characters/],
    [
      'fields that no JSON can hold',
      { ...BASE, extra: { seed: 7n } },
      /`extra` of `runAgent` must be an object of JSON/,
    ],
    ['a signal that is none', { ...BASE, signal: {} }, /must be an AbortSignal, such as `controller.signal`/],
  ] as const) {
    it(`refuse ${what}, with the cure`, async () => {
      const given = options as unknown as AgentOptions
      await assert.rejects(runAgent(given), { code: 'OPTION_INVALID', message })
      assert.throws(() => streamAgent(given), { code: 'OPTION_INVALID' })
    })
  }

  it('do not show a secret in the message', async () => {
    await assert.rejects(runAgent({ ...BASE, stateSecret: 'hunter2' }), ({ message }: Error) => {
      assert.doesNotMatch(message, /hunter2/)
      return true
    })
  })

  it('refuse a provider that nobody knows, and one that no model speaks', async () => {
    const of = (provider: string) => runAgent({ ...BASE, model: { ...model, provider } })
    await assert.rejects(of('opnai'), { code: 'PROVIDER_UNKNOWN', message: /Did you mean `openai`\?/ })
    await assert.rejects(of('mcp'), { code: 'OPTION_INVALID' })
  })

  it('refuse a tool that is not there', async () => {
    await assert.rejects(runAgent({ ...BASE, only: ['get_tide'] }), { code: 'OPTION_INVALID' })
    await assert.rejects(runAgent({ ...BASE, toolChoice: { tool: 'get_tide' } }), { code: 'OPTION_INVALID' })
  })
})
