import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool, type JsonSchema, provider } from '../../src/index.ts'
import { fastestMs } from '../fastest-ms.ts'

// Streams in which each event would cost as much as all before it, unless care is taken: a minute and more at this size
// when it is not, a tenth of a second when it is.
const EVENTS = 16_000
const ENOUGH_MS = 500
const LIMIT_MS = 2_500

interface HostileStream {
  readonly what: string
  readonly id: string
  /** @default 16_000 */
  readonly events?: number
  event(index: number): unknown
  /** What comes after all of these. */
  readonly last?: unknown
}

const chat = (delta: object): object => ({ choices: [{ index: 0, delta, finish_reason: null }] })
const chatCall = (piece: object): object => chat({ tool_calls: [piece] })
const gemini = (candidate: object): object => ({ candidates: [candidate] })
const geminiCall = (functionCall: object): object => gemini({ content: { parts: [{ functionCall }] } })
const response = (type: string, fields: object): object => ({ type: `response.${type}`, ...fields })
const MANY_EVENTS = 80_000
const repeated = (item: object): object[] => Array.from({ length: MANY_EVENTS }, () => item)
const call = (index: number): object => ({ id: `c${index}`, name: 'now' })

const STREAMS: readonly HostileStream[] = [
  {
    what: 'calls that never end',
    id: 'anthropic',
    events: MANY_EVENTS,
    event: (index) => ({
      type: 'content_block_start',
      index,
      content_block: { type: 'tool_use', ...call(index) },
    }),
  },
  {
    what: 'calls before an error',
    id: 'openai',
    event: (index) => chatCall({ index, id: `c${index}`, function: { name: 'now', arguments: '{' } }),
    last: { error: { message: 'overloaded' } },
  },
  {
    what: 'arguments with the name in each piece',
    id: 'openai',
    event: () => chatCall({ index: 0, id: 'c1', function: { name: 'now', arguments: `{${'x'.repeat(60)}` } }),
  },
  {
    what: 'details of the reasoning with ever new fields',
    id: 'openai',
    event: (index) => chat({ reasoning_details: [{ index: 0, type: 'text', [`field${index}`]: 'x' }] }),
  },
  {
    what: 'thoughts with ever new fields',
    id: 'mistral',
    event: (index) => chat({ content: [{ type: 'thinking', thinking: 'x', [`field${index}`]: 1 }] }),
  },
  {
    what: 'ever new counts of tokens',
    id: 'gemini',
    event: (index) => ({ usageMetadata: { [`count${index}`]: index } }),
  },
  { what: 'ever new facts', id: 'gemini', event: (index) => gemini({ [`fact${index}`]: index }) },
  {
    what: 'calls that go on when the next one begins',
    id: 'gemini',
    event: (index) =>
      geminiCall({
        name: `now${index}`,
        willContinue: true,
        partialArgs: [{ jsonPath: '$.a', stringValue: 'x', willContinue: true }],
      }),
  },
  {
    what: 'ever new counts of tokens',
    id: 'anthropic',
    event: (index) => ({
      type: 'message_delta',
      delta: { [`fact${index}`]: 1 },
      usage: { [`count${index}`]: 1 },
    }),
  },
  {
    what: 'ever new parts of one text',
    id: 'openai-responses',
    event: (index) =>
      response(index % 2 === 0 ? 'output_text.delta' : 'output_text.done', {
        output_index: 0,
        content_index: index >> 1,
        delta: 'x'.repeat(100),
        text: 'x'.repeat(400),
      }),
  },
  {
    what: 'messages that are something else in the end',
    id: 'openai-responses',
    events: MANY_EVENTS,
    event: (output_index) => response('output_item.added', { output_index, item: { type: 'message' } }),
    last: response('completed', { response: { output: repeated({ type: 'reasoning', summary: [] }) } }),
  },
]

