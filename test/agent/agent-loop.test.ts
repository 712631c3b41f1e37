import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AgentOutcome } from '../../src/agent/agent-outcome.ts'
import type { Model } from '../../src/agent/model.ts'
import { runAgent } from '../../src/agent/run-agent.ts'
import { defineTool } from '../../src/author/define-tool.ts'
import { OPENAI_SERVERS } from '../../src/providers/openai-servers.ts'
import { createToolwright } from '../../src/toolwright.ts'
import { deleteTool, tideTool } from './sample-tools.ts'
import { aCall, MODEL_WRITERS, plainModel, scriptedModel } from './scripted-model.ts'

const TIDE = { calls: [aCall(1, 'get_tide', { port: 'Oban' })] }
const ATLANTIS = { calls: [aCall(1, 'get_tide', { port: 'Atlantis' })] }
const errorOf = (outcome: AgentOutcome) =>
  outcome.status === 'failed' ? outcome.error : assert.fail(`it is ${outcome.status}`)

/** Every call of the transcript has its result in the message after it. */
function assertAnswered({ messages }: AgentOutcome): void {
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant' || message.calls === undefined) continue
    const next = messages[index + 1]
    assert.deepEqual(
      next?.role === 'tool' ? next.results.map(({ callId }) => callId) : next,
      message.calls.map(({ id }) => id),
    )
  }
}

describe('the end of a run', () => {
  it('is the step limit, with the last calls answered', async () => {
    const { model, bodies } = plainModel('openai', TIDE, TIDE, TIDE)
    const outcome = await runAgent({ model, tools: [tideTool().tool], messages: 'Tide?', maxSteps: 2 })
    assert.equal(outcome.status, 'stopped')
    assert.equal(outcome.reason, 'step-limit')
    assert.equal(bodies.length, 2)
    assert.equal(outcome.messages.at(-1)?.role, 'tool')
    assertAnswered(outcome)
  })

  it('is a condition of the host, asked after each step that called tools', async () => {
    const { model } = plainModel('openai', TIDE, TIDE, TIDE)
    const seen: number[] = []
    const outcome = await runAgent({
      model,
      tools: [tideTool().tool],
      messages: 'Tide?',
      stopWhen: [
        (steps) => (seen.push(steps.length), false),
        (steps) => steps.flatMap(({ calls }) => calls).length === 2,
      ],
    })
    assert.equal(outcome.status, 'stopped')
    assert.equal(outcome.reason, 'stop-condition')
    assert.deepEqual(seen, [1, 2])
    assertAnswered(outcome)
  })

  it('waits for a condition that has to ask', async () => {
    for (const [answer, reason] of [
      [true, 'stop-condition'],
      [false, 'answered'],
    ] as const) {
      const { model } = plainModel('openai', TIDE, { text: 'High.' })
      const stopWhen = () => Promise.resolve(answer)
      const outcome = await runAgent({ model, tools: [tideTool().tool], messages: 'Tide?', stopWhen })
      assert.equal(outcome.reason, reason)
    }
  })

  it('is the token limit when it cuts words', async () => {
    const { model } = plainModel('openai', { text: 'The tide is', end: 'cut' })
    const outcome = await runAgent({ model, messages: 'Tide?' })
    assert.equal(outcome.status, 'stopped')
    assert.equal(outcome.reason, 'length')
    assert.equal(outcome.text, 'The tide is')
  })

  // The others have no word for it.
  for (const id of ['openai', 'openai-responses', 'anthropic', 'gemini', 'bedrock']) {
    for (const streaming of [false, true]) {
      it(`is a refusal of ${id}, ${streaming ? 'streamed' : 'plain'}: no call of it runs or stays in the transcript`, async () => {
        const { model } = scriptedModel(id, { text: 'I will not.', ...TIDE, end: 'blocked' })
        const { tool, ports } = tideTool()
        const outcome = await runAgent({ model, streaming, tools: [tool], messages: 'Tide?' })
        assert.equal(outcome.status, 'stopped')
        assert.equal(outcome.reason, 'blocked')
        assert.deepEqual(ports, [])
        assertAnswered(outcome)
      })
    }
  }

  it('is the same failure of the same call for the third time; the model hears of it before', async () => {
    const { model, bodies } = plainModel('openai', ATLANTIS, ATLANTIS, ATLANTIS, ATLANTIS)
    const outcome = await runAgent({ model, tools: [tideTool().tool], messages: 'Tide?' })
    assert.equal(outcome.status, 'stopped')
    assert.equal(outcome.reason, 'repeated-failures')
    assert.equal(bodies.length, 3)
    assert.doesNotMatch(JSON.stringify(bodies[1]), /very same call/)
    assert.match(JSON.stringify(bodies[2]), /This is failure 2 of the very same call/)
    assertAnswered(outcome)
  })

  it('is not a failure that comes back after something else', async () => {
    const { model } = plainModel('openai', ATLANTIS, TIDE, ATLANTIS, TIDE, ATLANTIS, { text: 'Enough.' })
    const outcome = await runAgent({
      model,
      tools: [tideTool().tool],
      messages: 'Tide?',
      maxRepeatedFailures: 2,
    })
    assert.equal(outcome.text, 'Enough.')
  })
})

