import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { defineTool } from '../../src/author/define-tool.ts'
import { fail, succeed } from '../../src/results/create-result.ts'
import type { ToolResult } from '../../src/results/tool-result.ts'
import type { Decoded } from '../../src/providers/decoded.ts'
import { createValueBuilder } from '../../src/providers/stream/value-builder.ts'
import { prepareTurn } from '../../src/providers/turn/prepare-turn.ts'
import type { ProviderFormat } from '../../src/providers/provider-format.ts'
import { fieldsOf, textOf } from '../../src/providers/wire/read-fields.ts'
import type { JsonObject } from '../../src/schema/json-schema.ts'
import type { ToolDefinition } from '../../src/define/tool-definition.ts'
import type { AnswerScript, AnswerWriter } from '../fixtures/providers/answer-writers.ts'

const DEFINITIONS = [
  defineTool({
    name: 'get_tide',
    description: 'Tide at a port',
    input: {
      type: 'object',
      properties: { port: { type: 'string' }, days: { type: 'integer', minimum: 1 } },
      required: ['port'],
      additionalProperties: false,
    },
    run: () => null,
  }).definition,
  defineTool({
    name: 'now',
    description: 'The time',
    input: { type: 'object', properties: {} },
    run: () => null,
  }).definition,
]

const aCall = fc.record({
  id: fc.stringMatching(/^[a-zA-Z0-9]{9}$/),
  name: fc.constantFrom('get_tide', 'now', 'unheard_of'),
  arguments: fc
    .dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }), {
      maxKeys: 4,
      noNullPrototype: true,
    })
    .map((value) => JSON.stringify(value)),
})

const someCalls = fc.uniqueArray(aCall, { maxLength: 4, selector: ({ id }) => id })
const aText = fc.string({ unit: 'grapheme', maxLength: 40 })