function accumulate({ id, events = EVENTS, event, last }: HostileStream): void {
  const accumulator = provider(id).accumulator()
  for (let index = 0; index < events; index++) accumulator.push(event(index))
  if (last !== undefined) accumulator.push(last)
  accumulator.end()
}

describe('the cost of an answer grows with its length', () => {
  it('when the schema leaves it open at each level which branch is meant', () => {
    const branch = (maxLength: number): JsonSchema => ({
      type: 'object',
      properties: { left: { $ref: '#/$defs/node' }, note: { type: 'string', maxLength } },
      required: ['left'],
      additionalProperties: false,
    })
    const { definition } = defineTool({
      name: 'grow',
      description: 'Grows a tree',
      input: {
        type: 'object',
        properties: { tree: { $ref: '#/$defs/node' } },
        required: ['tree'],
        additionalProperties: false,
        $defs: { node: { anyOf: [branch(3), branch(4), branch(5), { type: 'string' }] } },
      },
      run: () => 'grown',
    })
    const turn = provider('openai').prepare([definition], { strict: true })
    let tree: unknown = 'leaf'
    for (let depth = 0; depth < 20; depth++) tree = { left: tree, note: null }
    const toolCalls = Array.from({ length: 200 }, (_, index) => ({
      id: `c${index}`,
      type: 'function',
      function: { name: 'grow', arguments: JSON.stringify({ tree }) },
    }))
    const answer = { choices: [{ message: { role: 'assistant', tool_calls: toolCalls } }] }
    // A third of a second for each call otherwise.
    const ms = fastestMs(() => turn.decode(answer), LIMIT_MS, 3)
    assert.ok(ms < LIMIT_MS, `${Math.round(ms)} ms`)
  })
})

describe('the cost of a stream grows with its length alone', () => {
  for (const stream of STREAMS) {
    it(`of ${stream.what}: ${stream.id}`, () => {
      const ms = fastestMs(() => accumulate(stream), ENOUGH_MS, 3)
      assert.ok(ms < LIMIT_MS, `${Math.round(ms)} ms`)
    })
  }

  it('of a name in pieces, and the name stays within bounds', () => {
    const accumulator = provider('openai').accumulator()
    for (let index = 0; index < EVENTS; index++) {
      accumulator.push(chatCall({ index: 0, function: { name: `piece${index}` } }))
    }
    const [named] = accumulator.end().calls
    assert.ok((named?.name.length ?? 0) < 1_100)
  })

  it('of arguments that come whole, however deep their values are', () => {
    let args: unknown = Array.from({ length: 300_000 }, () => 0)
    for (let depth = 0; depth < 490; depth++) args = [args]
    const accumulator = provider('gemini').accumulator()
    const ms = fastestMs(() => accumulator.push(geminiCall({ name: 'now', args: { args } })), ENOUGH_MS, 1)
    assert.ok(ms < LIMIT_MS, `${Math.round(ms)} ms`)
    const [deep] = accumulator.end().calls
    assert.equal(deep?.arguments.length, 600_000 - 1 + 2 * 491 + '{"args":}'.length)
  })

  it('of lists too long to be the arguments of a function', () => {
    const results = Array.from({ length: 300_000 }, () => ({ text: 'x' }))
    const bedrock = provider('bedrock').accumulator()
    bedrock.push({ contentBlockDelta: { contentBlockIndex: 0, delta: { toolResult: results } } })
    assert.deepEqual(
      bedrock.end().problems.map(({ code }) => code),
      ['STREAM_CUT'],
    )
  })

  it('of closing events that contradict the stream: said once', () => {
    const accumulator = provider('openai-responses').accumulator()
    const item = { type: 'function_call', call_id: 'c1', name: 'now' }
    accumulator.push(response('output_item.added', { output_index: 0, item }))
    for (let event = 0; event < 100; event++) {
      accumulator.push(response('completed', { response: { output: [{ type: 'message', content: [] }] } }))
    }
    const { problems } = accumulator.end()
    assert.equal(problems.filter(({ path }) => path === 'calls').length, 1)
  })
})