describe('an answer that asks for more', () => {
  it('is sent back as it is when the provider paused it', async () => {
    const paused = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      content: [{ type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'tide' } }],
      stop_reason: 'pause_turn',
      usage: { input_tokens: 7, output_tokens: 5 },
    }
    const { model, bodies } = plainModel('anthropic', { body: paused }, { text: 'High.' })
    const outcome = await runAgent({ model, messages: 'Tide?' })
    assert.equal(outcome.text, 'High.')
    assert.deepEqual(bodies[1]?.['messages'], [
      { role: 'user', content: [{ type: 'text', text: 'Tide?' }] },
      { role: 'assistant', content: paused.content },
    ])
  })

  const UNREADABLE = {
    body: {
      candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'MALFORMED_FUNCTION_CALL' }],
    },
  }

  it('is asked again when the provider could not read its call', async () => {
    const { model, bodies } = plainModel('gemini', UNREADABLE, TIDE, { text: 'High.' })
    const { tool, ports } = tideTool()
    const outcome = await runAgent({ model, tools: [tool], messages: 'Tide?' })
    assert.equal(outcome.status, 'finished')
    assert.deepEqual(ports, ['Oban'])
    assert.match(JSON.stringify(bodies[1]), /Call the tool again, with its exact name/)
  })

  it('ends the run when that happens twice in a row, and not when it happens again later', async () => {
    const twice = plainModel('gemini', UNREADABLE, UNREADABLE)
    const failed = await runAgent({ model: twice.model, tools: [tideTool().tool], messages: 'Tide?' })
    assert.equal(errorOf(failed).code, 'CALL_INVALID')
    const apart = plainModel('gemini', UNREADABLE, TIDE, UNREADABLE, { text: 'High.' })
    const outcome = await runAgent({ model: apart.model, tools: [tideTool().tool], messages: 'Tide?' })
    assert.equal(outcome.text, 'High.')
  })
})

