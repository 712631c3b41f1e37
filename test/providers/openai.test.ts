import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { openai } from '../../src/providers/openai.ts'
import { provider } from '../../src/providers/provider.ts'
import type { ChatRequest, ToolChoice, WireTool } from '../../src/providers/provider-format.ts'
import type { Message } from '../../src/providers/transcript.ts'
import { fail, pend, succeed } from '../../src/results/create-result.ts'
import { PLAIN_CONTEXT } from '../fixtures/providers/plain-context.ts'

const { decode } = openai
const GOLDEN = new URL('../fixtures/providers/openai/answer.response.json', import.meta.url)
const ANSWER = JSON.parse(readFileSync(GOLDEN, 'utf8')) as { choices: { message: object }[] }

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

const call = (id: string | undefined, name: string, args: unknown) => ({
  ...(id === undefined ? {} : { id }),
  type: 'function',
  function: { name, arguments: args },
})
const answer = (message: object, finish_reason: string | null = 'tool_calls', more: object = {}) => ({
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason }],
  ...more,
})
const codesOf = ({ problems }: { problems: readonly { code: string }[] }) => problems.map(({ code }) => code)

describe('OpenAI: tools', () => {
  it('writes a tool with its schema, strict or not', () => {
    const body = {
      name: 'get_tide',
      description: 'Tide at a port',
      parameters: { type: 'object', properties: { port: { type: 'string' } } },
    }
    assert.deepEqual(openai.encodeTool(TOOL), { type: 'function', function: { ...body, strict: false } })
    assert.deepEqual(openai.encodeTool({ ...TOOL, strict: true }), {
      type: 'function',
      function: { ...body, strict: true },
    })
  })

  it('writes each choice, and the flag for parallel calls when it is given', () => {
    const tools = [openai.encodeTool(TOOL)]
    const control = (choice: ToolChoice, parallel?: boolean) =>
      openai.encodeControls(tools, { choice, parallel, strict: false })
    assert.deepEqual(control('auto'), { request: { tools }, warnings: [] })
    assert.equal(control('none').request['tool_choice'], 'none')
    assert.equal(control('required').request['tool_choice'], 'required')
    assert.deepEqual(control({ tool: 'get_tide' }).request['tool_choice'], {
      type: 'function',
      function: { name: 'get_tide' },
    })
    assert.equal(control('auto', false).request['parallel_tool_calls'], false)
    assert.equal(control('auto', true).request['parallel_tool_calls'], true)
  })

  it('says nothing about tools when there are none', () => {
    const controls = { choice: 'none', parallel: false, strict: false } as const
    assert.deepEqual(openai.encodeControls(undefined, controls), { request: {}, warnings: [] })
  })
})

