import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { defineTool } from '../../src/author/define-tool.ts'
import { cohere } from '../../src/providers/cohere.ts'
import { provider } from '../../src/providers/provider.ts'
import type { ChatRequest } from '../../src/providers/provider-format.ts'
import { fail, succeed } from '../../src/results/create-result.ts'
import { hearEvents } from '../fixtures/providers/hear-events.ts'
import { PLAIN_CONTEXT } from '../fixtures/providers/plain-context.ts'

const { decode } = cohere
const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/providers/cohere/${name}`, import.meta.url), 'utf8')
const answerOf = (name: string) => JSON.parse(fixture(`${name}.response.json`)) as { message: object }
const eventsOf = (name: string) =>
  fixture(`${name}.chunks.jsonl`)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)

const definitionOf = (name: string) =>
  defineTool({
    name,
    description: 'Tide at a port',
    input: { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] },
    run: () => 1,
  }).definition
const DEFINITIONS = [definitionOf('get_tide'), definitionOf('now')]

const CALL = { id: 'get_tide_k1', name: 'get_tide' }
const entry = (id: string | undefined, args: unknown) => ({
  ...(id === undefined ? {} : { id }),
  type: 'function',
  function: { name: 'get_tide', arguments: args },
})
const answer = (message: object, finish_reason = 'TOOL_CALL') => ({
  id: 'x',
  message: { role: 'assistant', ...message },
  finish_reason,
})
const start = (index: number, tool_calls: unknown) => ({
  type: 'tool-call-start',
  index,
  delta: { message: { tool_calls } },
})
const grow = (index: number, args: string) => ({
  type: 'tool-call-delta',
  index,
  delta: { message: { tool_calls: { function: { arguments: args } } } },
})
const end = (index: number) => ({ type: 'tool-call-end', index })
const finish = (finish_reason: string, more: object = {}) => ({
  type: 'message-end',
  delta: { finish_reason, ...more },
})
const whole = (...events: unknown[]) => {
  const accumulator = provider('cohere').accumulator()
  for (const event of events) accumulator.push(event)
  return accumulator.end()
}

describe('Cohere: tools', () => {
  it('writes a tool in the Chat shape, and strict for the whole request', () => {
    const { request } = provider('cohere').prepare(DEFINITIONS, { only: ['get_tide'], strict: true })
    assert.deepEqual(request, {
      tools: [
        {
          type: 'function',
          function: {
            name: 'get_tide',
            description: 'Tide at a port',
            parameters: {
              type: 'object',
              properties: { port: { type: 'string' } },
              required: ['port'],
            },
          },
        },
      ],
      strict_tools: true,
    })
    assert.equal(Object.hasOwn(provider('cohere').prepare(DEFINITIONS).request, 'strict_tools'), false)
  })

  it('leaves strict out of a request that Cohere would refuse with it, and says which tools are why', () => {
    const { definition: free } = defineTool({
      name: 'now',
      description: 'The time',
      input: { type: 'object', properties: { zone: { type: 'string' } } },
      run: () => 1,
    })
    const { definition: wide } = defineTool({
      name: 'wide',
      description: 'Many fields',
      input: {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 201 }, (_, index) => [`field_${index}`, { type: 'string' as const }]),
        ),
        required: ['field_0'],
      },
      run: () => 1,
    })
    const { request, warnings } = provider('cohere').prepare([definitionOf('get_tide'), free], {
      strict: true,
    })
    assert.equal(Object.hasOwn(request, 'strict_tools'), false)
    assert.deepEqual(warnings, [
      {
        kind: 'request-changed',
        message:
          'Cohere takes strict for the whole request, and only where every tool has a required parameter; it is left out because of `now`.',
      },
    ])
    const many = provider('cohere').prepare([definitionOf('get_tide'), wide], { strict: true })
    assert.equal(Object.hasOwn(many.request, 'strict_tools'), false)
    assert.equal(
      many.warnings[0]?.message,
      'Cohere takes strict for 200 fields in all; it is left out because there are 202.',
    )
  })

  it('has two choices, and sends one tool alone where it is wanted by name', () => {
    const prepare = (toolChoice: 'auto' | 'none' | 'required' | { tool: string }) =>
      provider('cohere').prepare(DEFINITIONS, { toolChoice }).request as {
        tools: unknown[]
        tool_choice?: string
      }
    assert.equal(prepare('auto').tool_choice, undefined)
    assert.equal(prepare('none').tool_choice, 'NONE')
    assert.equal(prepare('required').tool_choice, 'REQUIRED')
    assert.equal(prepare({ tool: 'now' }).tool_choice, 'REQUIRED')
    assert.equal(prepare({ tool: 'now' }).tools.length, 1)
    assert.equal(prepare('required').tools.length, 2)
  })

  it('warns that it cannot be asked for one call at a time', () => {
    const { warnings } = provider('cohere').prepare(DEFINITIONS, { parallel: false })
    assert.deepEqual(warnings, [
      {
        kind: 'request-changed',
        message: 'Cohere cannot be asked for one call at a time; an answer may hold several.',
      },
    ])
    assert.deepEqual(provider('cohere').prepare(DEFINITIONS, { parallel: true }).warnings, [])
  })
})

describe('Cohere: answers', () => {
  it('reads the golden answer with calls: its plan is reasoning', () => {
    const { messages, ...read } = decode(answerOf('calls'))
    assert.deepEqual(read, {
      text: '',
      reasoning: 'I will check both ports.',
      calls: [
        { id: 'get_tide_k1', name: 'get_tide', arguments: '{"port":"Oban"}' },
        { id: 'now_k2', name: 'now', arguments: '' },
      ],
      finish: 'tool_calls',
      rawFinish: 'TOOL_CALL',
      usage: { inputTokens: 60, outputTokens: 25, cachedInputTokens: 30 },
      problems: [],
    })
    assert.deepEqual(messages, [answerOf('calls').message])
  })

  it('reads the golden answer with text, thinking and citations', () => {
    const { messages, ...read } = decode(answerOf('text'))
    assert.deepEqual(read, {
      text: 'High tide.At noon.',
      reasoning: 'Both are in.',
      calls: [],
      finish: 'stop',
      rawFinish: 'COMPLETE',
      usage: { inputTokens: 40, outputTokens: 20 },
      problems: [],
    })
    assert.deepEqual(messages, [answerOf('text').message])
  })

  it('maps every reason to stop', () => {
    const finishes = [
      ['COMPLETE', 'stop'],
      ['STOP_SEQUENCE', 'stop'],
      ['MAX_TOKENS', 'length'],
      ['TOOL_CALL', 'tool_calls'],
      ['ERROR', 'error'],
      ['TIMEOUT', 'error'],
      ['SOMETHING_NEW', 'unknown'],
    ] as const
    for (const [word, expected] of finishes) {
      assert.equal(decode(answer({ content: [{ type: 'text', text: 'Hi' }] }, word)).finish, expected)
    }
    assert.equal(decode(answer({}, 'TIMEOUT')).problems[0]?.code, 'PROVIDER_ERROR')
  })

  it('takes a bare message, content as text, and arguments that say null', () => {
    assert.equal(decode({ role: 'assistant', tool_calls: [entry('a', '{}')] }).calls.length, 1)
    assert.equal(decode(answer({ content: 'Hi' }, 'COMPLETE')).text, 'Hi')
    const { calls } = provider('cohere').decode(answer({ tool_calls: [entry('a', 'null')] }))
    assert.equal(calls[0]?.arguments, '{}')
  })

  it('gives a call without an id one, in the echo too', () => {
    const { calls, messages } = decode(answer({ tool_calls: [entry(undefined, '{}')] }))
    assert.match(calls[0]?.id ?? '', /^call_/)
    assert.deepEqual(messages[0]?.['tool_calls'], [entry(calls[0]?.id, '{}')])
  })

  it('has no message to append for an answer that says nothing', () => {
    assert.deepEqual(decode(answer({ content: [] }, 'MAX_TOKENS')).messages, [])
  })

  it('reads its errors', () => {
    for (const body of [
      { id: 'x', message: 'invalid api token' },
      { error: { message: 'invalid api token' } },
    ]) {
      const { finish: reason, problems } = decode(body)
      assert.equal(reason, 'error')
      assert.deepEqual(
        problems.map(({ code, message }) => [code, message]),
        [['PROVIDER_ERROR', 'Cohere answered with an error: invalid api token']],
      )
    }
  })

  it('reports what is no answer, and recognises its own', () => {
    const openai = { choices: [{ message: { role: 'assistant', content: 'Hi' } }] }
    const ollama = { message: { role: 'assistant', content: 'Hi' }, done: true, done_reason: 'stop' }
    for (const odd of [null, 7, 'text', [], {}, { message: null }, openai]) {
      assert.deepEqual(
        decode(odd).problems.map(({ code }) => code),
        ['RESPONSE_UNREADABLE'],
      )
    }
    for (const odd of [null, {}, openai, ollama]) assert.equal(cohere.recognises(odd), false)
    assert.equal(cohere.recognises(answerOf('calls')), true)
    assert.equal(cohere.recognises(eventsOf('text')[0]), true)
  })
})

describe('Cohere: streams', () => {
  for (const name of ['calls', 'text']) {
    it(`puts the golden stream of ${name} together as the whole answer`, () => {
      const { outcome } = hearEvents(cohere, eventsOf(name))
      const { response, ...rest } = outcome
      assert.deepEqual(rest, { problems: [], unfinished: [], ended: true })
      assert.deepEqual(response, answerOf(name))
    })
  }

  it('tells plan, calls, thinking and text as they come', () => {
    assert.deepEqual(hearEvents(cohere, eventsOf('calls')).told, [
      ['reasoning', 'I will check '],
      ['reasoning', 'both ports.'],
      ['start', 0, 'get_tide_k1', 'get_tide'],
      ['arguments', 0, '{"port"'],
      ['arguments', 0, ':"Oban"}'],
      ['end', 0],
      ['start', 1, 'now_k2', 'now'],
      ['end', 1],
    ])
    assert.deepEqual(hearEvents(cohere, eventsOf('text')).told, [
      ['reasoning', 'Both '],
      ['reasoning', 'are in.'],
      ['text', 'High '],
      ['text', 'tide.'],
      ['text', 'At noon.'],
    ])
  })

  it('takes a call without arguments as one with none', () => {
    const { calls } = whole(start(0, entry('a', '')), end(0), finish('TOOL_CALL'))
    assert.deepEqual(
      calls.map(({ arguments: args, truncated }) => [args, truncated]),
      [['{}', undefined]],
    )
  })

  it('takes a list in place of the one call, and arguments that came whole', () => {
    const { calls } = whole(start(0, [entry('a', '{"port":"Oban"}')]), end(0), finish('TOOL_CALL'))
    assert.equal(calls[0]?.arguments, '{"port":"Oban"}')
  })

  it('tells calls apart by index', () => {
    const { calls } = whole(
      start(0, entry('a', '')),
      start(1, entry('b', '')),
      grow(0, '{"p":1'),
      grow(1, '{"p":2}'),
      grow(0, '}'),
      end(1),
      end(0),
      finish('TOOL_CALL'),
    )
    assert.deepEqual(
      calls.map(({ id, arguments: args }) => [id, args]),
      [
        ['a', '{"p":1}'],
        ['b', '{"p":2}'],
      ],
    )
  })

  it('marks a call whose end never came', () => {
    const cut = whole(start(0, entry('a', '')), grow(0, '{"port":"O'), finish('MAX_TOKENS'))
    assert.deepEqual([cut.finish, cut.calls[0]?.truncated], ['length', true])
    const broken = whole(start(0, entry('a', '')), grow(0, '{}'))
    assert.equal(broken.calls[0]?.truncated, true)
    assert.ok(broken.problems.some(({ code }) => code === 'STREAM_CUT'))
  })

  it('reports an error at the end of the stream, or in place of it', () => {
    const errors = [
      finish('ERROR', { error: 'model overloaded' }),
      { error: { message: 'model overloaded' } },
    ]
    for (const error of errors) {
      const { finish: reason, problems, calls } = whole(start(0, entry('a', '')), error)
      assert.equal(reason, 'error')
      assert.equal(problems[0]?.message, 'Cohere answered with an error: model overloaded')
      assert.equal(calls[0]?.truncated, true)
    }
  })

  it('reports a stream of another make, and never throws', () => {
    const odd = [
      null,
      1,
      'x',
      [],
      {},
      { type: 'later' },
      end(7),
      grow(9, 'x'),
      start(0, null),
      { type: 'message-end' },
    ]
    assert.doesNotThrow(() => whole(...odd))
    const foreign = whole({ choices: [{ index: 0, delta: { content: 'Hi' } }] })
    assert.match(
      foreign.problems[0]?.message ?? '',
      /^This is not an answer of Cohere: it looks like one of OpenAI/,
    )
  })
})

describe('Cohere: results and requests', () => {
  it('writes each result as text, failures in words', () => {
    const results = [
      succeed(CALL, { type: 'json', value: { metres: 3 } }),
      fail(CALL, { code: 'EXECUTE_FAILED', message: 'port unknown', retryable: false }),
    ]
    assert.deepEqual(cohere.encodeResults(results, PLAIN_CONTEXT), [
      { role: 'tool', tool_call_id: 'get_tide_k1', content: '{"metres":3}' },
      { role: 'tool', tool_call_id: 'get_tide_k1', content: 'Error: port unknown' },
    ])
  })

  it('sends text resources as documents that can be cited, and says pictures in words', () => {
    const result = succeed(CALL, {
      type: 'parts',
      parts: [
        { type: 'text', text: 'Found:' },
        { type: 'resource', uri: 'file:///tides.txt', text: 'High at noon.' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      ],
    })
    assert.deepEqual(cohere.encodeResults([result], PLAIN_CONTEXT)[0]?.['content'], [
      { type: 'text', text: 'Found:' },
      { type: 'document', document: { id: 'file:///tides.txt', data: { text: 'High at noon.' } } },
      { type: 'text', text: '[image image/png, 2 bytes]' },
    ])
  })

  const encode = (request: Partial<ChatRequest>) =>
    cohere.chat?.encodeRequest(
      { model: 'model-1', messages: [], stream: false, tools: undefined, ...request },
      PLAIN_CONTEXT,
    )

  it('writes a whole request: what was said before a call is its plan', () => {
    const request = encode({
      stream: true,
      maxTokens: 50,
      tools: { tools: [] },
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Tide?' },
        { role: 'assistant', content: 'One moment.', calls: [{ ...CALL, arguments: '{"port":"Oban"}' }] },
        { role: 'tool', results: [succeed(CALL, { type: 'text', text: '3 m' })] },
        { role: 'assistant', content: '3 m.' },
      ],
    })
    assert.deepEqual(request, {
      model: 'model-1',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Tide?' },
        {
          role: 'assistant',
          tool_plan: 'One moment.',
          tool_calls: [entry('get_tide_k1', '{"port":"Oban"}')],
        },
        { role: 'tool', tool_call_id: 'get_tide_k1', content: '3 m' },
        { role: 'assistant', content: '3 m.' },
      ],
      stream: true,
      max_tokens: 50,
      tools: [],
    })
  })

  it('sends its own message back unchanged, plan and citations included', () => {
    const own = [
      { role: 'assistant', tool_plan: 'I will.', tool_calls: [{ id: 'a' }], citations: [{ start: 0 }] },
    ]
    const messages = [
      { role: 'assistant', content: '', echo: { provider: 'cohere', messages: own } },
    ] as const
    assert.deepEqual(encode({ messages })?.['messages'], own)
  })

  it('knows where to send it', () => {
    assert.equal(cohere.chat?.path('model-1', true), '/v2/chat')
    assert.deepEqual(cohere.chat?.headers('key'), { authorization: 'Bearer key' })
  })
})