describe('a provider that fails', () => {
  it('ends the run with its error, and the transcript before it', async () => {
    const { model } = plainModel('openai', TIDE, new Error('502 bad gateway'))
    const outcome = await runAgent({ model, tools: [tideTool().tool], messages: 'Tide?' })
    assert.equal(outcome.reason, 'provider-error')
    assert.equal(errorOf(outcome).code, 'PROVIDER_ERROR')
    assert.match(errorOf(outcome).message, /502 bad gateway/)
    assert.deepEqual(
      outcome.messages.map(({ role }) => role),
      ['user', 'assistant', 'tool'],
    )
  })

  for (const [what, body, code] of [
    ['a web page', '<!doctype html><html></html>', 'RESPONSE_UNREADABLE'],
    ['nothing', '', 'RESPONSE_UNREADABLE'],
    ['the answer of another provider', { candidates: [] }, 'RESPONSE_UNREADABLE'],
    ['an error in place of an answer', { error: { message: 'overloaded' } }, 'PROVIDER_ERROR'],
    ['brackets without end', '['.repeat(100_000), 'RESPONSE_TOO_LARGE'],
  ] as const) {
    it(`ends the run as ${code} when it gives ${what}`, async () => {
      const { model } = plainModel('openai', { body })
      const outcome = await runAgent({ model, messages: 'Tide?' })
      assert.equal(errorOf(outcome).code, code)
    })
  }

  it('ends the run when a client gives an answer that nests too deep to be sent back', async () => {
    let input: unknown = 'deep'
    for (let level = 0; level < 100_000; level++) input = [input]
    const { tool: remove, deleted } = deleteTool()
    const content = [
      { type: 'tool_use', id: 'toolu_1', name: 'get_tide', input: { port: input } },
      { type: 'tool_use', id: 'toolu_2', name: 'delete_file', input: { path: '/a' } },
    ]
    const answer = { type: 'message', role: 'assistant', content, stop_reason: 'tool_use' }
    for (const approval of [undefined, 'pause'] as const) {
      const { model } = plainModel('anthropic', { body: answer })
      const { tool, ports } = tideTool()
      const outcome = await runAgent({ model, tools: [tool, remove], messages: 'Tide?', approval })
      assert.equal(errorOf(outcome).code, 'RESPONSE_TOO_LARGE')
      assert.deepEqual([ports, deleted], [[], []])
    }
  })

  it('answers ten thousand calls of one answer, each with its result', async () => {
    const calls = Array.from({ length: 10_000 }, (_, index) => ({
      ...aCall(1, 'get_tide', { port: `Port ${index}` }),
      id: `call${index}`,
    }))
    const { model } = plainModel('openai', { calls }, { text: 'High.' })
    const { tool, ports } = tideTool()
    const outcome = await runAgent({ model, tools: [tool], messages: 'Tide?' })
    assert.equal(outcome.text, 'High.')
    assert.equal(ports.length, 10_000)
    assertAnswered(outcome)
  })

  it('runs nothing of a stream that breaks off', async () => {
    const chunk = (delta: object) => ({ choices: [{ index: 0, delta, finish_reason: null }] })
    const call = { index: 0, id: 'call00001', function: { name: 'get_tide', arguments: '{"port":"Oban"}' } }
    const { model } = scriptedModel('openai', { body: [chunk({ tool_calls: [call] })] })
    const { tool, ports } = tideTool()
    const outcome = await runAgent({ model, streaming: true, tools: [tool], messages: 'Tide?' })
    assert.equal(errorOf(outcome).code, 'STREAM_CUT')
    assert.deepEqual(ports, [])
  })

  it('runs nothing of a broken stream where a server may end without a word', async () => {
    const call = { index: 0, id: 'call00001', function: { name: 'get_tide', arguments: '{"port":"Oban"}' } }
    const { tool, ports } = tideTool()
    for (const { id } of OPENAI_SERVERS) {
      const model: Model = {
        provider: id,
        name: 'model-1',
        generate: () => Promise.reject(new Error('it streams')),
        async *stream() {
          yield { choices: [{ index: 0, delta: { content: 'Hm', tool_calls: [call] }, finish_reason: null }] }
          throw new Error('connection reset')
        },
      }
      const outcome = await runAgent({ model, streaming: true, tools: [tool], messages: 'Tide?' })
      assert.match(errorOf(outcome).message, /connection reset/)
    }
    assert.deepEqual(ports, [])
  })

  // What comes last there tells of nothing but tokens.
  const ENDS_BEFORE_ITS_LAST_EVENT: ReadonlySet<string> = new Set(['openai', 'bedrock', 'mistral'])
  for (const { id, events } of MODEL_WRITERS) {
    const all = events({ text: 'High at Oban.', calls: [] }, (text) => [text])
    async function breakAfter(count: number) {
      const model: Model = {
        provider: id,
        name: 'model-1',
        generate: () => Promise.reject(new Error('it streams')),
        async *stream() {
          yield* all.slice(0, count)
          throw new Error('connection reset')
        },
      }
      return runAgent({ model, streaming: true, messages: 'Tide?' })
    }

    it(`loses no answer of ${id} when it breaks the connection after the end of its stream`, async () => {
      assert.equal((await breakAfter(all.length)).text, 'High at Oban.')
    })

    it(`ends the run when ${id} breaks the connection before the end of its stream`, async () => {
      const outcome = await breakAfter(all.length - (ENDS_BEFORE_ITS_LAST_EVENT.has(id) ? 2 : 1))
      assert.match(errorOf(outcome).message, /connection reset/)
    })
  }

  it('ends the run when it fails in the middle of a stream', async () => {
    const events = [
      { type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage: {} } },
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    ]
    const { model } = scriptedModel('anthropic', { body: events })
    const outcome = await runAgent({ model, streaming: true, messages: 'Tide?' })
    assert.equal(errorOf(outcome).code, 'PROVIDER_ERROR')
    assert.match(errorOf(outcome).message, /Overloaded/)
  })

  it('is paid for all the same when its broken answer says what it cost', async () => {
    const { model } = plainModel('cohere', { end: 'blocked' })
    const outcome = await runAgent({ model, messages: 'Tide?' })
    assert.equal(errorOf(outcome).code, 'PROVIDER_ERROR')
    assert.equal(outcome.usage.inputTokens, 7)
  })
})