describe('OpenAI: whole answers', () => {
  it('reads the golden answer', () => {
    const { messages, ...read } = decode(ANSWER)
    assert.deepEqual(read, {
      text: 'Checking both.',
      reasoning: '',
      calls: [
        { id: 'call_1', name: 'get_tide', arguments: '{"port":"Oban"}' },
        {
          id: 'call_2',
          name: 'run_sql',
          arguments: '{"input":"select \\"1\\""}',
          freeText: true,
          echo: { kind: 'custom' },
        },
      ],
      finish: 'tool_calls',
      rawFinish: 'tool_calls',
      usage: {
        inputTokens: 60,
        outputTokens: 25,
        totalTokens: 85,
        cachedInputTokens: 30,
        reasoningTokens: 2,
      },
      problems: [],
    })
    assert.deepEqual(messages, [ANSWER.choices[0]?.message])
  })

  it('maps every reason to stop, its own and those of other servers', () => {
    const finishes = [
      ['stop', 'stop'],
      ['eos', 'stop'],
      ['length', 'length'],
      ['content_filter', 'blocked'],
      ['tool_calls', 'tool_calls'],
      ['function_call', 'tool_calls'],
      ['error', 'error'],
      ['insufficient_system_resource', 'error'],
      ['something_new', 'unknown'],
    ] as const
    for (const [word, expected] of finishes)
      assert.equal(decode(answer({ content: 'Hi' }, word)).finish, expected)
    assert.equal(decode(answer({ content: 'Hi' }, null)).finish, 'unknown')
  })

  it('sees calls in an answer that stopped: a tool forced by name ends so', () => {
    assert.equal(decode(answer({ tool_calls: [call('a', 'get_tide', '{}')] }, 'stop')).finish, 'tool_calls')
  })

  it('takes a bare message, with and without its role', () => {
    const toolCalls = [call('a', 'get_tide', '{}')]
    assert.equal(decode({ role: 'assistant', content: null, tool_calls: toolCalls }).calls.length, 1)
    const bare = decode({ content: 'Hi' })
    assert.equal(bare.text, 'Hi')
    assert.deepEqual(bare.messages, [{ role: 'assistant', content: 'Hi' }])
  })

  it('takes absent, null and empty calls as none, and one that is not in a list', () => {
    for (const tool_calls of [undefined, null, [], '', 0]) {
      assert.deepEqual(decode(answer({ content: 'Hi', tool_calls }, 'stop')).calls, [])
    }
    assert.equal(decode(answer({ tool_calls: call('a', 'get_tide', '{}') })).calls.length, 1)
  })

  it('keeps arguments as they came: empty, null, malformed, or a value', () => {
    const given = ['', null, '{"port":', { port: 'Oban' }]
    const { calls } = decode(
      answer({ tool_calls: given.map((args, at) => call(`c${at}`, 'get_tide', args)) }),
    )
    assert.deepEqual(
      calls.map(({ arguments: args }) => args),
      given,
    )
  })

  it('reads the legacy `function_call`, and answers it as a function', () => {
    const function_call = { name: 'get_tide', arguments: '{"port":"Oban"}' }
    const { calls, finish, messages } = decode(answer({ function_call }, 'function_call'))
    assert.deepEqual(calls, [
      {
        id: undefined,
        name: 'get_tide',
        arguments: '{"port":"Oban"}',
        echo: { kind: 'function_call' },
      },
    ])
    assert.equal(finish, 'tool_calls')
    assert.deepEqual(messages, [{ role: 'assistant', content: null, function_call }])
    const result = succeed(
      { id: 'any', name: 'get_tide', echo: { kind: 'function_call' } },
      { type: 'text', text: '3 m' },
    )
    assert.deepEqual(openai.encodeResults([result], PLAIN_CONTEXT), [
      { role: 'function', name: 'get_tide', content: '3 m' },
    ])
  })

  it('prefers `tool_calls` where a server says the same call in both ways', () => {
    const message = {
      tool_calls: [call('a', 'get_tide', '{}')],
      function_call: { name: 'get_tide', arguments: '{}' },
    }
    assert.deepEqual(
      decode(answer(message)).calls.map(({ id }) => id),
      ['a'],
    )
  })

  it('gives a call without an id one, in the echo too', () => {
    for (const id of [undefined, '']) {
      const { calls, messages } = decode(
        answer({ tool_calls: [call(id, 'get_tide', '{}'), call('b', 'x', '{}')] }),
      )
      const echoed = messages[0]?.['tool_calls'] as { id: string }[]
      assert.match(calls[0]?.id ?? '', /^call_/)
      assert.deepEqual(
        echoed.map((entry) => entry.id),
        [calls[0]?.id, 'b'],
      )
    }
  })

  it('sends a call back with empty arguments where none came', () => {
    for (const body of [{ name: 'now' }, { name: 'now', arguments: null }]) {
      const { calls, messages } = decode(
        answer({ tool_calls: [{ id: 'a', type: 'function', function: body }] }),
      )
      assert.equal(calls[0]?.arguments ?? undefined, undefined)
      assert.deepEqual(messages[0]?.['tool_calls'], [call('a', 'now', '{}')])
    }
  })

  it('tells doubled ids apart and answers each under the id that was given', () => {
    const turn = provider('openai').prepare([])
    const { calls } = turn.decode(answer({ tool_calls: [call('0', 'a', '{}'), call('0', 'b', '{}')] }))
    assert.equal(new Set(calls.map(({ id }) => id)).size, 2)
    const results = calls.map((each) => succeed(each, { type: 'text', text: each.name }))
    assert.deepEqual(turn.encodeResults(results), [
      { role: 'tool', tool_call_id: '0', content: 'a' },
      { role: 'tool', tool_call_id: '0', content: 'b' },
    ])
  })

  it('takes the calls out of the parallel wrapper, and answers them as one', () => {
    const turn = provider('openai').prepare([])
    const uses = ['Oban', 'Bern'].map((port) => ({
      recipient_name: 'functions.get_tide',
      parameters: { port },
    }))
    for (const name of ['parallel', 'multi_tool_use.parallel']) {
      const wrapper = call('w', name, JSON.stringify({ tool_uses: uses }))
      const { calls } = turn.decode(answer({ tool_calls: [wrapper] }))
      assert.deepEqual(
        calls.map((each) => [each.name, each.arguments]),
        [
          ['get_tide', '{"port":"Oban"}'],
          ['get_tide', '{"port":"Bern"}'],
        ],
      )
      const results = calls.map((each) => succeed(each, { type: 'text', text: '3 m' }))
      const [message, ...others] = turn.encodeResults(results)
      assert.deepEqual([message?.['tool_call_id'], others], ['w', []])
      assert.equal((JSON.parse(message?.['content'] as string) as unknown[]).length, 2)
    }
  })

  it('reads reasoning wherever a server puts it, once', () => {
    assert.equal(decode(answer({ content: 'Hi', reasoning_content: 'Hm.' }, 'stop')).reasoning, 'Hm.')
    assert.equal(decode(answer({ content: 'Hi', reasoning: 'Hm.' }, 'stop')).reasoning, 'Hm.')
    const both = { content: 'Hi', reasoning: 'Hm.', reasoning_content: 'Hm.' }
    assert.equal(decode(answer(both, 'stop')).reasoning, 'Hm.')
    const inContent = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
      { type: 'text', text: 'Hi' },
    ]
    const read = decode(answer({ content: inContent }, 'stop'))
    assert.deepEqual([read.reasoning, read.text], ['Hm.', 'Hi'])
  })

  it('sends everything back unchanged, also what it does not know', () => {
    const message = {
      role: 'assistant',
      content: 'Hi',
      reasoning_details: [{ type: 'reasoning.encrypted', data: 'x', index: 0 }],
      annotations: [{ type: 'url_citation' }],
      tool_calls: [{ ...call('a', 'get_tide', '{}'), extra_content: { google: { thought_signature: 's' } } }],
    }
    const { messages, calls } = decode(answer(message))
    assert.deepEqual(messages, [message])
    assert.deepEqual(calls[0]?.echo, { extra_content: { google: { thought_signature: 's' } } })
  })

  it('reads what was spoken', () => {
    const audio = { id: 'audio_1', data: 'aGk=', transcript: 'High tide.', expires_at: 1 }
    assert.equal(decode(answer({ audio }, 'stop')).text, 'High tide.')
  })

  it('blocks a refusal and a filtered answer', () => {
    const refusals = [{ refusal: 'I cannot.' }, { content: [{ type: 'refusal', refusal: 'I cannot.' }] }]
    for (const refused of refusals) {
      const { finish, problems } = decode(answer(refused, 'stop'))
      assert.equal(finish, 'blocked')
      assert.deepEqual(
        problems.map(({ code, message }) => [code, message]),
        [['RESPONSE_BLOCKED', 'The model refused: I cannot.']],
      )
    }
    const filtered = answer({ tool_calls: [call('a', 'get_tide', '{}')] }, 'content_filter')
    assert.deepEqual(codesOf(decode(filtered)), ['RESPONSE_BLOCKED'])
    assert.deepEqual(provider('openai').decode(filtered).calls, [])
  })

  it('does not trust a call that the token limit may have cut', () => {
    const cut = (args: string) =>
      provider('openai').decode(answer({ tool_calls: [call('a', 'get_tide', args)] }, 'length')).calls[0]
    assert.equal(cut('{"port":"O')?.truncated, true)
    assert.equal(cut('')?.truncated, true)
    assert.equal(cut('{"port":"Oban"}')?.truncated, undefined)
  })

  it('has no message to append for an answer that says nothing', () => {
    assert.deepEqual(decode(answer({ refusal: null, annotations: [] }, 'length')).messages, [])
    assert.deepEqual(decode(answer({ content: '' }, 'stop')).messages, [])
    assert.equal(decode(answer({ reasoning: 'Hm.' }, 'length')).messages.length, 1)
  })

  it('reports an error with the words of the provider, wherever it stands', () => {
    const errors = [
      { error: { message: 'Overloaded', type: 'server_error' } },
      { error: 'Overloaded' },
      { error: { code: 'Overloaded' } },
      { object: 'error', message: 'Overloaded' },
      { detail: [{ msg: 'Overloaded' }] },
      { choices: [{ error: { message: 'Overloaded', code: 502 }, finish_reason: 'error' }] },
      answer({ content: 'Hi' }, 'error', { error: { message: 'Overloaded' } }),
    ]
    for (const body of errors) {
      const { finish, problems } = decode(body)
      assert.equal(finish, 'error')
      assert.deepEqual(
        problems.map(({ code, message }) => [code, message]),
        [['PROVIDER_ERROR', 'OpenAI answered with an error: Overloaded']],
      )
    }
    assert.match(decode({ error: {} }).problems[0]?.message ?? '', /no reason was given$/)
  })

  it('asks again after a call that Groq could not read', () => {
    const { finish, problems } = decode({
      error: { message: 'Failed to call a function.', code: 'tool_use_failed', failed_generation: '<x>' },
    })
    assert.equal(finish, 'invalid_call')
    assert.equal(problems[0]?.code, 'CALL_INVALID')
  })

  it('reads tokens where Groq and DeepSeek tell them', () => {
    const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 }
    const counted = { inputTokens: 5, outputTokens: 2, totalTokens: 7 }
    assert.deepEqual(decode(answer({ content: 'Hi' }, 'stop', { x_groq: { usage } })).usage, counted)
    const cached = { ...usage, prompt_cache_hit_tokens: 3 }
    assert.deepEqual(decode(answer({ content: 'Hi' }, 'stop', { usage: cached })).usage, {
      ...counted,
      cachedInputTokens: 3,
    })
    assert.equal(decode(answer({ content: 'Hi' }, 'stop', { usage: null })).usage, undefined)
  })

  it('reports what is no answer, and never throws', () => {
    const foreign = { type: 'message', role: 'assistant', content: [{ type: 'tool_use' }] }
    const odd = [null, undefined, 7, 'text', [], {}, { choices: [] }, { choices: [null] }, foreign]
    for (const response of odd) {
      assert.deepEqual(codesOf(decode(response)), ['RESPONSE_UNREADABLE'])
      assert.equal(openai.recognises(response), false)
    }
    assert.equal(openai.recognises(ANSWER), true)
    assert.equal(openai.recognises({ choices: [{ index: 0, delta: {} }] }), true)
  })

  it('reads calls of any make without throwing', () => {
    const odd = [null, 1, [], {}, { type: 'custom' }, { function: null }, { id: 3, function: { name: 4 } }]
    const { calls } = decode(answer({ tool_calls: odd }))
    assert.equal(calls.length, odd.length)
    assert.deepEqual(
      calls.map(({ name }) => name),
      odd.map(() => undefined),
    )
  })
})

