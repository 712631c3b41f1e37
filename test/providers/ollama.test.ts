import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool } from '../../src/author/define-tool.ts'
import { provider } from '../../src/providers/provider.ts'
import { ollama } from '../../src/providers/ollama.ts'
import { fail, succeed } from '../../src/results/create-result.ts'
import { hearEvents } from '../fixtures/providers/hear-events.ts'
import { PLAIN_CONTEXT } from '../fixtures/providers/plain-context.ts'

const CALL = { id: 'call_x1', function: { index: 0, name: 'get_tide', arguments: { port: 'Oban' } } }
const MESSAGE = { role: 'assistant', content: 'Looking.', thinking: 'Where?', tool_calls: [CALL] }
const END = { done: true, done_reason: 'stop', prompt_eval_count: 7, eval_count: 5 }
const chunk = (message: object) => ({ model: 'm', message: { role: 'assistant', ...message }, done: false })

describe('tools for Ollama', () => {
  it('have the Chat shape', () => {
    const tool = ollama.encodeTool({
      name: 'now',
      description: 'The time',
      inputSchema: { type: 'object' },
      strict: false,
      deferred: false,
      cacheUntilHere: false,
      examples: [],
      annotations: { readOnly: true, destructive: false },
    })
    assert.deepEqual(tool, {
      type: 'function',
      function: { name: 'now', description: 'The time', parameters: { type: 'object' } },
    })
  })

  it('say in their own description what the root of the schema cannot', () => {
    const { definition } = defineTool({
      name: 'find',
      description: 'Finds one',
      input: {
        type: 'object',
        properties: { id: { type: 'integer' }, name: { type: 'string' } },
        minProperties: 1,
        description: 'By id or by name.',
      },
      run: () => null,
    })
    const { tools } = provider('ollama').prepare([definition])
    assert.deepEqual(tools, [
      {
        type: 'function',
        function: {
          name: 'find',
          description: 'Finds one\n\nBy id or by name.\n\n{minProperties: 1}',
          parameters: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } },
        },
      },
    ])
  })

  it('come without a choice or a parallel flag, which is said', () => {
    const controls = { parallel: undefined, strict: false }
    assert.deepEqual(ollama.encodeControls([], { ...controls, choice: 'auto' }), {
      request: { tools: [] },
      warnings: [],
    })
    assert.deepEqual(ollama.encodeControls([], { choice: 'required', parallel: false, strict: false }), {
      request: { tools: [] },
      warnings: [
        'Ollama has no tool choice: the model may answer without a call.',
        'Ollama cannot be told to make one call only: an answer may hold several.',
      ],
    })
    assert.deepEqual(ollama.encodeControls(undefined, { ...controls, choice: 'none' }), {
      request: {},
      warnings: [],
    })
  })
})

describe('answers of Ollama', () => {
  it('are read whole, and say `stop` although they hold calls', () => {
    assert.deepEqual(ollama.decode({ model: 'm', message: MESSAGE, ...END }), {
      text: 'Looking.',
      reasoning: 'Where?',
      calls: [{ id: 'call_x1', name: 'get_tide', arguments: { port: 'Oban' } }],
      finish: 'tool_calls',
      rawFinish: 'stop',
      usage: { inputTokens: 7, outputTokens: 5 },
      messages: [MESSAGE],
      problems: [],
    })
  })

  it('may write calls in other ways', () => {
    const args = { port: 'Oban' }
    const calls = [
      { function: { name: 'a', parameters: args } },
      { name: 'a', arguments: args },
      { name: 'a', parameters: '{"port":"Oban"}' },
      null,
    ]
    assert.deepEqual(ollama.decode({ role: 'assistant', tool_calls: calls }).calls, [
      { id: undefined, name: 'a', arguments: args },
      { id: undefined, name: 'a', arguments: args },
      { id: undefined, name: 'a', arguments: '{"port":"Oban"}' },
      { id: undefined, name: undefined, arguments: undefined },
    ])
  })

  it('say why they ended', () => {
    const finish = (done_reason?: string) =>
      ollama.decode({ message: { role: 'assistant', content: '' }, done_reason }).finish
    assert.deepEqual(
      [finish('stop'), finish('length'), finish('load'), finish('new'), finish()],
      ['stop', 'length', 'stop', 'unknown', 'unknown'],
    )
  })

  it('may be an error, or nothing of the kind', () => {
    const { finish, problems } = ollama.decode({ error: 'model does not support tools' })
    assert.deepEqual([finish, problems[0]?.code], ['error', 'PROVIDER_ERROR'])
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    for (const foreign of [null, '<html>', 3, [], {}, cyclic, { choices: [] }, { type: 'message' }]) {
      assert.equal(ollama.decode(foreign).problems[0]?.code, 'RESPONSE_UNREADABLE')
      assert.equal(ollama.recognises(foreign), false)
    }
    assert.equal(ollama.recognises({ message: MESSAGE, ...END }), true)
  })
})

