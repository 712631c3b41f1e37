import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { gemini } from '../../../src/providers/gemini.ts'
import type { AssembledResponse } from '../../../src/providers/provider-format.ts'
import type { DeltaSink } from '../../../src/providers/stream/stream-delta.ts'
import { createValueBuilder } from '../../../src/providers/stream/value-builder.ts'

interface Assembled extends AssembledResponse {
  readonly told: readonly unknown[][]
  /** What the deltas give when applied in order. */
  readonly values: readonly unknown[]
  readonly parts: unknown
  readonly args: readonly unknown[]
}

function assemble(events: readonly unknown[]): Assembled {
  const told: unknown[][] = []
  const builders: ReturnType<typeof createValueBuilder>[] = []
  const note =
    (kind: string) =>
    (...facts: unknown[]) =>
      void told.push([kind, ...facts])
  const sink: DeltaSink = {
    text: note('text'),
    reasoning: note('reasoning'),
    callStart: note('start'),
    callArguments: note('arguments'),
    callValue(index, change) {
      assert.ok((builders[index] ??= createValueBuilder()).apply(change))
    },
    callEnd: note('end'),
    reset: note('reset'),
  }
  const assembler = gemini.createAssembler()
  for (const event of events) assembler.push(event, sink)
  const assembled = assembler.end()
  const { messages, calls } = gemini.decode(assembled.response)
  return {
    ...assembled,
    told,
    values: builders.map((builder) => builder.value()),
    parts: messages[0]?.['parts'],
    args: calls.map((call) => call.arguments),
  }
}

const chunk = (parts: readonly unknown[], facts: object = {}) => ({
  candidates: [{ content: { role: 'model', parts }, ...facts }],
})
const callChunk = (functionCall: object, facts: object = {}) => chunk([{ functionCall }], facts)
const stop = { finishReason: 'STOP' }
const started = callChunk({ name: 'book', willContinue: true })
const pieces = (...partialArgs: object[]) => callChunk({ partialArgs, willContinue: true })
const ended = callChunk({}, stop)

