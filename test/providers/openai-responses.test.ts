import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openaiResponses } from '../../src/providers/openai-responses.ts'
import type { WireTool } from '../../src/providers/provider-format.ts'
import { fail, succeed } from '../../src/results/create-result.ts'
import { hearEvents } from '../fixtures/providers/hear-events.ts'
import { PLAIN_CONTEXT } from '../fixtures/providers/plain-context.ts'

const { decode } = openaiResponses

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

const CALL = {
  type: 'function_call',
  id: 'fc_9',
  call_id: 'call_9',
  name: 'get_tide',
  arguments: '{"port":"Oban"}',
  status: 'completed',
}
const REASONING = {
  type: 'reasoning',
  id: 'rs_1',
  summary: [
    { type: 'summary_text', text: 'Where?' },
    { type: 'summary_text', text: 'Oban.' },
  ],
  encrypted_content: 'gAAA',
}
const MESSAGE = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Looking.', annotations: [] }],
}

const completed = (output: readonly object[]) => ({
  type: 'response.completed',
  response: { object: 'response', status: 'completed', output },
})
const added = (output_index: number, item: object) => ({
  type: 'response.output_item.added',
  output_index,
  item,
})
const done = (output_index: number, item: object) => ({
  type: 'response.output_item.done',
  output_index,
  item,
})
const piece = (output_index: number, delta: string, item_id = 'fc_9') => ({
  type: 'response.function_call_arguments.delta',
  output_index,
  item_id,
  delta,
})
const BEGUN = { ...CALL, arguments: '', status: 'in_progress' }

describe('tools for OpenAI Responses', () => {
  it('are flat and say that they are not strict', () => {
    assert.deepEqual(openaiResponses.encodeTool(TOOL), {
      type: 'function',
      name: 'get_tide',
      description: 'Tide at a port',
      parameters: { type: 'object', properties: { port: { type: 'string' } } },
      strict: false,
    })
  })

  it('carry the output schema and deferral, and a search comes with deferred ones', () => {
    const tool = openaiResponses.encodeTool({
      ...TOOL,
      strict: true,
      deferred: true,
      outputSchema: { type: 'object' },
    })
    assert.deepEqual(
      [tool['strict'], tool['output_schema'], tool['defer_loading']],
      [true, { type: 'object' }, true],
    )
    assert.deepEqual(openaiResponses.encodeTools([tool]), [tool, { type: 'tool_search' }])
  })

  it('come with choice and parallel flag', () => {
    const controls = { parallel: false, strict: false }
    const request = (choice: 'auto' | 'none' | 'required' | { tool: string }) =>
      openaiResponses.encodeControls([], { ...controls, choice }).request
    assert.deepEqual(request('auto'), { tools: [], parallel_tool_calls: false })
    assert.equal(request('none')['tool_choice'], 'none')
    assert.equal(request('required')['tool_choice'], 'required')
    assert.deepEqual(request({ tool: 'x' })['tool_choice'], { type: 'function', name: 'x' })
    assert.deepEqual(openaiResponses.encodeControls(undefined, { ...controls, choice: 'none' }).request, {})
  })
})

