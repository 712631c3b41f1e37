import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { anthropic } from '../../src/providers/anthropic.ts'
import type { ChatRequest, WireTool } from '../../src/providers/provider-format.ts'
import { fail, pend, succeed } from '../../src/results/create-result.ts'
import { hearEvents } from '../fixtures/providers/hear-events.ts'
import { PLAIN_CONTEXT } from '../fixtures/providers/plain-context.ts'

const { decode } = anthropic
const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/providers/anthropic/${name}`, import.meta.url), 'utf8')
const ANSWER = JSON.parse(fixture('answer.response.json')) as { content: unknown[] }
const EVENTS = fixture('answer.chunks.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { type: string })

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

const CALL = { id: 'toolu_1', name: 'get_tide' }
const USE = { type: 'tool_use', id: 'toolu_1', name: 'get_tide', input: {} }
const message = (content: unknown, stop: string | null = 'tool_use') => ({
  type: 'message',
  role: 'assistant',
  content,
  stop_reason: stop,
})
const start = (id = 'msg_1') => ({ type: 'message_start', message: { id, content: [] } })
const begin = (index: number, content_block: object) => ({
  type: 'content_block_start',
  index,
  content_block,
})
const piece = (index: number, delta: object) => ({ type: 'content_block_delta', index, delta })
const json = (index: number, partial_json: string) => piece(index, { type: 'input_json_delta', partial_json })
const stop = (index: number) => ({ type: 'content_block_stop', index })
const finish = (reason: string) => [
  { type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: 9 } },
  { type: 'message_stop' },
]
const codes = (response: unknown) => decode(response).problems.map(({ code }) => code)

describe('Anthropic: tools', () => {
  it('writes a tool with its schema', () => {
    assert.deepEqual(anthropic.encodeTool(TOOL), {
      name: 'get_tide',
      description: 'Tide at a port',
      input_schema: { type: 'object', properties: { port: { type: 'string' } } },
    })
  })

  it('writes strict, examples and the mark for the cache', () => {
    const tool = { ...TOOL, strict: true, cacheUntilHere: true, examples: [{ port: 'Oban' }] }
    const encoded = anthropic.encodeTool(tool)
    assert.equal(encoded['strict'], true)
    assert.deepEqual(encoded['input_examples'], [{ port: 'Oban' }])
    assert.deepEqual(encoded['cache_control'], { type: 'ephemeral' })
  })

  it('never marks a deferred tool for the cache', () => {
    const encoded = anthropic.encodeTool({ ...TOOL, deferred: true, cacheUntilHere: true })
    assert.equal(encoded['defer_loading'], true)
    assert.equal(Object.hasOwn(encoded, 'cache_control'), false)
  })

  it('adds the search tool when a tool is deferred, and only then', () => {
    const plain = anthropic.encodeTool(TOOL)
    const deferred = anthropic.encodeTool({ ...TOOL, deferred: true })
    assert.deepEqual(anthropic.encodeTools([plain]), [plain])
    assert.deepEqual(anthropic.encodeTools([plain, deferred]), [
      { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' },
      plain,
      deferred,
    ])
  })

  it('writes each choice, with the flag for one call at a time on all but none', () => {
    const tools = [anthropic.encodeTool(TOOL)]
    const choose = (choice: 'auto' | 'none' | 'required' | { tool: string }, parallel?: boolean) =>
      anthropic.encodeControls(tools, { choice, parallel, strict: false }).request['tool_choice']
    assert.equal(choose('auto'), undefined)
    assert.deepEqual(choose('required'), { type: 'any' })
    assert.deepEqual(choose('none', false), { type: 'none' })
    assert.deepEqual(choose({ tool: 'get_tide' }), { type: 'tool', name: 'get_tide' })
    assert.deepEqual(choose('auto', false), { type: 'auto', disable_parallel_tool_use: true })
    assert.deepEqual(choose('required', false), { type: 'any', disable_parallel_tool_use: true })
    assert.equal(choose('auto', true), undefined)
  })

  it('says nothing about tools when there are none', () => {
    const controls = { choice: 'none', parallel: false, strict: false } as const
    assert.deepEqual(anthropic.encodeControls(undefined, controls), { request: {}, warnings: [] })
  })
})

describe('Anthropic: whole answers', () => {
  it('reads the golden answer', () => {
    const { messages, ...read } = decode(ANSWER)
    assert.deepEqual(read, {
      text: 'Checking both.',
      reasoning: 'Two ports.',
      calls: [
        { id: 'toolu_1', name: 'get_tide', arguments: { port: 'Oban' } },
        {
          id: 'toolu_2',
          name: 'click',
          arguments: {},
          echo: { toolset_name: 'computer', caller: { type: 'direct' } },
        },
      ],
      finish: 'tool_calls',
      rawFinish: 'tool_use',
      usage: { inputTokens: 60, outputTokens: 5, cachedInputTokens: 30, reasoningTokens: 2 },
      problems: [],
    })
    assert.deepEqual(messages, [{ role: 'assistant', content: ANSWER.content }])
  })

  it('maps every reason to stop', () => {
    const finishes = [
      ['end_turn', 'stop'],
      ['stop_sequence', 'stop'],
      ['max_tokens', 'length'],
      ['model_context_window_exceeded', 'length'],
      ['refusal', 'blocked'],
      ['pause_turn', 'continue'],
      ['something_new', 'unknown'],
    ] as const
    for (const [word, expected] of finishes) assert.equal(decode(message([USE], word)).finish, expected)
    assert.equal(decode(message([USE], null)).finish, 'unknown')
  })

  it('takes a bare message, bare content, and content that is text', () => {
    assert.equal(decode({ role: 'assistant', content: [USE] }).calls.length, 1)
    assert.equal(decode([USE]).calls.length, 1)
    const plain = decode(message('Hello', 'end_turn'))
    assert.equal(plain.text, 'Hello')
    assert.deepEqual(plain.messages, [{ role: 'assistant', content: [{ type: 'text', text: 'Hello' }] }])
  })

  it('reads the nested call that some proxies send, and `parameters`', () => {
    const nested = { type: 'tool_use', tool_use: { id: 'a', name: 'get_tide', parameters: { port: 'Oban' } } }
    const renamed = { type: 'tool_use', id: 'b', name: 'get_tide', parameters: { port: 'Bern' } }
    const { calls, messages } = decode(message([nested, renamed]))
    assert.deepEqual(calls, [
      { id: 'a', name: 'get_tide', arguments: { port: 'Oban' } },
      { id: 'b', name: 'get_tide', arguments: { port: 'Bern' } },
    ])
    assert.deepEqual(messages, [{ role: 'assistant', content: [nested, renamed] }])
  })

  it('keeps `input` given as text, and echoes an object', () => {
    const { calls, messages } = decode(message([{ ...USE, input: '{"port":"Oban"}' }]))
    assert.equal(calls[0]?.arguments, '{"port":"Oban"}')
    assert.deepEqual(messages[0]?.['content'], [{ ...USE, input: { port: 'Oban' } }])
  })

  it('echoes text that is no object in a wrapper, however deep it nests', () => {
    const deep = `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`
    for (const input of ['{"po', '[1]', deep]) {
      const { messages } = decode(message([{ ...USE, input }]))
      assert.deepEqual(messages[0]?.['content'], [{ ...USE, input: { INVALID_JSON: input } }])
    }
  })

  it('gives a call without an id one, in the echo too', () => {
    const { calls, messages } = decode(message([{ type: 'tool_use', name: 'get_tide', input: {} }]))
    const content = messages[0]?.['content'] as { id: string }[]
    assert.match(calls[0]?.id ?? '', /^call_/)
    assert.equal(content[0]?.id, calls[0]?.id)
  })

  it('keeps a call without a name', () => {
    assert.equal(decode(message([{ type: 'tool_use', id: 'a', input: {} }])).calls[0]?.name, undefined)
  })

  it('reports a block that is no object and reads the others', () => {
    const { calls, problems } = decode(message([null, USE]))
    assert.equal(calls.length, 1)
    assert.deepEqual(
      problems.map(({ code, path }) => [code, path]),
      [['RESPONSE_UNREADABLE', 'content[0]']],
    )
  })

  it('has no message to append for an answer without content', () => {
    assert.deepEqual(decode(message([], 'end_turn')).messages, [])
  })

  it('reports an error body with the words of the provider', () => {
    const { finish: reason, problems } = decode({
      type: 'error',
      error: { type: 'overloaded_error', message: 'Overloaded' },
    })
    assert.equal(reason, 'error')
    assert.equal(problems[0]?.code, 'PROVIDER_ERROR')
    assert.equal(problems[0]?.message, 'Anthropic answered with overloaded_error: Overloaded')
  })

  it('reports what is no answer, and never throws', () => {
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    const foreign = { role: 'assistant', content: 'hi', tool_calls: [] }
    const converse = { role: 'assistant', content: [{ text: 'hi' }] }
    for (const odd of [null, undefined, 7, 'text', '<html>', [], [1], {}, cyclic, foreign, converse]) {
      assert.deepEqual(codes(odd), ['RESPONSE_UNREADABLE'])
      assert.equal(anthropic.recognises(odd), false)
    }
  })

  it('recognises its own answers and errors', () => {
    assert.equal(anthropic.recognises(ANSWER), true)
    assert.equal(anthropic.recognises({ type: 'error', error: { type: 'api_error' } }), true)
  })
})

describe('Anthropic: streams', () => {
  it('puts the golden stream together as the whole answer', () => {
    const { outcome } = hearEvents(anthropic, EVENTS)
    const read = decode(outcome.response)
    assert.deepEqual({ ...outcome, response: 0 }, { response: 0, problems: [], unfinished: [], ended: true })
    assert.equal(read.calls[0]?.arguments, '{"port":"Oban"}')
    const whole = decode(ANSWER)
    assert.deepEqual({ ...read, calls: 0 }, { ...whole, calls: 0 })
  })

  it('tells text, reasoning and calls as they come, but not what Anthropic runs itself', () => {
    assert.deepEqual(hearEvents(anthropic, EVENTS).told, [
      ['reasoning', 'Two '],
      ['reasoning', 'ports.'],
      ['text', 'Checking '],
      ['text', 'both.'],
      ['start', 0, 'toolu_1', 'get_tide'],
      ['arguments', 0, '{"po'],
      ['arguments', 0, 'rt":"Oban"}'],
      ['end', 0],
      ['start', 1, 'toolu_2', 'click'],
      ['end', 1],
    ])
  })

  it('takes arguments that came whole in the first event', () => {
    const whole = { ...USE, input: { port: 'Oban' }, caller: { type: 'code_execution_20260120' } }
    const { told, outcome } = hearEvents(anthropic, [
      start(),
      begin(0, whole),
      stop(0),
      ...finish('tool_use'),
    ])
    assert.deepEqual(told, [
      ['start', 0, 'toolu_1', 'get_tide'],
      ['arguments', 0, '{"port":"Oban"}'],
      ['end', 0],
    ])
    assert.deepEqual(decode(outcome.response).calls[0]?.arguments, { port: 'Oban' })
  })

  it('keeps digits that a number would lose', () => {
    const events = [begin(0, USE), json(0, '{"n":12345678901234567890}'), stop(0), ...finish('tool_use')]
    const { outcome } = hearEvents(anthropic, [start(), ...events])
    assert.equal(decode(outcome.response).calls[0]?.arguments, '{"n":12345678901234567890}')
  })

  it('keeps the raw text of a call that the token limit cut, and names it unfinished', () => {
    const { outcome } = hearEvents(anthropic, [
      start(),
      begin(0, USE),
      json(0, '{"port":"O'),
      ...finish('max_tokens'),
    ])
    const { calls, finish: reason, messages } = decode(outcome.response)
    assert.deepEqual(outcome.unfinished, [0])
    assert.equal(reason, 'length')
    assert.equal(calls[0]?.arguments, '{"port":"O')
    assert.deepEqual(messages[0]?.['content'], [{ ...USE, input: { INVALID_JSON: '{"port":"O' } }])
  })

  it('does not trust a call that grows after its end', () => {
    const events = [begin(0, USE), json(0, '{}'), stop(0), json(0, '{}'), ...finish('tool_use')]
    assert.deepEqual(hearEvents(anthropic, [start(), ...events]).outcome.unfinished, [0])
  })

  it('ignores a repeated start of the same message', () => {
    const { told } = hearEvents(anthropic, [
      start(),
      start(),
      begin(0, { type: 'text', text: 'Hi' }),
      start(),
    ])
    assert.deepEqual(told, [['text', 'Hi']])
  })

  it('starts over when another message begins', () => {
    const { told, outcome } = hearEvents(anthropic, [
      start('msg_1'),
      begin(0, USE),
      json(0, '{"port":"Spl'),
      start('msg_2'),
      begin(0, { ...USE, id: 'toolu_9' }),
      json(0, '{}'),
      stop(0),
      ...finish('tool_use'),
    ])
    assert.deepEqual(told[2], ['reset'])
    assert.deepEqual(told[3], ['start', 0, 'toolu_9', 'get_tide'])
    assert.deepEqual(decode(outcome.response).calls, [{ id: 'toolu_9', name: 'get_tide', arguments: '{}' }])
    assert.deepEqual(outcome.unfinished, [])
  })

  it('loses no call when another message follows a whole one', () => {
    const first = [start('msg_1'), begin(0, USE), stop(0), ...finish('tool_use')]
    const { told, outcome } = hearEvents(anthropic, [
      ...first,
      start('msg_2'),
      begin(0, { ...USE, id: 'toolu_9' }),
      stop(0),
    ])
    assert.deepEqual(told[2], ['start', 1, 'toolu_9', 'get_tide'])
    assert.deepEqual(
      decode(outcome.response).calls.map(({ id }) => id),
      ['toolu_1', 'toolu_9'],
    )
    assert.equal(outcome.ended, false)
  })

  it('ignores a repeated start of the same call', () => {
    const events = [begin(0, USE), begin(0, USE), json(0, '{}'), stop(0), ...finish('tool_use')]
    assert.equal(decode(hearEvents(anthropic, [start(), ...events]).outcome.response).calls.length, 1)
  })

  it('has not ended without message_stop', () => {
    const events = [start(), begin(0, { type: 'text', text: 'Hi' }), stop(0)]
    assert.equal(hearEvents(anthropic, events).outcome.ended, false)
    assert.equal(hearEvents(anthropic, []).outcome.ended, false)
  })

  it('reports an error event', () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    const { outcome } = hearEvents(anthropic, [start(), begin(0, USE), json(0, '{}'), error])
    assert.deepEqual(
      outcome.problems.map(({ code, message: words }) => [code, words]),
      [['PROVIDER_ERROR', 'Anthropic answered with overloaded_error: Overloaded']],
    )
    assert.equal(outcome.ended, false)
    assert.equal(decode(outcome.response).finish, 'error')
  })

  it('rebuilds citations, and fields of pieces that it does not know', () => {
    const compaction = { type: 'compaction', content: null }
    const { outcome } = hearEvents(anthropic, [
      start(),
      begin(0, { type: 'text', text: '' }),
      piece(0, { type: 'text_delta', text: 'High.' }),
      piece(0, { type: 'citations_delta', citation: { cited_text: 'tide' } }),
      stop(0),
      begin(1, compaction),
      piece(1, { type: 'compaction_delta', content: 'Summary.' }),
      stop(1),
      ...finish('end_turn'),
    ])
    assert.deepEqual(decode(outcome.response).messages[0]?.['content'], [
      { type: 'text', text: 'High.', citations: [{ cited_text: 'tide' }] },
      { type: 'compaction', content: 'Summary.' },
    ])
  })

  it('keeps pieces whose block never began', () => {
    const { told } = hearEvents(anthropic, [
      start(),
      json(3, '{}'),
      piece(4, { type: 'text_delta', text: 'Hi' }),
    ])
    assert.deepEqual(told, [
      ['start', 0, undefined, undefined],
      ['arguments', 0, '{}'],
      ['text', 'Hi'],
    ])
  })

  it('reports events that are none, ignores types it does not know, and never throws', () => {
    const odd = [null, 1, 'x', [], {}, { type: 'ping' }, { type: 'later' }, stop(7), piece(9, {})]
    const broken = [{ type: 'message_start' }, { type: 'content_block_start' }, { type: 'message_delta' }]
    const { outcome } = hearEvents(anthropic, [...odd, ...broken, { type: 'error' }])
    assert.deepEqual(
      outcome.problems.map(({ code }) => code),
      [...Array<string>(5).fill('RESPONSE_UNREADABLE'), 'PROVIDER_ERROR'],
    )
    assert.deepEqual(decode(outcome.response).calls, [])
  })
})

describe('Anthropic: results', () => {
  it('puts all results into one user message, in order', () => {
    const results = [
      succeed(CALL, { type: 'text', text: '3.2 m' }),
      fail(
        { id: 'toolu_2', name: 'get_tide' },
        { code: 'EXECUTE_FAILED', message: 'port unknown', retryable: false },
      ),
      succeed({ id: 'toolu_3', name: 'get_tide' }, { type: 'json', value: { metres: 3 } }),
      pend({ id: 'toolu_4', name: 'get_tide' }, { id: 'ap_1' }),
    ]
    assert.deepEqual(anthropic.encodeResults(results, PLAIN_CONTEXT), [
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: '3.2 m' },
          { type: 'tool_result', tool_use_id: 'toolu_2', content: 'port unknown', is_error: true },
          { type: 'tool_result', tool_use_id: 'toolu_3', content: '{"metres":3}' },
          {
            type: 'tool_result',
            tool_use_id: 'toolu_4',
            content: 'The call waits for approval; it has not run yet.',
          },
        ],
      },
    ])
    assert.deepEqual(anthropic.encodeResults([], PLAIN_CONTEXT), [])
  })

  it('sends images and PDFs as such, other binary parts as text, and no empty text', () => {
    const result = succeed(CALL, {
      type: 'parts',
      parts: [
        { type: 'text', text: '' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
        { type: 'image', data: 'aGk=', mimeType: 'image/tiff' },
        { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
        { type: 'resource', uri: 'file:///a.pdf', mimeType: 'application/pdf', data: 'aGk=' },
        { type: 'resource', uri: 'file:///a.txt', text: 'words' },
      ],
    })
    const content = [
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
      { type: 'text', text: '[image image/tiff, 2 bytes]' },
      { type: 'text', text: '[audio audio/wav, 2 bytes]' },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'aGk=' } },
      { type: 'text', text: 'words' },
    ]
    assert.deepEqual(anthropic.encodeResults([result], PLAIN_CONTEXT), [
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content }] },
    ])
  })

  it('leaves out empty content and gives the toolset back', () => {
    const call = { ...CALL, echo: { toolset_name: 'computer' } }
    assert.deepEqual(anthropic.encodeResults([succeed(call, { type: 'text', text: '' })], PLAIN_CONTEXT), [
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_1', toolset_name: 'computer' }],
      },
    ])
  })
})

describe('Anthropic: requests', () => {
  const encode = (request: Partial<ChatRequest>) =>
    anthropic.chat?.encodeRequest(
      { model: 'model-1', messages: [], stream: false, tools: undefined, ...request },
      PLAIN_CONTEXT,
    )

  it('writes a whole request, results before the words of the user', () => {
    const request = encode({
      stream: true,
      temperature: 0,
      tools: { tools: [] },
      extra: { top_k: 1 },
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Tide?' },
        { role: 'assistant', content: 'One moment.', calls: [{ ...CALL, arguments: '{"port":"Oban"}' }] },
        { role: 'user', content: 'Hurry.' },
        { role: 'tool', results: [succeed(CALL, { type: 'text', text: '3 m' })] },
      ],
    })
    assert.deepEqual(request, {
      model: 'model-1',
      max_tokens: 4096,
      system: 'Be brief.',
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Tide?' }] },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'One moment.' },
            { ...USE, input: { port: 'Oban' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_1', content: '3 m' },
            { type: 'text', text: 'Hurry.' },
          ],
        },
      ],
      temperature: 0,
      stream: true,
      tools: [],
      top_k: 1,
    })
  })

  it('sends its own message back unchanged, and the neutral parts of a foreign one', () => {
    const own = [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'x', signature: 's' }] }]
    const say = (provider: string) =>
      encode({ messages: [{ role: 'assistant', content: 'Hi', echo: { provider, messages: own } }] })?.[
        'messages'
      ]
    assert.deepEqual(say('anthropic'), own)
    assert.deepEqual(say('gemini'), [{ role: 'assistant', content: [{ type: 'text', text: 'Hi' }] }])
  })

  it('knows where to send it', () => {
    assert.equal(anthropic.chat?.path('model-1', true), '/v1/messages')
    assert.deepEqual(anthropic.chat?.headers('key'), {
      'anthropic-version': '2023-06-01',
      'x-api-key': 'key',
    })
    assert.deepEqual(anthropic.chat?.headers(undefined), { 'anthropic-version': '2023-06-01' })
  })
})