describe('OpenAI: results', () => {
  const CALL = { id: 'call_1', name: 'get_tide' }

  it('writes one message for each, failures in words', () => {
    const results = [
      succeed(CALL, { type: 'json', value: { metres: 3 } }),
      fail({ ...CALL, id: 'call_2' }, { code: 'EXECUTE_FAILED', message: 'port unknown', retryable: false }),
      pend({ ...CALL, id: 'call_3' }, { id: 'ap_1' }),
    ]
    assert.deepEqual(openai.encodeResults(results, PLAIN_CONTEXT), [
      { role: 'tool', tool_call_id: 'call_1', content: '{"metres":3}' },
      { role: 'tool', tool_call_id: 'call_2', content: 'Error: port unknown' },
      {
        role: 'tool',
        tool_call_id: 'call_3',
        content: 'The call waits for approval; it has not run yet.',
      },
    ])
    assert.deepEqual(openai.encodeResults([], PLAIN_CONTEXT), [])
  })

  it('sends pictures after all results, each said to be of its call', () => {
    const picture = (id: string, data: string) =>
      succeed(
        { ...CALL, id },
        {
          type: 'parts',
          parts: [
            { type: 'text', text: 'A map' },
            { type: 'image', data, mimeType: 'image/png' },
          ],
        },
      )
    const shown = (id: string, data: string) => [
      { type: 'text', text: `From the result of \`get_tide\` (call ${id}):` },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
    ]
    const messages = openai.encodeResults(
      [picture('call_1', 'aGk='), picture('call_2', 'eW8=')],
      PLAIN_CONTEXT,
    )
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['tool', 'tool', 'user'],
    )
    assert.match(messages[0]?.['content'] as string, /^A map/)
    assert.deepEqual(messages[2]?.['content'], [...shown('call_1', 'aGk='), ...shown('call_2', 'eW8=')])
  })
})