describe('streams of Gemini', () => {
  it('puts partial arguments together', () => {
    const file = new URL('../../fixtures/providers/gemini/partial-arguments.json', import.meta.url)
    const assembled = assemble(JSON.parse(readFileSync(file, 'utf8')) as unknown[])
    const args = {
      guest: { name: 'Ada L.' },
      nights: [{ price: 80.5, paid: false }],
      'odd key': null,
    }
    assert.deepEqual(assembled.args, [args, undefined])
    assert.deepEqual(assembled.values, [args, {}])
    assert.deepEqual(assembled.parts, [
      { functionCall: { name: 'book', args }, thoughtSignature: 'c2lnLTE=' },
      { functionCall: { name: 'now' } },
    ])
    assert.deepEqual(assembled.told, [
      ['start', 0, undefined, 'book'],
      ['end', 0],
      ['start', 1, undefined, 'now'],
      ['end', 1],
    ])
    assert.deepEqual([assembled.problems, assembled.unfinished, assembled.ended], [[], [], true])
  })

  it('tells the values of a call that came whole', () => {
    const args = { a: [1, { b: 'x' }], c: {}, d: [], e: '', f: null }
    const assembled = assemble([callChunk({ id: 'q1', name: 'book', args }, stop)])
    assert.deepEqual(assembled.values, [args])
    assert.deepEqual(assembled.parts, [{ functionCall: { id: 'q1', name: 'book', args } }])
  })

  it('joins text and thoughts, and leaves every signature where it was', () => {
    const { parts, told } = assemble([
      chunk([{ text: 'think ', thought: true }]),
      chunk([{ text: 'more', thought: true }]),
      chunk([{ text: 'He' }]),
      chunk([{ text: 'llo' }]),
      chunk([{ text: ' there', thoughtSignature: 'c2lnLTE=' }]),
      chunk([{ text: '!' }]),
      chunk([{ text: '', thoughtSignature: 'c2lnLTI=' }], stop),
    ])
    assert.deepEqual(parts, [
      { text: 'think more', thought: true },
      { text: 'Hello' },
      { text: ' there', thoughtSignature: 'c2lnLTE=' },
      { text: '!' },
      { text: '', thoughtSignature: 'c2lnLTI=' },
    ])
    assert.deepEqual(
      told.map(([kind]) => kind),
      ['reasoning', 'reasoning', 'text', 'text', 'text', 'text'],
    )
  })

  it('keeps parts of other kinds as they came', () => {
    const code = { executableCode: { language: 'PYTHON', code: 'print(1)' } }
    assert.deepEqual(assemble([chunk([{ text: 'a' }, code, { text: 'b' }], stop)]).parts, [
      { text: 'a' },
      code,
      { text: 'b' },
    ])
  })

  it('ends a call without a terminal part at the next named call and at the finish reason', () => {
    const price = { jsonPath: '$.price', numberValue: 3 }
    const assembled = assemble([started, pieces(price), started, pieces(price), chunk([], stop)])
    assert.deepEqual(assembled.args, [{ price: 3 }, { price: 3 }])
    assert.deepEqual(assembled.unfinished, [])
    assert.deepEqual(
      assembled.told.map(([kind, index]) => [kind, index]),
      [
        ['start', 0],
        ['end', 0],
        ['start', 1],
        ['end', 1],
      ],
    )
  })

  it('does not trust a text that was to go on when the call ends without being told', () => {
    const open = pieces({ jsonPath: '$.name', stringValue: 'Ad', willContinue: true })
    assert.deepEqual(assemble([started, open, chunk([], stop)]).unfinished, [0])
    assert.deepEqual(assemble([started, open, started, ended]).unfinished, [0])
    assert.deepEqual(assemble([started, open, ended]).unfinished, [])
  })

  it('is over when the reason is a number, and not while it is unspecified', () => {
    assert.equal(assemble([chunk([{ text: 'a' }], { finishReason: 1 })]).ended, true)
    const open = chunk([{ text: 'a' }], { finishReason: 'FINISH_REASON_UNSPECIFIED' })
    assert.equal(assemble([open]).ended, false)
  })

  it('leaves a call unfinished that the token limit, an error or the end of the stream cut', () => {
    const price = pieces({ jsonPath: '$.price', numberValue: 3 })
    assert.deepEqual(assemble([started, price, chunk([], { finishReason: 'MAX_TOKENS' })]).unfinished, [0])
    assert.deepEqual(assemble([started, price, { error: { code: 503, message: 'busy' } }]).unfinished, [0])
    const cut = assemble([started, price])
    assert.deepEqual([cut.unfinished, cut.ended], [[0], false])
  })

  it('ignores the end of a call that is over', () => {
    const assembled = assemble([callChunk({ name: 'now' }), callChunk({}), callChunk({}, stop)])
    assert.equal(assembled.args.length, 1)
  })

  it('keeps arguments that never had a name', () => {
    const assembled = assemble([callChunk({ args: { a: 1 } }, stop)])
    assert.deepEqual(assembled.args, [{ a: 1 }])
    assert.equal(gemini.decode(assembled.response).calls[0]?.name, undefined)
  })

  it('takes pieces of two texts in turns', () => {
    const assembled = assemble([
      started,
      pieces({ jsonPath: '$.a', stringValue: '1', willContinue: true }),
      pieces({ jsonPath: '$.b', stringValue: '2', willContinue: true }),
      pieces({ jsonPath: '$.a', stringValue: '3' }, { jsonPath: '$.b', stringValue: '4' }),
      ended,
    ])
    assert.deepEqual(assembled.args, [{ a: '13', b: '24' }])
    assert.deepEqual(assembled.values, [{ a: '13', b: '24' }])
  })

  it('writes own properties only, whatever they are called', () => {
    const assembled = assemble([
      started,
      pieces(
        { jsonPath: '$.__proto__.polluted', boolValue: true },
        { jsonPath: '$.constructor.prototype.polluted', boolValue: true },
      ),
      ended,
    ])
    const expected = JSON.parse(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    ) as unknown
    assert.deepEqual(assembled.args, [expected])
    assert.equal(Object.getPrototypeOf(assembled.args[0]), Object.prototype)
    assert.equal(({} as { polluted?: boolean }).polluted, undefined)
  })

  const refused: readonly [string, object[]][] = [
    ['a path that is none', [{ jsonPath: '$..a', numberValue: 1 }]],
    ['no path', [{ numberValue: 1 }]],
    ['no value', [{ jsonPath: '$.a' }]],
    ['an index far out', [{ jsonPath: '$.a[4000000]', numberValue: 1 }]],
    ['a list as the whole', [{ jsonPath: '$[0]', numberValue: 1 }]],
    [
      'a number sent twice',
      [
        { jsonPath: '$.a', numberValue: 1 },
        { jsonPath: '$.a', numberValue: 2 },
      ],
    ],
    [
      'a place inside of a number',
      [
        { jsonPath: '$.a', numberValue: 1 },
        { jsonPath: '$.a.b', numberValue: 2 },
      ],
    ],
    [
      'an object that becomes a list',
      [
        { jsonPath: '$.a.b', numberValue: 1 },
        { jsonPath: '$.a[0]', numberValue: 2 },
      ],
    ],
    [
      'a text that was over',
      [
        { jsonPath: '$.a', stringValue: 'x' },
        { jsonPath: '$.b', numberValue: 1 },
        { jsonPath: '$.a', stringValue: 'y' },
      ],
    ],
  ]
  for (const [what, partialArgs] of refused) {
    it(`lets no call run with ${what}`, () => {
      const assembled = assemble([started, pieces(...partialArgs), ended])
      assert.deepEqual(assembled.unfinished, [0])
      assert.deepEqual(
        assembled.problems.map(({ code, path }) => [code, path]),
        [['CALL_INVALID', 'calls[0].arguments']],
      )
    })
  }

  it('reads chunks in the envelope of Code Assist, in a list, and of the first candidate only', () => {
    const other = { candidates: [{ index: 1, content: { parts: [{ text: 'other' }] } }] }
    const assembled = assemble([{ response: chunk([{ text: 'a' }]) }, other, [chunk([{ text: 'b' }], stop)]])
    assert.deepEqual(assembled.parts, [{ text: 'ab' }])
  })

  it('takes the last count of tokens', () => {
    const { response } = assemble([
      { ...chunk([{ text: 'a' }]), usageMetadata: { promptTokenCount: 5 } },
      { ...chunk([], stop), usageMetadata: { candidatesTokenCount: 2, totalTokenCount: 7 } },
    ])
    assert.deepEqual(gemini.decode(response).usage, { inputTokens: 5, outputTokens: 2, totalTokens: 7 })
  })

  it('reports an error on the way, and what is no chunk once', () => {
    const assembled = assemble([
      chunk([{ text: 'a' }]),
      { error: { code: 503, status: 'UNAVAILABLE', message: 'busy' } },
    ])
    const decoded = gemini.decode(assembled.response)
    assert.deepEqual(
      [decoded.text, decoded.finish, decoded.problems[0]?.code],
      ['a', 'error', 'PROVIDER_ERROR'],
    )
    const junk = assemble([null, 'x', {}, { choices: [] }, 7])
    assert.deepEqual(
      junk.problems.map(({ code }) => code),
      ['RESPONSE_UNREADABLE'],
    )
  })

  it('gives any arguments back that are sent in pieces, as value and as deltas', () => {
    const key = fc.string({ minLength: 0, maxLength: 6 })
    fc.assert(
      fc.property(
        fc.dictionary(
          key,
          fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
          { noNullPrototype: true },
        ),
        (args) => {
          const events = Object.entries(args).flatMap(([name, value]) => {
            const jsonPath = `$[${JSON.stringify(name)}]`
            if (typeof value === 'number') return [pieces({ jsonPath, numberValue: value })]
            if (typeof value === 'boolean') return [pieces({ jsonPath, boolValue: value })]
            return [
              ...Array.from(value, (letter) => pieces({ jsonPath, stringValue: letter, willContinue: true })),
              pieces({ jsonPath, stringValue: '' }),
            ]
          })
          const assembled = assemble([started, ...events, ended])
          assert.deepEqual(assembled.args, [args])
          assert.deepEqual(assembled.values, [args])
        },
      ),
      { numRuns: 60 },
    )
  })
})