const GARBAGE: readonly unknown[] = [
  null,
  undefined,
  0,
  '',
  '   ',
  'null',
  '<!doctype html><html><body>502 Bad Gateway</body></html>',
  '{"choices":',
  '[]',
  [],
  {},
  { choices: [null] },
  { candidates: [{ content: null }] },
  { content: [null, { type: 'tool_use' }] },
  { output: [null, 1, { type: 'function_call' }] },
  { message: { tool_calls: [null, {}, { function: null }] } },
  { error: { message: 'overloaded', code: 529 } },
  { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
  '['.repeat(100_000),
  JSON.parse('{"__proto__":{"choices":[]},"constructor":{"prototype":{}}}'),
]

/** What every provider format must do. `writer` writes answers of the provider by hand. */
export function describeProviderFormat(format: ProviderFormat, writer: AnswerWriter): void {
  const turn = prepareTurn(format, DEFINITIONS)
  const accumulate = (events: readonly unknown[]): Decoded => {
    const accumulator = turn.accumulator()
    for (const event of events) accumulator.push(event)
    return accumulator.end()
  }
  const scripts = fc
    .record({ text: writer.oneCallOnly === true ? fc.constant('') : aText, calls: someCalls })
    .filter(({ text, calls }) =>
      writer.oneCallOnly === true ? calls.length === 1 : text !== '' || calls.length > 0,
    )

  describe(`the format of ${format.title}`, () => {
    it('has an id in lower case and says what it can do', () => {
      assert.match(format.id, /^[a-z][a-z0-9-]*$/)
      assert.equal(writer.id, format.id)
      assert.ok(format.title.length > 2)
      assert.equal(format.capabilities.strict, format.dialects.strict !== undefined)
    })

    it('takes every name of a registry as it is', () => {
      for (const name of ['a', 'get_weather', `a${'_b1'.repeat(21)}`]) {
        assert.ok(format.names.pattern.test(name) && name.length <= format.names.maxLength, name)
      }
    })

    it('writes each tool with its name, description and schema', () => {
      const text = turn.toolsJson
      for (const { name, description } of DEFINITIONS) {
        assert.ok(text.includes(JSON.stringify(name)), name)
        assert.ok(text.includes(description), name)
      }
      assert.ok(text.includes('"port"'))
    })

    it('writes the same text from pieces as at once, with every option', () => {
      for (const options of [{}, { cache: true }, { strict: true }, { defer: ['now'] }]) {
        const prepared = prepareTurn(format, DEFINITIONS, options)
        assert.equal(prepared.toolsJson, JSON.stringify(prepared.tools))
      }
    })

    it('puts the tools into the request, and nothing into it that JSON cannot hold', () => {
      for (const toolChoice of ['auto', 'none', 'required', { tool: 'get_tide' }] as const) {
        for (const parallel of [undefined, true, false]) {
          const { request, tools } = prepareTurn(format, DEFINITIONS, { toolChoice, parallel })
          assert.deepEqual(JSON.parse(JSON.stringify(request)), request)
          if (tools !== undefined) assert.ok(JSON.stringify(request).includes('get_tide'))
        }
      }
    })

    it('sends no tools, or forbids them, when none may be called', () => {
      const { tools, request } = prepareTurn(format, DEFINITIONS, { toolChoice: 'none' })
      if (format.capabilities.noneChoice) assert.match(JSON.stringify(request), /none/i)
      else assert.equal(tools, undefined)
    })

    it('reads back every call, its text and the reason', () => {
      fc.assert(
        fc.property(scripts, (script) => {
          assertReads(writer, script, turn.decode(writer.whole(script)))
          assertReads(writer, script, turn.decode(JSON.stringify(writer.whole(script))))
        }),
        { numRuns: 60 },
      )
    })

    it('reads a stream, split anywhere, as it reads the whole answer', () => {
      fc.assert(
        fc.property(scripts, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (script, sizes) => {
          const events = writer.events(script, (text) => split(text, () => sizes.next().value ?? 1))
          assertReads(writer, script, accumulate(events))
        }),
        { numRuns: 60 },
      )
    })

    it('tells deltas that give the final arguments when applied in order', () => {
      fc.assert(
        fc.property(scripts, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (script, sizes) => {
          const accumulator = turn.accumulator({ partial: true })
          const builders = script.calls.map(() => createValueBuilder())
          let text = ''
          for (const event of writer.events(script, (given) => split(given, () => sizes.next().value ?? 1))) {
            for (const delta of accumulator.push(event)) {
              if (delta.type === 'text') text += delta.text
              if (delta.type === 'value') builders[delta.index]?.apply(delta.change)
            }
          }
          const inputs = builders.map((_, index) => accumulator.partial(index))
          assert.equal(text, script.text)
          const { calls } = accumulator.end()
          if (!writer.hasPieces) return
          for (const [index, call] of calls.entries()) {
            assert.deepEqual(builders[index]?.value(), JSON.parse(call.arguments))
            assert.deepEqual(inputs[index], JSON.parse(call.arguments))
          }
        }),
        { numRuns: 40 },
      )
    })

    it('never lets a call run that the token limit cut', () => {
      if (writer.oneCallOnly === true) return
      const whole = { id: 'abcdefgh1', name: 'now', arguments: '{}' }
      const half = { id: 'abcdefgh2', name: 'get_tide', arguments: '{"port":"Ob' }
      const script: AnswerScript = { text: 'Looking.', calls: [whole, half], end: 'cut' }
      for (const decoded of [
        turn.decode(writer.whole(script)),
        accumulate(writer.events(script, (text) => [text])),
      ]) {
        assert.equal(decoded.finish, 'length')
        assert.deepEqual(
          decoded.calls.map(({ truncated }) => truncated === true),
          [false, true],
        )
        assert.equal(decoded.calls[1]?.problem?.code, 'ARGUMENTS_TRUNCATED')
      }
    })

    it('gives no call of an answer that was blocked', () => {
      const script: AnswerScript = {
        text: '',
        calls: [{ id: 'abcdefgh1', name: 'now', arguments: '{}' }],
        end: 'blocked',
      }
      const decoded = turn.decode(writer.whole(script))
      if (decoded.finish === 'blocked') assert.deepEqual(decoded.calls, [])
    })

    it('keeps malformed arguments as they came', () => {
      if (!writer.sendsText) return
      const script = { text: '', calls: [{ id: 'abcdefgh1', name: 'get_tide', arguments: '{port: Oban}' }] }
      for (const decoded of [
        turn.decode(writer.whole(script)),
        accumulate(writer.events(script, (text) => [text])),
      ]) {
        const [call] = decoded.calls
        assert.equal(call?.arguments, '{port: Oban}')
        assert.deepEqual(call?.input, { _raw: '{port: Oban}' })
        assert.equal(call?.problem?.code, 'ARGUMENTS_NOT_JSON')
      }
    })

    it('takes no arguments for an empty object', () => {
      if (!writer.sendsText) return
      const script = { text: '', calls: [{ id: 'abcdefgh1', name: 'now', arguments: '' }] }
      const [call] = turn.decode(writer.whole(script)).calls
      assert.deepEqual([call?.arguments, call?.problem], ['{}', undefined])
    })

    it('says what is wrong with anything that is no answer, and never throws', () => {
      for (const garbage of GARBAGE) {
        const decoded = turn.decode(garbage)
        assert.equal(typeof decoded.text, 'string')
        for (const problem of decoded.problems) assert.ok(problem.message.length > 10)
      }
      for (const page of ['', '<!doctype html><html></html>', null]) {
        const [problem] = turn.decode(page).problems
        assert.equal(problem?.code, 'RESPONSE_UNREADABLE', String(page))
      }
      assert.equal(turn.decode('['.repeat(100_000)).problems[0]?.code, 'RESPONSE_TOO_LARGE')
    })

    it('never throws on any event, and says that a stream of nothing was cut', () => {
      for (const garbage of GARBAGE) assert.doesNotThrow(() => accumulate([garbage]))
      assert.ok(accumulate([]).problems.length > 0)
    })

    it('survives any JSON value as an answer and as an event', () => {
      fc.assert(
        fc.property(fc.jsonValue(), (value) => {
          turn.decode(value)
          accumulate([value, value])
        }),
        { numRuns: 100 },
      )
    })

    it('answers every call, in order, with its text, its failure and its id', () => {
      const script = {
        text: '',
        calls: [
          { id: 'abcdefgh1', name: 'get_tide', arguments: '{"port":"Oban"}' },
          { id: 'abcdefgh2', name: 'now', arguments: '{}' },
        ].slice(0, writer.oneCallOnly === true ? 1 : 2),
      }
      const { calls } = turn.decode(writer.whole(script))
      const results: ToolResult[] = calls.map((call, index) =>
        index === 0
          ? succeed(call, { type: 'json', value: { height_m: 3.2 } })
          : fail(call, { code: 'EXECUTE_FAILED', message: 'clock stopped', retryable: false }),
      )
      const text = JSON.stringify(turn.encodeResults(results))
      assert.match(text, /height_m/)
      assert.deepEqual(JSON.parse(text), turn.encodeResults(results))
      if (writer.oneCallOnly === true) return
      assert.ok(text.indexOf('height_m') < text.indexOf('clock stopped'))
      if (!format.capabilities.errorFlag) assert.match(text, /Error: clock stopped/)
      for (const { id } of script.calls) assert.ok(text.includes(id), id)
    })

    it('gives the answer itself back unchanged, for the history', () => {
      if (writer.oneCallOnly === true) return
      const script = {
        text: 'Looking.',
        calls: [{ id: 'abcdefgh1', name: 'get_tide', arguments: '{"port":"Oban"}' }],
      }
      const fromWhole = turn.decode(writer.whole(script)).messages
      const fromStream = accumulate(writer.events(script, (text) => split(text, () => 4))).messages
      assert.ok(fromWhole.length > 0)
      for (const messages of [fromWhole, fromStream]) {
        const text = JSON.stringify(messages)
        for (const piece of ['Looking.', 'get_tide', 'Oban', 'abcdefgh1'])
          assert.ok(text.includes(piece), piece)
      }
    })

    if (format.chat !== undefined) {
      it('reads back the calls that it writes, under any names and in every form of the schema', () => {
        const tools = ROUND_TRIP_NAMES.map((name) => defineRoundTripTool(name))
        const someTools = fc.uniqueArray(fc.constantFrom(...ROUND_TRIP_NAMES), { minLength: 1, maxLength: 4 })
        const property = fc.property(
          someTools,
          anInput,
          fc.boolean(),
          aText,
          (names, input, strict, content) => {
            const prepared = prepareTurn(format, tools, { strict })
            const calls = names.map((name, index) => ({
              id: `abcdefgh${index}`,
              name,
              arguments: JSON.stringify(input),
            }))
            const request = prepared.encodeRequest({
              model: 'model-1',
              stream: false,
              messages: [
                { role: 'user', content: 'Go on.' },
                { role: 'assistant', content, calls },
              ],
            })
            const decoded = prepared.decode(JSON.parse(JSON.stringify(assistantIn(request))))
            assert.deepEqual(
              decoded.calls.map(({ name, input: given, problem }) => ({ name, input: given, problem })),
              names.map((name) => ({ name, input, problem: undefined })),
            )
          },
        )
        fc.assert(property, { numRuns: 60 })
      })

      it('writes a whole request from a transcript of its own and of another provider', () => {
        const call = { id: 'abcdefgh1', name: 'get_tide', arguments: '{"port":"Oban"}' }
        const script = { text: 'Looking.', calls: [call] }
        const { messages: own, calls } = turn.decode(writer.whole(script))
        const [decoded] = calls
        assert.ok(decoded !== undefined)
        const result = succeed(decoded, { type: 'text', text: 'high at noon' })
        for (const echo of [undefined, { provider: format.id, messages: own }]) {
          const request = turn.encodeRequest({
            model: 'model-1',
            stream: false,
            messages: [
              { role: 'system', content: 'Be brief.' },
              { role: 'user', content: 'When is the tide?' },
              {
                role: 'assistant',
                content: 'Looking.',
                calls: [call],
                ...(echo === undefined ? {} : { echo }),
              },
              { role: 'tool', results: [echo === undefined ? succeed(call, result.content) : result] },
            ],
          })
          const text = JSON.stringify(request)
          const order = ['Be brief.', 'When is the tide?', 'Looking.', 'get_tide', 'high at noon']
          for (const piece of order) assert.ok(text.includes(piece), piece)
          assert.ok(text.includes('"port"'))
        }
      })
    }
  })
}

/** Names as imports bring them; calls may speak of each. */
const ROUND_TRIP_NAMES = ['get_tide', 'files.read', 'files/read', 'Wetter für heute', '天気', 'x'.repeat(200)]

/** Of everything that is sent in another form somewhere: an optional property, a map, a tuple, null, odd names. */
function defineRoundTripTool(name: string): ToolDefinition {
  const { definition } = defineTool({
    name: 'stand_in',
    description: 'A tool',
    input: {
      type: 'object',
      properties: {
        port: { type: 'string' },
        'odd name': { type: 'integer' },
        none: { type: ['string', 'null'] },
        prices: { type: 'object', additionalProperties: { type: 'number' } },
        pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
      },
      required: ['port', 'none'],
      additionalProperties: false,
    },
    run: () => null,
  })
  return { ...definition, name }
}

const anInput = fc.record(
  {
    port: fc.string({ unit: 'grapheme' }),
    'odd name': fc.integer(),
    none: fc.option(fc.string()),
    prices: fc.dictionary(fc.string({ minLength: 1 }), fc.integer(), { maxKeys: 3, noNullPrototype: true }),
    pair: fc.tuple(fc.string(), fc.integer()),
  },
  { requiredKeys: ['port', 'none'], noNullPrototype: true },
)

/** What an assistant did in a request: its message, or, where those are items, its calls. */
function assistantIn(request: JsonObject): unknown {
  const { messages, contents, input } = request
  if (Array.isArray(input)) return input.filter((item) => fieldsOf(item)['type'] === 'function_call')
  return [messages, contents]
    .flat()
    .find((message) => ['assistant', 'model'].includes(textOf(fieldsOf(message)['role']) ?? ''))
}

/** The pieces of a text, never empty ones; surrogate pairs may be split, as providers do not. */
function split(text: string, size: () => number): string[] {
  const characters = Array.from(text)
  const pieces: string[] = []
  while (characters.length > 0) pieces.push(characters.splice(0, size()).join(''))
  return pieces
}

function assertReads(writer: AnswerWriter, script: AnswerScript, decoded: Decoded): void {
  assert.deepEqual(decoded.problems, [])
  if (writer.oneCallOnly !== true) {
    assert.equal(decoded.text, script.text)
    assert.equal(decoded.finish, script.calls.length > 0 ? 'tool_calls' : 'stop')
  }
  assert.deepEqual(
    decoded.calls.map(({ id, name, arguments: args }) => ({ id, name, input: JSON.parse(args) })),
    script.calls.map(({ id, name, arguments: args }) => ({ id, name, input: JSON.parse(args) })),
  )
}
