import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { openai } from '../../../src/providers/openai.ts'
import { provider } from '../../../src/providers/provider.ts'
import { hearEvents } from '../../fixtures/providers/hear-events.ts'

const { decode } = openai
const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/providers/openai/${name}`, import.meta.url), 'utf8')
const ANSWER = JSON.parse(fixture('answer.response.json')) as unknown
const EVENTS = fixture('answer.chunks.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as unknown)

const call = (id: string | undefined, name: string, args: unknown) => ({
  ...(id === undefined ? {} : { id }),
  type: 'function',
  function: { name, arguments: args },
})
const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
  ...more,
})
const pieces = (...tool_calls: unknown[]) => chunk({ tool_calls })
const piece = (index: number | undefined, fields: object, body: object) => ({
  ...(index === undefined ? {} : { index }),
  ...fields,
  function: body,
})
const DONE = '[DONE]'
const END = chunk({}, 'tool_calls')

/** What a stream of these events is read as. */
const listen = (...events: unknown[]) => decode(hearEvents(openai, events).outcome.response)
/** Its calls, one text each: `id name arguments`. */
const callsOf = (...events: unknown[]) =>
  listen(...events).calls.map(({ id, name, arguments: args }) => `${id} ${name} ${String(args)}`)
const whole = (...events: unknown[]) => {
  const accumulator = provider('openai').accumulator()
  for (const event of events) accumulator.push(event)
  return accumulator.end()
}
const codesOf = ({ problems }: { problems: readonly { code: string }[] }) => problems.map(({ code }) => code)

describe('OpenAI: streams', () => {
  it('puts the golden stream together as the whole answer', () => {
    const { outcome } = hearEvents(openai, [...EVENTS, DONE])
    assert.deepEqual({ ...outcome, response: 0 }, { response: 0, problems: [], unfinished: [], ended: true })
    assert.deepEqual(outcome.response, ANSWER)
  })

  it('tells text and calls as they come', () => {
    assert.deepEqual(hearEvents(openai, EVENTS).told, [
      ['text', 'Checking '],
      ['text', 'both.'],
      ['start', 0, 'call_1', 'get_tide'],
      ['arguments', 0, '{"po'],
      ['arguments', 0, 'rt":"Oban"}'],
      ['start', 1, 'call_2', 'run_sql'],
      ['arguments', 1, '{"input":"select '],
      ['arguments', 1, '\\"1\\"'],
      ['end', 0],
      ['arguments', 1, '"}'],
      ['end', 1],
    ])
  })

  it('tells a custom tool without input as an empty one', () => {
    const start = { index: 0, id: 'a', type: 'custom', custom: { name: 'run_sql', input: '' } }
    const { told } = hearEvents(openai, [pieces(start), END])
    assert.deepEqual(told.slice(1), [
      ['arguments', 0, '{"input":""}'],
      ['end', 0],
    ])
  })

  it('takes arguments that came whole in the first piece, also as a value', () => {
    const start = (args: unknown) =>
      callsOf(pieces(piece(0, { id: 'a' }, { name: 'get_tide', arguments: args })), END)
    assert.deepEqual(start('{"port":"Oban"}'), ['a get_tide {"port":"Oban"}'])
    assert.deepEqual(start({ port: 'Oban' }), ['a get_tide {"port":"Oban"}'])
  })

  it('takes a call whose arguments are absent, null or empty', () => {
    for (const body of [{}, { arguments: null }, { arguments: '' }]) {
      const { calls } = whole(pieces(piece(0, { id: 'a' }, { name: 'now', ...body })), END)
      assert.deepEqual(
        calls.map(({ name, arguments: args, problem }) => [name, args, problem]),
        [['now', '{}', undefined]],
      )
    }
  })

  it('tells calls apart by index, however they are mixed', () => {
    assert.deepEqual(
      callsOf(
        pieces(
          piece(0, { id: 'a' }, { name: 'x', arguments: '' }),
          piece(1, { id: 'b' }, { name: 'y', arguments: '' }),
        ),
        pieces(piece(1, {}, { arguments: '{"b":' }), piece(0, {}, { arguments: '{"a":' })),
        pieces(piece(0, {}, { arguments: '1}' })),
        pieces(piece(1, {}, { arguments: '2}' })),
        END,
      ),
      ['a x {"a":1}', 'b y {"b":2}'],
    )
  })

  it('takes an index that starts at one', () => {
    assert.deepEqual(
      callsOf(
        pieces(piece(1, { id: 'a' }, { name: 'x', arguments: '' })),
        pieces(piece(1, {}, { arguments: '{}' })),
        END,
      ),
      ['a x {}'],
    )
  })

  it('takes pieces without an index: several calls in one, and pieces of the latest', () => {
    assert.deepEqual(
      callsOf(
        pieces(
          piece(undefined, { id: 'a' }, { name: 'x', arguments: '{}' }),
          piece(undefined, { id: 'b' }, { name: 'x', arguments: '{"p' }),
        ),
        pieces(piece(undefined, {}, { arguments: '":1}' })),
        END,
      ),
      ['a x {}', 'b x {"p":1}'],
    )
  })

  it('begins another call where the index starts over', () => {
    const start = (id: string | undefined, name: string, args: string) =>
      pieces(piece(0, id === undefined ? {} : { id }, { name, arguments: args }))
    assert.deepEqual(callsOf(start('a', 'x', '{"p":1}'), start('b', 'x', '{"p":2}'), END), [
      'a x {"p":1}',
      'b x {"p":2}',
    ])
    const names = listen(start(undefined, 'x', '{}'), start(undefined, 'y', '{}'), END).calls
    assert.deepEqual(
      names.map(({ name, arguments: args }) => [name, args]),
      [
        ['x', '{}'],
        ['y', '{}'],
      ],
    )
    const same = listen(start(undefined, 'x', '{"p":1}'), start(undefined, 'x', '{"p":2}'), END).calls
    assert.deepEqual(
      same.map(({ arguments: args }) => args),
      ['{"p":1}', '{"p":2}'],
    )
  })

  it('takes id and name again, as text, empty or null', () => {
    const start = pieces(piece(0, { id: '0' }, { name: 'x', arguments: '{"p"' }))
    const again = [
      piece(0, { id: '0' }, { name: 'x', arguments: ':1}' }),
      piece(0, { id: '' }, { name: '', arguments: ':1}' }),
      piece(0, { id: null, type: null }, { name: null, arguments: ':1}' }),
      piece(0, {}, { name: 'x', arguments: ':1}' }),
    ]
    for (const repeated of again) {
      assert.deepEqual(callsOf(start, pieces(repeated), pieces(piece(0, {}, { arguments: '' })), END), [
        '0 x {"p":1}',
      ])
    }
  })

  it('does not cut a text in two that only looks whole when a name comes again', () => {
    const start = piece(0, { id: 'a' }, { name: 'x', arguments: '{"s":"}' })
    const more = piece(0, { id: 'a' }, { name: 'x', arguments: '{"}' })
    assert.deepEqual(callsOf(pieces(start), pieces(more), END), ['a x {"s":"}{"}'])
  })

  it('stays quick when a name comes with each piece of a long text', () => {
    const first = pieces(piece(0, { id: 'a' }, { name: 'x', arguments: '{"s":"}' }))
    const more = pieces(piece(0, { id: 'a' }, { name: 'x', arguments: '{}'.repeat(100) }))
    const events: unknown[] = [first, ...Array<unknown>(5_000).fill(more), END]
    assert.equal(String(listen(...events).calls[0]?.arguments).length, 1_000_007)
  })

  it('takes a name in pieces, and an id that comes late', () => {
    assert.deepEqual(
      callsOf(
        pieces(piece(0, { id: 'a' }, { name: 'get_' })),
        pieces(piece(0, {}, { name: 'tide' })),
        pieces(piece(0, {}, { arguments: '{}' })),
        END,
      ),
      ['a get_tide {}'],
    )
    assert.deepEqual(
      callsOf(
        pieces(piece(0, {}, { name: 'x', arguments: '{' })),
        pieces(piece(0, { id: 'late' }, { arguments: '}' })),
        END,
      ),
      ['late x {}'],
    )
  })

  it('tells two calls of one id apart', () => {
    assert.deepEqual(
      callsOf(
        pieces(
          piece(0, { id: '0' }, { name: 'x', arguments: '{"p":1}' }),
          piece(1, { id: '0' }, { name: 'x', arguments: '{"p":2}' }),
        ),
        END,
      ),
      ['0 x {"p":1}', '0 x {"p":2}'],
    )
    assert.deepEqual(
      callsOf(
        pieces(
          piece(undefined, { id: '0' }, { name: 'x', arguments: '{"p":1}' }),
          piece(undefined, { id: '0' }, { name: 'y', arguments: '{"p":2}' }),
        ),
        END,
      ),
      ['0 x {"p":1}', '0 y {"p":2}'],
    )
  })

  it('takes null and missing `tool_calls`, and one that is not in a list', () => {
    assert.deepEqual(callsOf(chunk({ tool_calls: null, content: null }), END), [])
    const single = { tool_calls: piece(0, { id: 'a' }, { name: 'x', arguments: '{}' }) }
    assert.deepEqual(callsOf(chunk(single), END), ['a x {}'])
  })

  it('puts the legacy `function_call` together', () => {
    const { told, outcome } = hearEvents(openai, [
      chunk({ role: 'assistant', content: null, function_call: { name: 'get_tide', arguments: '' } }),
      chunk({ function_call: { arguments: '{"port":' } }),
      chunk({ function_call: { arguments: '"Oban"}' } }),
      chunk({}, 'function_call'),
    ])
    const read = decode(outcome.response)
    const function_call = { name: 'get_tide', arguments: '{"port":"Oban"}' }
    assert.deepEqual(read.messages, [{ role: 'assistant', content: null, function_call }])
    assert.equal(read.finish, 'tool_calls')
    assert.deepEqual(told[0], ['start', 0, undefined, 'get_tide'])
    assert.deepEqual(told.at(-1), ['end', 0])
  })

  it('takes a call once that a server says in both ways', () => {
    const both = {
      function_call: { name: 'x', arguments: '{}' },
      tool_calls: [piece(0, { id: 'a' }, { name: 'x', arguments: '{}' })],
    }
    const { told } = hearEvents(openai, [chunk(both), END])
    assert.deepEqual(told, [
      ['start', 0, 'a', 'x'],
      ['arguments', 0, '{}'],
      ['end', 0],
    ])
    assert.deepEqual(callsOf(chunk(both), END), ['a x {}'])
  })

  it('reads tokens of the last event, of Groq, and keeps the latest', () => {
    const usage = (tokens: number) => ({ prompt_tokens: tokens })
    assert.deepEqual(listen(chunk({ content: 'Hi' }, 'stop'), { choices: [], usage: usage(5) }, DONE).usage, {
      inputTokens: 5,
    })
    assert.deepEqual(listen(chunk({ content: 'Hi' }, 'stop', { x_groq: { usage: usage(6) } })).usage, {
      inputTokens: 6,
    })
    const each = [1, 2, 3].map((tokens) => chunk({ content: 'a' }, null, { usage: usage(tokens) }))
    assert.deepEqual(listen(...each, chunk({}, 'stop')).usage, { inputTokens: 3 })
  })

  it('takes the head that Azure sends before the answer', () => {
    const head = { id: '', model: '', object: '', choices: [], prompt_filter_results: [{ prompt_index: 0 }] }
    assert.equal(listen(head, chunk({ content: 'Hi' }), chunk({}, 'stop'), DONE).text, 'Hi')
  })

  it('takes a message beside the delta, or in its place', () => {
    const message = { role: 'assistant', content: 'Hi' }
    const doubled = { choices: [{ index: 0, delta: { content: 'Hi' }, message, finish_reason: 'stop' }] }
    assert.equal(listen(doubled).text, 'Hi')
    assert.equal(listen({ choices: [{ index: 0, message, finish_reason: 'stop' }] }).text, 'Hi')
  })

  it('reads the first of several choices', () => {
    const second = { choices: [{ index: 1, delta: { content: 'No' }, finish_reason: 'length' }] }
    const read = listen(chunk({ content: 'Yes' }), second, chunk({}, 'stop'), second)
    assert.deepEqual([read.text, read.finish], ['Yes', 'stop'])
  })

  it('tells reasoning as it comes, once, and keeps its fields for the echo', () => {
    const { told, outcome } = hearEvents(openai, [
      chunk({ role: 'assistant', content: null, reasoning: 'Two ', reasoning_content: 'Two ' }),
      chunk({ reasoning: 'ports.', reasoning_content: 'ports.' }),
      chunk({ content: 'Hi' }, 'stop'),
    ])
    assert.deepEqual(told, [
      ['reasoning', 'Two '],
      ['reasoning', 'ports.'],
      ['text', 'Hi'],
    ])
    assert.deepEqual(decode(outcome.response).messages, [
      { role: 'assistant', content: 'Hi', reasoning: 'Two ports.', reasoning_content: 'Two ports.' },
    ])
  })

  it('puts `reasoning_details` together as they were: text grows, signatures and other kinds stay', () => {
    const detail = (fields: object) => chunk({ reasoning_details: [fields] })
    const { messages } = listen(
      detail({ type: 'reasoning.text', text: 'Two ', format: 'x-1', index: 0 }),
      detail({ type: 'reasoning.text', text: 'ports.', format: 'x-1', index: 0 }),
      detail({ type: 'reasoning.text', signature: 'sig', format: 'x-1', index: 0 }),
      detail({ type: 'reasoning.encrypted', data: 'abc', id: 'r1', index: 1 }),
      chunk({ content: 'Hi' }, 'stop'),
    )
    assert.deepEqual(messages[0]?.['reasoning_details'], [
      { type: 'reasoning.text', text: 'Two ports.', format: 'x-1', index: 0, signature: 'sig' },
      { type: 'reasoning.encrypted', data: 'abc', id: 'r1', index: 1 },
    ])
  })

  it('keeps what a server adds to a call', () => {
    const extra_content = { google: { thought_signature: 's' } }
    const { calls, messages } = listen(
      pieces(piece(0, { id: 'a', type: 'function', extra_content }, { name: 'x', arguments: '{}' })),
      END,
    )
    assert.deepEqual(calls[0]?.echo, { extra_content })
    assert.deepEqual(messages[0]?.['tool_calls'], [{ ...call('a', 'x', '{}'), extra_content }])
  })

  it('tells what is spoken, and puts the sound together', () => {
    const { told, outcome } = hearEvents(openai, [
      chunk({ role: 'assistant', audio: { id: 'audio_1', transcript: 'High ' } }),
      chunk({ audio: { data: 'aGk' } }),
      chunk({ audio: { transcript: 'tide.' } }),
      chunk({ audio: { data: 'ab', expires_at: 7 } }),
      chunk({}, 'stop'),
    ])
    assert.deepEqual(told, [
      ['text', 'High '],
      ['text', 'tide.'],
    ])
    const { messages, text } = decode(outcome.response)
    assert.equal(text, 'High tide.')
    assert.deepEqual(messages[0]?.['audio'], {
      id: 'audio_1',
      transcript: 'High tide.',
      data: 'aGkab',
      expires_at: 7,
    })
  })

  it('puts a refusal together', () => {
    const { finish, problems } = listen(
      chunk({ refusal: 'I ' }),
      chunk({ refusal: 'cannot.' }),
      chunk({}, 'stop'),
    )
    assert.equal(finish, 'blocked')
    assert.equal(problems[0]?.message, 'The model refused: I cannot.')
  })

  it('drops the calls of a filtered answer', () => {
    const { calls, problems } = whole(
      pieces(piece(0, { id: 'a' }, { name: 'x', arguments: '{}' })),
      chunk({}, 'content_filter'),
    )
    assert.deepEqual(calls, [])
    assert.equal(problems[0]?.code, 'RESPONSE_BLOCKED')
  })

  it('marks a call that the token limit cut, and never tells its end', () => {
    const start = pieces(piece(0, { id: 'a' }, { name: 'x', arguments: '{"p":"O' }))
    const { told } = hearEvents(openai, [start, chunk({}, 'length')])
    assert.equal(
      told.some(([kind]) => kind === 'end'),
      false,
    )
    const { calls, finish } = whole(start, chunk({}, 'length'), DONE)
    assert.deepEqual([calls[0]?.truncated, calls[0]?.arguments, finish], [true, '{"p":"O', 'length'])
  })

  it('marks the call in which a stream stopped', () => {
    const first = piece(0, { id: 'a' }, { name: 'x', arguments: '{}' })
    const { calls, problems } = whole(pieces(first, piece(1, { id: 'b' }, { name: 'y', arguments: '' })))
    assert.deepEqual(
      calls.map(({ truncated }) => truncated),
      [undefined, true],
    )
    assert.ok(codesOf({ problems }).includes('STREAM_CUT'))
  })

  it('reports an error in the stream, and trusts no call before it', () => {
    const errors = [
      { error: { message: 'Overloaded' } },
      { error: { message: 'Overloaded' }, choices: [{ index: 0, delta: {}, finish_reason: 'error' }] },
      { choices: [{ index: 0, delta: {}, error: { message: 'Overloaded' }, finish_reason: 'error' }] },
    ]
    for (const error of errors) {
      const { calls, finish, problems } = whole(
        pieces(piece(0, { id: 'a' }, { name: 'x', arguments: '' })),
        error,
        DONE,
      )
      assert.equal(finish, 'error')
      assert.equal(problems[0]?.message, 'OpenAI answered with an error: Overloaded')
      assert.equal(calls[0]?.truncated, true)
    }
    assert.equal(whole({ error: { message: 'Overloaded' } }).finish, 'error')
  })

  it('has ended only when it says so', () => {
    const ended = (...events: unknown[]) => hearEvents(openai, events).outcome.ended
    const text = chunk({ content: 'Hi' })
    assert.equal(ended(), false)
    assert.equal(ended(text), false)
    assert.equal(ended(text, DONE), true)
    assert.equal(ended(text, { choices: [], usage: { prompt_tokens: 1 } }), true)
    assert.equal(ended(chunk({ content: 'Hi' }, null, { usage: {} }), chunk({}, null, { usage: {} })), false)
    assert.equal(ended(chunk({ content: 'Hi' }, 'stop')), true)
  })

  it('reports a stream of another make, and never throws', () => {
    const odd = [null, 1, 'x', [], {}, { choices: 3 }, { choices: [null, 1, {}] }, chunk({ tool_calls: [0] })]
    assert.doesNotThrow(() => whole(...odd))
    const foreign = whole({
      type: 'message_start',
      message: { role: 'assistant', content: [], type: 'message' },
    })
    assert.deepEqual(codesOf(foreign).slice(0, 1), ['RESPONSE_UNREADABLE'])
  })
})