describe('streams of Ollama', () => {
  it('bring calls whole, some in each chunk', () => {
    const second = { function: { name: 'now', arguments: {} } }
    const { told, outcome } = hearEvents(ollama, [
      chunk({ content: '', thinking: 'Whe' }),
      chunk({ content: '', thinking: 're?' }),
      chunk({ content: 'Looking.' }),
      chunk({ content: '', tool_calls: [CALL] }),
      chunk({ content: '', tool_calls: [second] }),
      { ...chunk({ content: '' }), ...END },
    ])
    assert.deepEqual(told, [
      ['reasoning', 'Whe'],
      ['reasoning', 're?'],
      ['text', 'Looking.'],
      ['start', 0, 'call_x1', 'get_tide'],
      ['arguments', 0, '{"port":"Oban"}'],
      ['end', 0],
      ['start', 1, undefined, 'now'],
      ['arguments', 1, '{}'],
      ['end', 1],
    ])
    assert.deepEqual([outcome.problems, outcome.unfinished, outcome.ended], [[], [], true])
    const { messages, usage, finish } = ollama.decode(outcome.response)
    assert.deepEqual(messages, [{ ...MESSAGE, tool_calls: [CALL, second] }])
    assert.deepEqual(usage, { inputTokens: 7, outputTokens: 5 })
    assert.equal(finish, 'tool_calls')
  })

  it('may hold an error line, stop short, or hold what is no event', () => {
    const failed = hearEvents(ollama, [chunk({ content: 'Lo' }), { error: 'out of memory' }]).outcome
    const { text, finish, problems } = ollama.decode(failed.response)
    assert.deepEqual([text, finish, problems.length, failed.ended], ['Lo', 'error', 1, true])
    assert.match(problems[0]?.message ?? '', /out of memory/)
    assert.equal(hearEvents(ollama, [chunk({ content: 'Lo' })]).outcome.ended, false)
    const odd = hearEvents(ollama, [null, 'x', {}, []]).outcome
    assert.deepEqual(
      odd.problems.map(({ code }) => code),
      ['RESPONSE_UNREADABLE'],
    )
  })

  it('survive arguments that refer to themselves', () => {
    const args: Record<string, unknown> = {}
    args['self'] = args
    const { told } = hearEvents(ollama, [
      chunk({ tool_calls: [{ function: { name: 'a', arguments: args } }] }),
    ])
    assert.deepEqual(told[1], ['arguments', 0, ''])
  })
})

describe('results and requests for Ollama', () => {
  const call = { id: 'call_x1', name: 'get_tide' }

  it('name the tool, give the id back where there was one, and send images after all results', () => {
    const results = [
      succeed({ ...call, echo: {} }, { type: 'json', value: { height_m: 3.2 } }),
      fail(call, { code: 'EXECUTE_FAILED', message: 'no clock', retryable: false }),
      succeed(call, {
        type: 'parts',
        parts: [
          { type: 'text', text: 'chart' },
          { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
        ],
      }),
    ]
    assert.deepEqual(ollama.encodeResults(results, PLAIN_CONTEXT), [
      { role: 'tool', tool_name: 'get_tide', tool_call_id: 'call_x1', content: '{"height_m":3.2}' },
      { role: 'tool', tool_name: 'get_tide', content: 'Error: no clock' },
      { role: 'tool', tool_name: 'get_tide', content: 'chart\n[image image/png, 8 bytes]' },
      { role: 'user', content: 'The images of the results above, in order.', images: ['iVBORw0KGgo='] },
    ])
  })

  it('hold messages and options', () => {
    const body = ollama.chat?.encodeRequest(
      {
        model: 'm',
        stream: false,
        maxTokens: 9,
        temperature: 0,
        tools: { tools: [] },
        extra: { think: true },
        messages: [
          { role: 'system', content: 'Be brief.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'This?' },
              { type: 'image', data: 'iVBO', mimeType: 'image/png' },
            ],
          },
          { role: 'assistant', content: '', calls: [], echo: { provider: 'ollama', messages: [MESSAGE] } },
          { role: 'tool', results: [succeed(call, { type: 'text', text: '3 m' })] },
          { role: 'assistant', content: 'Again.', calls: [{ ...call, arguments: '{"port":"Oban"}' }] },
          { role: 'user', content: 'Go on.' },
        ],
      },
      PLAIN_CONTEXT,
    )
    assert.deepEqual(body, {
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'This?', images: ['iVBO'] },
        MESSAGE,
        { role: 'tool', tool_name: 'get_tide', content: '3 m' },
        {
          role: 'assistant',
          content: 'Again.',
          tool_calls: [{ function: { name: 'get_tide', arguments: { port: 'Oban' } } }],
        },
        { role: 'user', content: 'Go on.' },
      ],
      tools: [],
      options: { num_predict: 9, temperature: 0 },
      stream: false,
      think: true,
    })
    assert.equal(ollama.chat?.path('m', false), '/api/chat')
    assert.deepEqual(ollama.chat?.headers(undefined), {})
  })
})