describe('answers of OpenAI Responses', () => {
  it('are read item by item and given back in order, unchanged', () => {
    const search = { type: 'tool_search_call', call_id: null, execution: 'server', arguments: {} }
    const call = { ...CALL, namespace: 'crm', caller: { type: 'program', caller_id: 'p1' } }
    const output = [REASONING, search, MESSAGE, call]
    const usage = {
      input_tokens: 7,
      input_tokens_details: { cached_tokens: 3 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 2 },
      total_tokens: 12,
    }
    assert.deepEqual(decode({ object: 'response', status: 'completed', output, usage }), {
      text: 'Looking.',
      reasoning: 'Where?\n\nOban.',
      calls: [
        {
          id: 'call_9',
          name: 'get_tide',
          arguments: '{"port":"Oban"}',
          echo: {
            kind: 'function',
            id: 'fc_9',
            namespace: 'crm',
            caller: { type: 'program', caller_id: 'p1' },
          },
        },
      ],
      finish: 'tool_calls',
      rawFinish: 'completed',
      usage: {
        inputTokens: 7,
        outputTokens: 5,
        totalTokens: 12,
        cachedInputTokens: 3,
        reasoningTokens: 2,
      },
      messages: output,
      problems: [],
    })
  })

  it('hold free text of custom tools as their `input`', () => {
    const item = {
      type: 'custom_tool_call',
      id: 'ctc_1',
      call_id: 'call_c',
      name: 'run_sql',
      input: 'select "1"',
    }
    const [call] = decode([item]).calls
    assert.deepEqual(call, {
      id: 'call_c',
      name: 'run_sql',
      arguments: '{"input":"select \\"1\\""}',
      freeText: true,
      echo: { kind: 'custom', id: 'ctc_1' },
    })
    const [cut] = decode([{ ...item, input: 'sel', status: 'incomplete' }]).calls
    assert.equal(cut?.arguments, '{"input":"sel')
  })

  it('may be a bare list of items or one item', () => {
    assert.equal(decode([MESSAGE, CALL]).calls.length, 1)
    assert.deepEqual([decode(MESSAGE).text, decode(MESSAGE).finish], ['Looking.', 'stop'])
    assert.equal(decode(CALL).finish, 'tool_calls')
  })

  it('say why they ended', () => {
    const finish = (fields: object) => {
      const { finish: reason, rawFinish, problems } = decode({ object: 'response', output: [], ...fields })
      return [reason, rawFinish, problems[0]?.code]
    }
    const incomplete = (reason: string) => ({ status: 'incomplete', incomplete_details: { reason } })
    assert.deepEqual(finish({ status: 'completed' }), ['stop', 'completed', undefined])
    assert.deepEqual(finish(incomplete('max_output_tokens')), ['length', 'max_output_tokens', undefined])
    assert.deepEqual(finish(incomplete('content_filter')), ['blocked', 'content_filter', 'RESPONSE_BLOCKED'])
    assert.deepEqual(finish(incomplete('else')), ['unknown', 'else', undefined])
    assert.deepEqual(finish({ status: 'in_progress' }), ['error', 'in_progress', 'PROVIDER_ERROR'])
    assert.deepEqual(finish({ status: 'failed', error: { message: 'no' } }), [
      'error',
      'failed',
      'PROVIDER_ERROR',
    ])
  })

  it('may be a refusal or an error', () => {
    const refusal = { ...MESSAGE, content: [{ type: 'refusal', refusal: 'I will not.' }] }
    const refused = decode([refusal])
    assert.equal(refused.finish, 'blocked')
    assert.match(refused.problems[0]?.message ?? '', /I will not\./)
    assert.match(decode({ error: { message: 'quota' } }).problems[0]?.message ?? '', /quota/)
    assert.equal(decode({ type: 'error', code: 'server_error' }).problems[0]?.code, 'PROVIDER_ERROR')
  })

  it('are not to be mistaken for those of others, nor for anything else', () => {
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    const anthropic = { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Hi' }] }
    for (const foreign of [anthropic, null, '<html>', 3, [], {}, [null], cyclic, { choices: [] }]) {
      assert.equal(decode(foreign).problems[0]?.code, 'RESPONSE_UNREADABLE')
      assert.equal(openaiResponses.recognises(foreign), false)
    }
    for (const own of [MESSAGE, [CALL], { object: 'response' }, completed([])]) {
      assert.equal(openaiResponses.recognises(own), true)
    }
  })
})

describe('streams of OpenAI Responses', () => {
  it('are keyed by output index, as ids may change with every event', () => {
    const { told, outcome } = hearEvents(openaiResponses, [
      { type: 'response.created', response: {} },
      added(0, { ...BEGUN, id: 'a' }),
      added(1, { ...BEGUN, id: 'b', call_id: 'call_10' }),
      piece(1, '{"port":', 'c'),
      piece(0, '{"port":"Oban"}', 'd'),
      piece(1, '"Tobermory"}', 'e'),
      done(0, { ...CALL, id: 'f' }),
      done(1, { ...CALL, id: 'g', call_id: 'call_10', arguments: '{"port":"Tobermory"}' }),
      completed([]),
    ])
    assert.deepEqual(told, [
      ['start', 0, 'call_9', 'get_tide'],
      ['start', 1, 'call_10', 'get_tide'],
      ['arguments', 1, '{"port":'],
      ['arguments', 0, '{"port":"Oban"}'],
      ['arguments', 1, '"Tobermory"}'],
      ['end', 0],
      ['end', 1],
    ])
    assert.deepEqual([outcome.problems, outcome.unfinished, outcome.ended], [[], [], true])
    const { calls, finish } = decode(outcome.response)
    assert.deepEqual(
      calls.map(({ id, arguments: args }) => [id, args]),
      [
        ['call_9', '{"port":"Oban"}'],
        ['call_10', '{"port":"Tobermory"}'],
      ],
    )
    assert.equal(finish, 'tool_calls')
  })

  it('may come without deltas, or with the end of the text in `done` alone', () => {
    const bare = hearEvents(openaiResponses, [added(0, BEGUN), done(0, CALL), completed([CALL])])
    assert.deepEqual(bare.told, [
      ['start', 0, 'call_9', 'get_tide'],
      ['arguments', 0, '{"port":"Oban"}'],
      ['end', 0],
    ])
    const late = hearEvents(openaiResponses, [
      added(0, BEGUN),
      piece(0, '{"port":'),
      { type: 'response.function_call_arguments.done', output_index: 0, arguments: CALL.arguments },
      done(0, CALL),
      completed([CALL]),
    ])
    assert.deepEqual(late.told.slice(1), [
      ['arguments', 0, '{"port":'],
      ['arguments', 0, '"Oban"}'],
      ['end', 0],
    ])
    const closing = hearEvents(openaiResponses, [completed([REASONING, MESSAGE, CALL])])
    assert.deepEqual(closing.told, [
      ['reasoning', 'Where?\n\nOban.'],
      ['text', 'Looking.'],
      ['start', 0, 'call_9', 'get_tide'],
      ['arguments', 0, '{"port":"Oban"}'],
      ['end', 0],
    ])
  })

  it('tell text and reasoning, and take the reasoning item from `done`', () => {
    const summary = (summary_index: number, delta: string) => ({
      type: 'response.reasoning_summary_text.delta',
      output_index: 0,
      summary_index,
      delta,
    })
    const { told, outcome } = hearEvents(openaiResponses, [
      added(0, { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gA' }),
      summary(0, 'Where?'),
      summary(1, 'Oban.'),
      done(0, REASONING),
      added(1, { ...MESSAGE, content: [] }),
      { type: 'response.output_text.delta', output_index: 1, content_index: 0, delta: 'Look' },
      { type: 'response.output_text.done', output_index: 1, content_index: 0, text: 'Looking.' },
      done(1, MESSAGE),
      completed([]),
    ])
    assert.deepEqual(told, [
      ['reasoning', 'Where?'],
      ['reasoning', '\n\n'],
      ['reasoning', 'Oban.'],
      ['text', 'Look'],
      ['text', 'ing.'],
    ])
    assert.deepEqual(decode(outcome.response).messages, [REASONING, MESSAGE])
  })

  it('tell the text of custom tools as JSON', () => {
    const item = { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_c', name: 'run_sql', input: '' }
    const { told } = hearEvents(openaiResponses, [
      added(0, item),
      { type: 'response.custom_tool_call_input.delta', output_index: 0, delta: 'say "' },
      { type: 'response.custom_tool_call_input.done', output_index: 0, input: 'say "1"' },
      done(0, { ...item, input: 'say "1"' }),
      completed([]),
    ])
    const text = told.filter(([type]) => type === 'arguments').map(([, , piece]) => piece)
    assert.deepEqual(JSON.parse(text.join('')), { input: 'say "1"' })
  })

  it('that are cut name the calls that were not finished', () => {
    const { outcome } = hearEvents(openaiResponses, [
      added(0, BEGUN),
      done(0, CALL),
      added(1, { ...BEGUN, call_id: 'call_10' }),
      piece(1, '{"port":"To'),
    ])
    assert.deepEqual([outcome.unfinished, outcome.ended], [[1], false])
    assert.equal(decode(outcome.response).calls[1]?.arguments, '{"port":"To')
  })

  it('that reach the token limit leave the last call unfinished', () => {
    const cut = { ...CALL, arguments: '{"port":"O', status: 'incomplete' }
    const { outcome } = hearEvents(openaiResponses, [
      added(0, BEGUN),
      piece(0, '{"port":"O'),
      done(0, cut),
      {
        type: 'response.incomplete',
        response: {
          status: 'incomplete',
          incomplete_details: { reason: 'max_output_tokens' },
          output: [cut],
        },
      },
    ])
    assert.deepEqual([outcome.unfinished, outcome.ended], [[0], true])
    assert.equal(decode(outcome.response).finish, 'length')
  })

  it('report errors once', () => {
    const failed = {
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'server_error', message: 'overloaded' }, output: [] },
    }
    for (const events of [
      [{ type: 'error', code: 'server_error', message: 'overloaded' }],
      [failed],
      [{ type: 'error', message: 'overloaded' }, failed],
      [{ error: { message: 'overloaded' } }],
    ]) {
      const { outcome } = hearEvents(openaiResponses, [added(0, BEGUN), ...events])
      const { finish, problems } = decode(outcome.response)
      assert.deepEqual(
        [finish, outcome.ended, outcome.unfinished, problems.map(({ code }) => code)],
        ['error', true, [0], ['PROVIDER_ERROR']],
      )
    }
  })

  it('that list other calls at the end keep those that came', () => {
    const { outcome } = hearEvents(openaiResponses, [
      added(0, BEGUN),
      done(0, CALL),
      completed([{ ...CALL, arguments: '{"port":"Rome"}' }]),
    ])
    assert.deepEqual(
      outcome.problems.map(({ code, path }) => [code, path]),
      [['RESPONSE_UNREADABLE', 'calls']],
    )
    assert.equal(decode(outcome.response).calls[0]?.arguments, '{"port":"Oban"}')
  })

  it('that break off and start anew forget the first try', () => {
    const { told, outcome } = hearEvents(openaiResponses, [
      added(0, BEGUN),
      { type: 'response.created', response: {} },
      added(0, { ...BEGUN, call_id: 'call_10' }),
      done(0, { ...CALL, call_id: 'call_10' }),
      completed([]),
    ])
    assert.deepEqual(told[1], ['reset'])
    assert.deepEqual(
      decode(outcome.response).calls.map(({ id }) => id),
      ['call_10'],
    )
  })

  it('take a delta before its item, a whole answer as an event, and odd events', () => {
    const early = hearEvents(openaiResponses, [piece(0, '{'), done(0, { ...CALL, arguments: '{}' })])
    assert.deepEqual(early.told, [
      ['start', 0, undefined, undefined],
      ['arguments', 0, '{'],
      ['start', 0, 'call_9', 'get_tide'],
      ['arguments', 0, '}'],
      ['end', 0],
    ])
    const whole = hearEvents(openaiResponses, [{ object: 'response', status: 'completed', output: [CALL] }])
    assert.equal(decode(whole.outcome.response).calls.length, 1)
    const odd = hearEvents(openaiResponses, [null, 'text', {}, [], '[DONE]'])
    assert.deepEqual(
      odd.outcome.problems.map(({ code }) => code),
      ['RESPONSE_UNREADABLE'],
    )
  })
})

describe('results and requests for OpenAI Responses', () => {
  const call = { id: 'call_9', name: 'get_tide' }

  it('give text as text and images as a list', () => {
    const results = [
      succeed(call, { type: 'json', value: { height_m: 3.2 } }),
      fail(call, { code: 'EXECUTE_FAILED', message: 'no clock', retryable: false }),
      succeed(
        { ...call, echo: { kind: 'custom', caller: { type: 'program', caller_id: 'p1' } } },
        {
          type: 'parts',
          parts: [
            { type: 'text', text: 'chart' },
            { type: 'image', data: 'iVBO', mimeType: 'image/png' },
          ],
        },
      ),
    ]
    assert.deepEqual(openaiResponses.encodeResults(results, PLAIN_CONTEXT), [
      { type: 'function_call_output', call_id: 'call_9', output: '{"height_m":3.2}' },
      { type: 'function_call_output', call_id: 'call_9', output: 'Error: no clock' },
      {
        type: 'custom_tool_call_output',
        call_id: 'call_9',
        output: [
          { type: 'input_text', text: 'chart' },
          { type: 'input_image', image_url: 'data:image/png;base64,iVBO', detail: 'auto' },
        ],
        caller: { type: 'program', caller_id: 'p1' },
      },
    ])
  })

  it('hold the transcript as input, stateless', () => {
    const body = openaiResponses.chat?.encodeRequest(
      {
        model: 'model-1',
        stream: true,
        maxTokens: 100,
        temperature: 0,
        tools: { tools: [] },
        extra: { store: true },
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Tide?' },
          {
            role: 'assistant',
            content: '',
            calls: [],
            echo: { provider: 'openai-responses', messages: [REASONING, CALL] },
          },
          { role: 'tool', results: [succeed(call, { type: 'text', text: '3 m' })] },
          {
            role: 'assistant',
            content: 'Again.',
            calls: [{ ...call, id: 'call_2', arguments: '{"port":"Oban"}' }],
          },
        ],
      },
      PLAIN_CONTEXT,
    )
    assert.deepEqual(body, {
      model: 'model-1',
      instructions: 'Be brief.',
      input: [
        { role: 'user', content: 'Tide?' },
        REASONING,
        CALL,
        { type: 'function_call_output', call_id: 'call_9', output: '3 m' },
        { role: 'assistant', content: 'Again.' },
        { type: 'function_call', call_id: 'call_2', name: 'get_tide', arguments: '{"port":"Oban"}' },
      ],
      tools: [],
      max_output_tokens: 100,
      temperature: 0,
      store: true,
      include: ['reasoning.encrypted_content'],
      stream: true,
    })
    assert.equal(openaiResponses.chat?.path('model-1', true), '/responses')
    assert.deepEqual(openaiResponses.chat?.headers('k'), { authorization: 'Bearer k' })
  })
})
