import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { mistral } from '../../src/providers/mistral.ts'
import { provider } from '../../src/providers/provider.ts'
import type { ChatRequest, ToolChoice, WireTool } from '../../src/providers/provider-format.ts'
import { fieldsOf, listOf, textOf } from '../../src/providers/wire/read-fields.ts'
import { fail, succeed } from '../../src/results/create-result.ts'
import { hearEvents } from '../fixtures/providers/hear-events.ts'
import { PLAIN_CONTEXT } from '../fixtures/providers/plain-context.ts'

const { decode } = mistral
const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/providers/mistral/${name}`, import.meta.url), 'utf8')
const ANSWER = JSON.parse(fixture('answer.response.json')) as { choices: { message: object }[] }
const EVENTS = fixture('answer.chunks.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as unknown)

const TOOL: WireTool = {
  name: 'get_tide',
  description: 'Tide at a port',
  inputSchema: { type: 'object', properties: { port: { type: 'string' } } },
  strict: false,
  deferred: false,
  cacheUntilHere: false,
  examples: [],
  annotations: { readOnly: true, destructive: false },
}

const NINE = /^[a-zA-Z0-9]{9}$/
const call = (id: string | undefined, name: string, args: unknown) => ({
  ...(id === undefined ? {} : { id }),
  function: { name, arguments: args },
})
const answer = (message: object, finish_reason: string | null = 'tool_calls') => ({
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: '', ...message }, finish_reason }],
})
const chunk = (delta: object, finish_reason: string | null = null) => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
})
const listen = (...events: unknown[]) => decode(hearEvents(mistral, events).outcome.response)

describe('Mistral: tools', () => {
  it('always writes parameters, and strict only when it is wanted', () => {
    assert.deepEqual(mistral.encodeTool({ ...TOOL, inputSchema: {} }), {
      type: 'function',
      function: {
        name: 'get_tide',
        description: 'Tide at a port',
        parameters: { type: 'object', properties: {} },
      },
    })
    assert.deepEqual(mistral.encodeTool({ ...TOOL, strict: true }), {
      type: 'function',
      function: {
        name: 'get_tide',
        description: 'Tide at a port',
        parameters: { type: 'object', properties: { port: { type: 'string' } } },
        strict: true,
      },
    })
  })

  it('writes each choice in its own words', () => {
    const tools = [mistral.encodeTool(TOOL)]
    const choose = (choice: ToolChoice) =>
      mistral.encodeControls(tools, { choice, parallel: undefined, strict: false }).request['tool_choice']
    assert.equal(choose('auto'), undefined)
    assert.equal(choose('none'), 'none')
    assert.equal(choose('required'), 'any')
    assert.deepEqual(choose({ tool: 'get_tide' }), { type: 'function', function: { name: 'get_tide' } })
  })

  it('writes the flag for parallel calls, and nothing without tools', () => {
    const controls = { choice: 'auto', parallel: false, strict: false } as const
    assert.equal(mistral.encodeControls([], controls).request['parallel_tool_calls'], false)
    assert.deepEqual(mistral.encodeControls(undefined, controls), { request: {}, warnings: [] })
  })
})

describe('Mistral: answers', () => {
  it('reads the golden answer', () => {
    const { messages, ...read } = decode(ANSWER)
    assert.deepEqual(read, {
      text: 'Checking both.',
      reasoning: 'Two ports.',
      calls: [
        { id: 'gSIMJiOkT', name: 'get_tide', arguments: '{"port":"Oban"}' },
        { id: 'aZ19xQ2Wv', name: 'now', arguments: '{}' },
      ],
      finish: 'tool_calls',
      rawFinish: 'tool_calls',
      usage: { inputTokens: 60, outputTokens: 25, totalTokens: 85, cachedInputTokens: 30 },
      problems: [],
    })
    assert.deepEqual(messages, [ANSWER.choices[0]?.message])
  })

  it('maps every reason to stop', () => {
    const finishes = [
      ['stop', 'stop'],
      ['length', 'length'],
      ['model_length', 'length'],
      ['tool_calls', 'tool_calls'],
      ['error', 'error'],
      ['something_new', 'unknown'],
    ] as const
    for (const [word, expected] of finishes)
      assert.equal(decode(answer({ content: 'Hi' }, word)).finish, expected)
    assert.equal(decode(answer({ content: 'Hi' }, 'error')).problems[0]?.code, 'PROVIDER_ERROR')
  })

  it('takes arguments as text and as an object', () => {
    const { calls } = provider('mistral').decode(
      answer({ tool_calls: [call('aaaaaaaaa', 'x', '{"p":1}'), call('bbbbbbbbb', 'x', { p: 2 })] }),
    )
    assert.deepEqual(
      calls.map(({ arguments: args, problem }) => [args, problem]),
      [
        ['{"p":1}', undefined],
        ['{"p":2}', undefined],
      ],
    )
  })

  it('makes an id of nine letters or digits where none came, in the echo too', () => {
    for (const id of [undefined, '', 'null']) {
      const { calls, messages } = decode(answer({ tool_calls: [call(id, 'x', '{}'), call(id, 'x', '{}')] }))
      const echoed = listOf(messages[0]?.['tool_calls']).map((entry) => textOf(fieldsOf(entry)['id']))
      assert.deepEqual(
        echoed,
        calls.map((each) => each.id),
      )
      assert.match(echoed[0] ?? '', NINE)
      assert.notEqual(echoed[0], echoed[1])
    }
  })

  it('reads its own errors', () => {
    const errors = [
      { object: 'error', message: 'Invalid model', type: 'invalid_model', code: '1500' },
      { detail: [{ type: 'missing', loc: ['body'], msg: 'Invalid model' }] },
      { object: 'error', message: { detail: [{ msg: 'Invalid model' }] } },
      { message: 'Invalid model', request_id: 'r1' },
    ]
    for (const body of errors) {
      const { finish, problems } = decode(body)
      assert.equal(finish, 'error')
      assert.deepEqual(
        problems.map(({ code, message }) => [code, message]),
        [['PROVIDER_ERROR', 'Mistral answered with an error: Invalid model']],
      )
    }
  })

  it('says that a broken answer is its own, though OpenAI has the same shape', () => {
    const { problems } = provider('mistral').decode({ object: 'chat.completion', choices: [] })
    assert.equal(problems[0]?.message, 'This is not an answer of Mistral: its `choices` hold no message.')
  })
})

describe('Mistral: streams', () => {
  it('puts the golden stream together as the whole answer', () => {
    const { outcome } = hearEvents(mistral, [...EVENTS, '[DONE]'])
    assert.deepEqual({ ...outcome, response: 0 }, { response: 0, problems: [], unfinished: [], ended: true })
    assert.deepEqual(outcome.response, ANSWER)
  })

  it('tells thinking, text and calls as they come', () => {
    assert.deepEqual(hearEvents(mistral, EVENTS).told, [
      ['reasoning', 'Two '],
      ['reasoning', 'ports.'],
      ['text', 'Checking '],
      ['text', 'both.'],
      ['start', 0, 'gSIMJiOkT', 'get_tide'],
      ['arguments', 0, '{"port":"Oban"}'],
      ['start', 1, 'aZ19xQ2Wv', 'now'],
      ['arguments', 1, '{}'],
      ['end', 0],
      ['end', 1],
    ])
  })

  it('never joins calls by an index that its client fills in with zero', () => {
    const entry = (id: string, args: unknown) => ({ index: 0, ...call(id, 'x', args) })
    for (const id of ['null', '']) {
      const { calls } = listen(
        chunk({ tool_calls: [entry(id, '{"p":1}'), entry(id, '{"p":2}')] }, 'tool_calls'),
      )
      assert.deepEqual(
        calls.map(({ arguments: args }) => args),
        ['{"p":1}', '{"p":2}'],
      )
      for (const each of calls) assert.match(each.id ?? '', NINE)
    }
  })

  it('joins the pieces of hosted models, whose name is empty after the first', () => {
    const { calls } = listen(
      chunk({ tool_calls: [{ index: 0, ...call('chatcmpl-tool-1', 'x', '') }] }),
      chunk({ tool_calls: [{ index: 0, ...call('null', '', '{"p":') }] }),
      chunk({ tool_calls: [{ index: 0, ...call(undefined, '', '1}') }] }),
      chunk({ tool_calls: [{ index: 1, ...call('chatcmpl-tool-2', 'y', '{}') }] }),
      chunk({}, 'tool_calls'),
    )
    assert.deepEqual(calls, [
      { id: 'chatcmpl-tool-1', name: 'x', arguments: '{"p":1}' },
      { id: 'chatcmpl-tool-2', name: 'y', arguments: '{}' },
    ])
  })

  it('takes arguments that came as an object', () => {
    const { calls } = listen(chunk({ tool_calls: [call('aaaaaaaaa', 'x', { p: 1 })] }, 'tool_calls'))
    assert.equal(calls[0]?.arguments, '{"p":1}')
  })

  it('keeps references within thinking, and text before the first piece', () => {
    const reference = { type: 'tool_reference', tool: 'web_search' }
    const think = (...thinking: unknown[]) => chunk({ content: [{ type: 'thinking', thinking }] })
    const { messages, text } = listen(
      chunk({ content: 'First. ' }),
      think({ type: 'text', text: 'Hm' }, reference),
      think({ type: 'text', text: 'm' }, { type: 'text', text: 'm.' }),
      chunk({ content: 'Last.' }, 'stop'),
    )
    assert.equal(text, 'First. Last.')
    assert.deepEqual(messages[0]?.['content'], [
      { type: 'text', text: 'First. ' },
      {
        type: 'thinking',
        thinking: [{ type: 'text', text: 'Hm' }, reference, { type: 'text', text: 'mm.' }],
      },
      { type: 'text', text: 'Last.' },
    ])
  })
})

describe('Mistral: results and requests', () => {
  const CALL = { id: 'gSIMJiOkT', name: 'get_tide' }

  it('writes each result with the name of its tool', () => {
    const results = [
      succeed(CALL, { type: 'json', value: { metres: 3 } }),
      fail(CALL, { code: 'EXECUTE_FAILED', message: 'port unknown', retryable: false }),
    ]
    assert.deepEqual(mistral.encodeResults(results, PLAIN_CONTEXT), [
      { role: 'tool', tool_call_id: 'gSIMJiOkT', name: 'get_tide', content: '{"metres":3}' },
      { role: 'tool', tool_call_id: 'gSIMJiOkT', name: 'get_tide', content: 'Error: port unknown' },
    ])
  })

  it('sends pictures within the result', () => {
    const result = succeed(CALL, {
      type: 'parts',
      parts: [
        { type: 'text', text: 'A map' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
        { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
      ],
    })
    assert.deepEqual(mistral.encodeResults([result], PLAIN_CONTEXT)[0]?.['content'], [
      { type: 'text', text: 'A map' },
      { type: 'image_url', image_url: 'data:image/png;base64,aGk=' },
      { type: 'text', text: '[audio audio/wav, 2 bytes]' },
    ])
  })

  it('rewrites ids of other providers, the same for call and result, and keeps its own', () => {
    const turn = provider('mistral').prepare([])
    const idsOf = (id: string, echo?: object) => {
      const made = { id, name: 'get_tide', arguments: '{}', echo }
      const { messages } = turn.encodeRequest({
        model: 'm',
        stream: false,
        messages: [
          { role: 'assistant', content: '', calls: [made] },
          { role: 'tool', results: [succeed(made, { type: 'text', text: '3 m' })] },
        ],
      }) as { messages: { tool_calls?: { id: string }[]; tool_call_id?: string }[] }
      return [messages[0]?.tool_calls?.[0]?.id, messages[1]?.tool_call_id]
    }
    const [called, answered] = idsOf('call_1', { provider: 'openai', id: 'call_1', name: 'get_tide' })
    assert.match(called ?? '', NINE)
    assert.equal(called, answered)
    assert.deepEqual(idsOf('call_1'), [called, called])
    assert.notEqual(idsOf('call_2')[0], called)
    assert.deepEqual(idsOf('gSIMJiOkT'), ['gSIMJiOkT', 'gSIMJiOkT'])
    const own = { provider: 'mistral', id: 'chatcmpl-tool-1', name: 'get_tide' }
    assert.deepEqual(idsOf('x', own), ['chatcmpl-tool-1', 'chatcmpl-tool-1'])
  })

  it('writes a whole request', () => {
    const request: ChatRequest = {
      model: 'model-1',
      stream: true,
      maxTokens: 50,
      temperature: 0,
      tools: { tools: [] },
      extra: { random_seed: 1 },
      messages: [
        { role: 'user', content: 'Tide?' },
        { role: 'assistant', content: '', calls: [{ ...CALL, arguments: '{"port":"Oban"}' }] },
      ],
    }
    assert.deepEqual(mistral.chat?.encodeRequest(request, PLAIN_CONTEXT), {
      model: 'model-1',
      messages: [
        { role: 'user', content: 'Tide?' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ type: 'function', ...call('gSIMJiOkT', 'get_tide', '{"port":"Oban"}') }],
        },
      ],
      stream: true,
      max_tokens: 50,
      temperature: 0,
      tools: [],
      random_seed: 1,
    })
    assert.equal(mistral.chat?.path('model-1', true), '/v1/chat/completions')
    assert.deepEqual(mistral.chat?.headers('key'), { authorization: 'Bearer key' })
  })
})