describe('calls that a model gets wrong', () => {
  it('are answered, each in its own way, and the run goes on', async () => {
    const { model } = plainModel(
      'openai',
      {
        calls: [
          aCall(1, 'get_tyde', { port: 'Oban' }),
          aCall(2, 'get_tide', '{"port":'),
          aCall(3, 'get_tide', { town: 'Oban' }),
          aCall(4, '__proto__', {}),
        ],
      },
      { text: 'Sorry.' },
    )
    const outcome = await runAgent({ model, tools: [tideTool().tool], messages: 'Tide?' })
    assert.equal(outcome.text, 'Sorry.')
    assert.deepEqual(
      outcome.steps[0]?.results.map((result) => result.status === 'failed' && result.error.code),
      ['TOOL_NOT_FOUND', 'ARGUMENTS_NOT_JSON', 'ARGUMENTS_INVALID', 'TOOL_NOT_FOUND'],
    )
  })

  it('are told apart when they have the same id', async () => {
    const { model } = plainModel(
      'openai',
      { calls: [aCall(1, 'get_tide', { port: 'Oban' }), aCall(1, 'get_tide', { port: 'Ayr' })] },
      { text: 'High.' },
    )
    const outcome = await runAgent({ model, tools: [tideTool().tool], messages: 'Tide?' })
    const ids = outcome.steps[0]?.results.map(({ callId }) => callId) ?? []
    assert.equal(new Set(ids).size, 2)
    assertAnswered(outcome)
  })

  it('that a step of the host leaves pending without a question are answered as such', async () => {
    const { tool } = tideTool()
    const toolwright = createToolwright({
      tools: [tool],
      steps: [
        {
          name: 'office hours',
          after: 'check-arguments',
          step: ({ id, name }) => ({
            ok: false,
            status: 'pending',
            callId: id,
            toolName: name,
            content: { type: 'text', text: 'later' },
            durationMs: 0,
            truncated: false,
            notes: [],
            approval: { id: 'ticket-7' },
          }),
        },
      ],
    })
    const { model } = plainModel('openai', TIDE, { text: 'I asked for it.' })
    const outcome = await runAgent({ model, toolwright, messages: 'Tide?' })
    assert.equal(outcome.text, 'I asked for it.')
    const [result] = outcome.steps[0]?.results ?? []
    assert.equal(result?.status === 'failed' && result.error.code, 'APPROVAL_PENDING')
    assert.deepEqual(result?.status === 'failed' && result.error.details, { approvalId: 'ticket-7' })
  })

  it('reach a tool with the caller and the conversation of the run, within its time limit', async () => {
    const seen: unknown[] = []
    const tool = defineTool({
      name: 'who',
      description: 'Who asks',
      input: { type: 'object', properties: {} },
      run: (_, { caller, conversationId, signal }) => {
        seen.push([caller?.id, conversationId])
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        )
      },
    })
    const { model } = plainModel('openai', { calls: [aCall(1, 'who', {})] }, { text: 'You.' })
    const outcome = await runAgent({
      model,
      tools: [tool],
      messages: 'Who?',
      caller: { id: 'ann' },
      conversationId: 'c7',
      timeoutMs: 5,
    })
    assert.deepEqual(seen, [['ann', 'c7']])
    const [result] = outcome.steps[0]?.results ?? []
    assert.equal(result?.status === 'failed' && result.error.code, 'EXECUTE_TIMEOUT')
  })
})