describe('OpenAI: requests', () => {
  const encode = (request: Partial<ChatRequest>) =>
    openai.chat?.encodeRequest(
      { model: 'model-1', messages: [], stream: false, tools: undefined, ...request },
      PLAIN_CONTEXT,
    )

  /** The first message, as it is written. */
  const firstOf = (message: Message) => {
    const [first] = (encode({ messages: [message] })?.['messages'] ?? []) as object[]
    return first
  }

  it('writes a whole request', () => {
    const CALL = { id: 'call_1', name: 'get_tide' }
    const request = encode({
      stream: true,
      temperature: 0,
      maxTokens: 50,
      tools: { tools: [] },
      extra: { seed: 1 },
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Tide?' },
            { type: 'image', data: 'aGk=', mimeType: 'image/png' },
          ],
        },
        { role: 'assistant', content: '', calls: [{ ...CALL, arguments: '{"port":"Oban"}' }] },
        { role: 'tool', results: [succeed(CALL, { type: 'text', text: '3 m' })] },
        { role: 'assistant', content: '3 m.' },
      ],
    })
    assert.deepEqual(request, {
      model: 'model-1',
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Tide?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
          ],
        },
        { role: 'assistant', content: null, tool_calls: [call('call_1', 'get_tide', '{"port":"Oban"}')] },
        { role: 'tool', tool_call_id: 'call_1', content: '3 m' },
        { role: 'assistant', content: '3 m.' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      max_completion_tokens: 50,
      temperature: 0,
      tools: [],
      seed: 1,
    })
  })

  it('writes calls as they were made: custom, legacy, with what a server added', () => {
    const say = (echo: object, args: string) =>
      firstOf({ role: 'assistant', content: '', calls: [{ id: 'a', name: 'x', arguments: args, echo }] })
    assert.deepEqual(say({ kind: 'custom' }, '{"input":"select 1"}'), {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'x', input: 'select 1' } }],
    })
    assert.deepEqual(say({ kind: 'function_call' }, '{}'), {
      role: 'assistant',
      content: '',
      function_call: { name: 'x', arguments: '{}' },
    })
    assert.deepEqual(say({ extra_content: { a: 1 } }, '{}'), {
      role: 'assistant',
      content: null,
      tool_calls: [{ ...call('a', 'x', '{}'), extra_content: { a: 1 } }],
    })
  })

  it('sends its own message back unchanged, and the neutral parts of a foreign one', () => {
    const own = [{ role: 'assistant', content: 'Hi', reasoning_content: 'Hm.' }]
    const say = (id: string) =>
      encode({ messages: [{ role: 'assistant', content: 'Hi', echo: { provider: id, messages: own } }] })?.[
        'messages'
      ]
    assert.deepEqual(say('openai'), own)
    assert.deepEqual(say('gemini'), [{ role: 'assistant', content: 'Hi' }])
  })

  it('gives each of the wrapped calls its own answer where another provider made them', () => {
    const uses = ['a', 'b'].map((name) => ({ recipient_name: `functions.${name}`, parameters: {} }))
    const wrapper = call('w', 'parallel', JSON.stringify({ tool_uses: uses }))
    const { calls } = provider('openai').decode(answer({ tool_calls: [wrapper] }))
    const results = calls.map((each) => succeed(each, { type: 'text', text: '3 m' }))
    const body = provider('mistral')
      .prepare([])
      .encodeRequest({
        model: 'm',
        stream: false,
        messages: [
          { role: 'assistant', content: '', calls },
          { role: 'tool', results },
        ],
      })
    const [said, ...answers] = body['messages'] as { tool_calls: { id: string }[]; tool_call_id: string }[]
    assert.deepEqual(
      answers.map(({ tool_call_id }) => tool_call_id),
      said?.tool_calls.map(({ id }) => id),
    )
  })

  it('knows where to send it', () => {
    assert.equal(openai.chat?.path('model-1', true), '/chat/completions')
    assert.deepEqual(openai.chat?.headers('key'), { authorization: 'Bearer key' })
    assert.deepEqual(openai.chat?.headers(undefined), {})
  })
})
