import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { bedrock } from '../../src/providers/bedrock.ts'
import type { ChatRequest, ToolChoice, WireTool } from '../../src/providers/provider-format.ts'
import { fail, succeed } from '../../src/results/create-result.ts'
import { hearEvents } from '../fixtures/providers/hear-events.ts'
import { PLAIN_CONTEXT } from '../fixtures/providers/plain-context.ts'

const { decode } = bedrock
const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/providers/bedrock/${name}`, import.meta.url), 'utf8')
const ANSWER = JSON.parse(fixture('answer.response.json')) as { output: { message: object } }
const EVENTS = fixture('answer.chunks.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as unknown)

const TOOL: WireTool = {
  name: 'get_tide',
  description: 'Tide at a port',
  inputSchema: { type: 'object', properties: {} },
  strict: false,
  deferred: false,
  cacheUntilHere: false,
  examples: [],
  annotations: { readOnly: true, destructive: false },
}

const CALL = { id: 'tooluse_1', name: 'get_tide' }
const USE = { toolUseId: 'tooluse_1', name: 'get_tide' }
const answer = (content: unknown, stopReason?: string) => ({
  output: { message: { role: 'assistant', content } },
  stopReason,
})
const begin = (contentBlockIndex: number, start: object) => ({
  contentBlockStart: { contentBlockIndex, start },
})
const piece = (contentBlockIndex: number, delta: object) => ({
  contentBlockDelta: { contentBlockIndex, delta },
})
const stop = (contentBlockIndex: number) => ({ contentBlockStop: { contentBlockIndex } })
const finish = (stopReason: string) => ({ messageStop: { stopReason } })

describe('Bedrock: tools', () => {
  it('writes a tool as toolSpec, strict on it', () => {
    assert.deepEqual(bedrock.encodeTool({ ...TOOL, strict: true }), {
      toolSpec: {
        name: 'get_tide',
        description: 'Tide at a port',
        inputSchema: { json: { type: 'object', properties: {} } },
        strict: true,
      },
    })
  })

  it('puts the mark for the cache behind its tool', () => {
    const plain = bedrock.encodeTool(TOOL)
    const marked = bedrock.encodeTool({ ...TOOL, cacheUntilHere: true })
    assert.deepEqual(bedrock.encodeTools([plain, marked]), [
      plain,
      plain,
      { cachePoint: { type: 'default' } },
    ])
  })

  it('writes each choice it has, and warns of what it cannot say', () => {
    const tools = [bedrock.encodeTool(TOOL)]
    const choose = (choice: ToolChoice, parallel?: boolean) =>
      bedrock.encodeControls(tools, { choice, parallel, strict: false })
    assert.deepEqual(choose('auto'), { request: { toolConfig: { tools } }, warnings: [] })
    assert.deepEqual(choose('required').request, { toolConfig: { tools, toolChoice: { any: {} } } })
    assert.deepEqual(choose({ tool: 'get_tide' }).request, {
      toolConfig: { tools, toolChoice: { tool: { name: 'get_tide' } } },
    })
    assert.deepEqual(choose('auto', false).warnings, ['Bedrock cannot be told to make one call at a time.'])
    const none = bedrock.encodeControls(undefined, { choice: 'none', parallel: undefined, strict: false })
    assert.deepEqual(none.request, {})
    assert.equal(none.warnings.length, 1)
  })

  it('rewrites ids that Bedrock refuses, always to the same', () => {
    const odd = 'functions.get_tide:0'
    assert.equal(bedrock.ids?.pattern.test(odd), false)
    assert.equal(bedrock.ids?.pattern.test('x'.repeat(65)), false)
    assert.match(bedrock.ids?.rewrite(odd) ?? '', /^[a-zA-Z0-9_-]{1,64}$/)
    assert.equal(bedrock.ids?.rewrite(odd), bedrock.ids?.rewrite(odd))
    assert.notEqual(bedrock.ids?.rewrite(odd), bedrock.ids?.rewrite('functions.get_tide:1'))
  })
})

describe('Bedrock: whole answers', () => {
  it('reads the golden answer', () => {
    const { messages, ...read } = decode(ANSWER)
    assert.deepEqual(read, {
      text: 'Checking both.',
      reasoning: 'Two ports.',
      calls: [
        { id: 'tooluse_1', name: 'get_tide', arguments: { port: 'Oban' } },
        { id: 'tooluse_2', name: 'now', arguments: {} },
      ],
      finish: 'tool_calls',
      rawFinish: 'tool_use',
      usage: { inputTokens: 60, outputTokens: 5, totalTokens: 65, cachedInputTokens: 30 },
      problems: [],
    })
    assert.deepEqual(messages, [ANSWER.output.message])
  })

  it('maps every reason to stop', () => {
    const finishes = [
      ['end_turn', 'stop'],
      ['stop_sequence', 'stop'],
      ['max_tokens', 'length'],
      ['model_context_window_exceeded', 'length'],
      ['guardrail_intervened', 'blocked'],
      ['content_filtered', 'blocked'],
      ['malformed_tool_use', 'invalid_call'],
      ['malformed_model_output', 'error'],
      ['something_new', 'unknown'],
    ] as const
    for (const [word, expected] of finishes) assert.equal(decode(answer([], word)).finish, expected)
    assert.equal(decode(answer([])).finish, 'unknown')
  })

  it('takes a bare message and bare content', () => {
    const content = [{ toolUse: { ...USE, input: {} } }]
    assert.equal(decode({ role: 'assistant', content }).calls.length, 1)
    assert.equal(decode(content).calls.length, 1)
  })

  it('reads text with citations', () => {
    const cited = { citationsContent: { content: [{ text: 'High.' }], citations: [] } }
    assert.equal(decode(answer([cited])).text, 'High.')
  })

  it('gives a call without an id one, in the echo too', () => {
    const { calls, messages } = decode(answer([{ toolUse: { name: 'now', input: {} } }]))
    const content = messages[0]?.['content'] as { toolUse: { toolUseId: string } }[]
    assert.match(calls[0]?.id ?? '', /^call_/)
    assert.equal(content[0]?.toolUse.toolUseId, calls[0]?.id)
  })

  it('reports a block that is no object and reads the others', () => {
    const { text, problems } = decode(answer([null, { text: 'Hi' }]))
    assert.equal(text, 'Hi')
    assert.deepEqual(
      problems.map(({ code, path }) => [code, path]),
      [['RESPONSE_UNREADABLE', 'output.message.content[0]']],
    )
  })

  it('reports an error body with the words of the provider', () => {
    const { finish: reason, problems } = decode({ __type: 'ThrottlingException', message: 'Too many.' })
    assert.equal(reason, 'error')
    assert.equal(problems[0]?.code, 'PROVIDER_ERROR')
    assert.equal(problems[0]?.message, 'Bedrock answered with ThrottlingException: Too many.')
  })

  it('reports what is no answer, and never throws', () => {
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    const foreign = { role: 'assistant', content: [{ type: 'text', text: 'hi' }] }
    for (const odd of [null, undefined, 7, 'text', '<html>', [], [1], {}, cyclic, foreign]) {
      assert.deepEqual(
        decode(odd).problems.map(({ code }) => code),
        ['RESPONSE_UNREADABLE'],
      )
      assert.equal(bedrock.recognises(odd), false)
    }
    assert.equal(bedrock.recognises(ANSWER), true)
  })
})

describe('Bedrock: streams', () => {
  it('puts the golden stream together as the whole answer', () => {
    const { outcome } = hearEvents(bedrock, EVENTS)
    const read = decode(outcome.response)
    assert.deepEqual({ ...outcome, response: 0 }, { response: 0, problems: [], unfinished: [], ended: true })
    assert.equal(read.calls[0]?.arguments, '{"port":"Oban"}')
    assert.equal(read.calls[1]?.arguments, '')
    assert.deepEqual({ ...read, calls: 0 }, { ...decode(ANSWER), calls: 0 })
  })

  it('tells text, reasoning and calls as they come, but not what Bedrock runs itself', () => {
    assert.deepEqual(hearEvents(bedrock, EVENTS).told, [
      ['reasoning', 'Two '],
      ['reasoning', 'ports.'],
      ['text', 'Checking '],
      ['text', 'both.'],
      ['start', 0, 'tooluse_1', 'get_tide'],
      ['arguments', 0, '{"port":'],
      ['arguments', 0, '"Oban"}'],
      ['end', 0],
      ['start', 1, 'tooluse_2', 'now'],
      ['end', 1],
    ])
  })

  it('keeps the raw text of a call that the token limit cut, and names it unfinished', () => {
    const events = [
      begin(0, { toolUse: USE }),
      piece(0, { toolUse: { input: '{"po' } }),
      finish('max_tokens'),
    ]
    const { outcome } = hearEvents(bedrock, events)
    const { calls, messages } = decode(outcome.response)
    assert.deepEqual(outcome.unfinished, [0])
    assert.equal(calls[0]?.arguments, '{"po')
    assert.deepEqual(messages[0]?.['content'], [{ toolUse: { ...USE, input: { INVALID_JSON: '{"po' } } }])
  })

  it('does not trust a call that grows after its end', () => {
    const more = piece(0, { toolUse: { input: '{}' } })
    const events = [begin(0, { toolUse: USE }), more, stop(0), more, finish('tool_use')]
    assert.deepEqual(hearEvents(bedrock, events).outcome.unfinished, [0])
  })

  it('keeps pieces of a call whose start was lost', () => {
    const { told } = hearEvents(bedrock, [piece(2, { toolUse: { input: '{}' } })])
    assert.deepEqual(told, [
      ['start', 0, undefined, undefined],
      ['arguments', 0, '{}'],
    ])
  })

  it('rebuilds citations and redacted reasoning', () => {
    const { outcome } = hearEvents(bedrock, [
      piece(0, { reasoningContent: { redactedContent: 'Zm9v' } }),
      stop(0),
      piece(1, { text: 'High.' }),
      piece(1, { citation: { title: 'Tides' } }),
      stop(1),
      finish('end_turn'),
    ])
    assert.deepEqual(decode(outcome.response).messages[0]?.['content'], [
      { reasoningContent: { redactedContent: 'Zm9v' } },
      { citationsContent: { content: [{ text: 'High.' }], citations: [{ title: 'Tides' }] } },
    ])
  })

  it('reports an exception among the events', () => {
    const { outcome } = hearEvents(bedrock, [
      piece(0, { text: 'Hi' }),
      { throttlingException: { message: 'Too many.' } },
    ])
    assert.deepEqual(
      outcome.problems.map(({ code, message }) => [code, message]),
      [['PROVIDER_ERROR', 'Bedrock answered with throttlingException: Too many.']],
    )
    assert.equal(outcome.ended, false)
    assert.equal(decode(outcome.response).finish, 'error')
  })

  it('has not ended without messageStop', () => {
    assert.equal(hearEvents(bedrock, [piece(0, { text: 'Hi' })]).outcome.ended, false)
    assert.equal(hearEvents(bedrock, []).outcome.ended, false)
  })

  it('reports events that are none, ignores those it does not know, and never throws', () => {
    const { outcome } = hearEvents(bedrock, [null, 1, 'x', [], {}, { later: {} }, stop(7), { metadata: {} }])
    assert.deepEqual(
      outcome.problems.map(({ code }) => code),
      Array<string>(4).fill('RESPONSE_UNREADABLE'),
    )
    assert.deepEqual(decode(outcome.response).calls, [])
  })
})

describe('Bedrock: results', () => {
  it('puts all results into one user message, in order, with their status', () => {
    const failure = { code: 'EXECUTE_FAILED', message: 'port unknown', retryable: false } as const
    const results = [
      succeed(CALL, { type: 'json', value: { metres: 3 } }),
      fail({ id: 'b', name: 'get_tide' }, failure),
      succeed({ id: 'c', name: 'get_tide' }, { type: 'json', value: [1, 2] }),
      succeed({ id: 'd', name: 'get_tide' }, { type: 'text', text: '' }),
    ]
    const result = (toolUseId: string, status: string, content: object) => ({
      toolResult: { toolUseId, status, content: [content] },
    })
    assert.deepEqual(bedrock.encodeResults(results, PLAIN_CONTEXT), [
      {
        role: 'user',
        content: [
          result('tooluse_1', 'success', { json: { metres: 3 } }),
          result('b', 'error', { text: 'port unknown' }),
          result('c', 'success', { text: '[1,2]' }),
          result('d', 'success', { text: '(no output)' }),
        ],
      },
    ])
    assert.deepEqual(bedrock.encodeResults([], PLAIN_CONTEXT), [])
  })

  it('sends images as such and other binary parts as text', () => {
    const parts = [
      { type: 'image', data: 'aGk=', mimeType: 'image/jpeg' },
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
    ] as const
    const [message] = bedrock.encodeResults([succeed(CALL, { type: 'parts', parts })], PLAIN_CONTEXT)
    const content = [
      { image: { format: 'jpeg', source: { bytes: 'aGk=' } } },
      { text: '[audio audio/wav, 2 bytes]' },
    ]
    assert.deepEqual(message?.['content'], [
      { toolResult: { toolUseId: 'tooluse_1', status: 'success', content } },
    ])
  })
})

describe('Bedrock: requests', () => {
  const encode = (request: Partial<ChatRequest>) =>
    bedrock.chat?.encodeRequest(
      { model: 'model-1', messages: [], stream: false, tools: undefined, ...request },
      PLAIN_CONTEXT,
    )
  const history = [
    { role: 'user', content: 'Tide?' },
    { role: 'assistant', content: '', calls: [{ ...CALL, arguments: '{}' }] },
    { role: 'tool', results: [succeed(CALL, { type: 'text', text: '3 m' })] },
    { role: 'user', content: 'And now?' },
  ] as const

  it('writes a whole request', () => {
    const tools = { toolConfig: { tools: [] } }
    const messages = [{ role: 'system', content: 'Be brief.' }, ...history] as const
    const request = encode({ maxTokens: 9, temperature: 0, tools, extra: { top: 1 }, messages })
    assert.deepEqual(request, {
      messages: [
        { role: 'user', content: [{ text: 'Tide?' }] },
        { role: 'assistant', content: [{ toolUse: { ...USE, input: {} } }] },
        {
          role: 'user',
          content: [
            { toolResult: { toolUseId: 'tooluse_1', status: 'success', content: [{ text: '3 m' }] } },
            { text: 'And now?' },
          ],
        },
      ],
      system: [{ text: 'Be brief.' }],
      inferenceConfig: { maxTokens: 9, temperature: 0 },
      toolConfig: { tools: [] },
      top: 1,
    })
  })

  it('adds a stand-in tool when a history with calls is sent without tools', () => {
    const config = encode({ messages: history })?.['toolConfig'] as { tools: object[] }
    assert.equal(config.tools.length, 1)
    assert.equal(encode({ messages: [history[0]] })?.['toolConfig'], undefined)
  })

  it("gives Mistral's models ids of nine characters, the same for call and result, also for their own", () => {
    const first = { id: 'tooluse_abcdefghi_1', name: 'get_tide' }
    const second = { id: 'tooluse_abcdefghi_2', name: 'get_tide' }
    const own = (id: string) => ({ toolUse: { toolUseId: id, name: 'get_tide', input: {} } })
    const messages = [
      { role: 'user', content: 'Tide?' },
      {
        role: 'assistant',
        content: '',
        calls: [first, second].map((call) => ({ ...call, arguments: '{}' })),
        echo: {
          provider: 'bedrock',
          messages: [{ role: 'assistant', content: [own(first.id), own(second.id)] }],
        },
      },
      { role: 'tool', results: [first, second].map((call) => succeed(call, { type: 'text', text: '3 m' })) },
    ] as const
    const idsFor = (model: string) =>
      JSON.stringify(encode({ model, messages })?.['messages'])
        .matchAll(/"toolUseId":"([^"]+)"/g)
        .map(([, id]) => id)
        .toArray()
    for (const model of ['mistral.mistral-large-2407-v1:0', 'eu.mistral.pixtral-large-2502-v1:0']) {
      const ids = idsFor(model)
      for (const id of ids) assert.match(id ?? '', /^[a-zA-Z0-9]{9}$/)
      assert.equal(new Set(ids).size, 2)
      assert.deepEqual(ids.slice(0, 2), ids.slice(2))
    }
    assert.deepEqual(idsFor('amazon.nova-pro-v1:0'), [first.id, second.id, first.id, second.id])
  })

  it('sends its own message back unchanged', () => {
    const own = [{ role: 'assistant', content: [{ text: ' ' }] }]
    const echo = { provider: 'bedrock', messages: own }
    const request = encode({ messages: [{ role: 'assistant', content: 'Hi', echo }] })
    assert.deepEqual(request?.['messages'], own)
  })

  it('knows where to send it', () => {
    assert.equal(bedrock.chat?.path('us.a:0/b', false), '/model/us.a%3A0%2Fb/converse')
    assert.equal(bedrock.chat?.path('m', true), '/model/m/converse-stream')
    assert.deepEqual(bedrock.chat?.headers('key'), { authorization: 'Bearer key' })
    assert.deepEqual(bedrock.chat?.headers(undefined), {})
  })
})
