import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createFrameReader } from '../../src/providers/framing/create-frame-reader.ts'
import { FRAMINGS } from '../../src/providers/framing/framing.ts'
import { listProviders, provider } from '../../src/providers/provider.ts'
import { fastestMs } from '../fastest-ms.ts'
import { ANSWER_WRITERS } from '../fixtures/providers/answer-writers.ts'
import { hostileTexts, needsCorpora } from './corpora.ts'

const PROVIDERS = listProviders()
const BRACKETS = '['.repeat(50_000_000)

describe('hostile answers', () => {
  it('of 50 MB of brackets are refused at once, by every provider', () => {
    for (const id of PROVIDERS) {
      const turn = provider(id)
      assert.equal(turn.decode(BRACKETS).problems[0]?.code, 'RESPONSE_TOO_LARGE', id)
    }
  })

  it('of deep values that a host has parsed are read without a crash', () => {
    let deep: unknown = 'bottom'
    for (let level = 0; level < 20_000; level++) deep = { input: deep, args: [deep] }
    for (const { id, whole } of ANSWER_WRITERS) {
      const answer = JSON.parse(
        JSON.stringify(
          whole({ text: '', calls: [{ id: 'abcdefgh1', name: 'now', arguments: '{"x":"HERE"}' }] }),
        ),
        (_key, value: unknown) => (value === 'HERE' ? deep : value),
      )
      const [call] = provider(id).decode(answer).calls
      if (call !== undefined) assert.equal(typeof call.arguments, 'string')
    }
  })

  it('never reach a prototype, whatever the names of calls and arguments', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      for (const writer of ANSWER_WRITERS) {
        const args = `{"${name}":{"polluted":true}}`
        const script = { text: '', calls: [{ id: name, name, arguments: args }] }
        const accumulator = provider(writer.id).accumulator({ partial: true })
        for (const event of writer.events(script, (text) => Array.from(text))) accumulator.push(event)
        accumulator.partial(0)
        for (const { calls } of [
          accumulator.end(),
          provider(writer.id).decode(JSON.stringify(writer.whole(script))),
        ]) {
          assert.equal(calls[0]?.name, name)
          assert.deepEqual(JSON.parse(calls[0]?.arguments ?? ''), JSON.parse(args))
        }
        assert.equal(({} as { polluted?: boolean }).polluted, undefined)
      }
    }
  })

  it('of Gemini cannot write outside the arguments through a path', () => {
    const paths = [
      '$.__proto__.polluted',
      "$['__proto__']['polluted']",
      '$.constructor.prototype.polluted',
      '$',
      '$..x',
      '$[',
      '$.a[999999999999]',
      'x',
      '',
    ]
    for (const jsonPath of paths) {
      const accumulator = provider('gemini').accumulator({ partial: true })
      accumulator.push(geminiPart({ name: 'now', willContinue: true }))
      accumulator.push(geminiPart({ partialArgs: [{ jsonPath, stringValue: 'yes' }], willContinue: true }))
      accumulator.push(geminiPart({}))
      const { calls } = accumulator.end()
      assert.equal(calls.length, 1)
      assert.equal(({} as { polluted?: string }).polluted, undefined)
    }
  })

  it('with twenty thousand calls are read in time that grows with them', () => {
    const calls = Array.from({ length: 20_000 }, (_, index) => ({
      id: 'same',
      name: 'now',
      arguments: `{"a":${index}}`,
    }))
    for (const writer of ANSWER_WRITERS) {
      if (writer.oneCallOnly === true) continue
      const answer = writer.whole({ text: '', calls })
      assert.ok(fastestMs(() => provider(writer.id).decode(answer), 2_000) < 2_000, writer.id)
    }
  })

  it('made of hostile texts are read as text', needsCorpora, () => {
    const texts = hostileTexts().slice(0, 800)
    for (const writer of ANSWER_WRITERS) {
      for (const text of texts) {
        const decoded = provider(writer.id).decode(
          writer.whole({ text, calls: [{ id: text, name: text, arguments: JSON.stringify({ text }) }] }),
        )
        assert.equal(decoded.calls.length, 1)
      }
    }
  })
})

describe('hostile bodies', () => {
  it('of any bytes are read without a throw, by every framing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 6 }),
        fc.constantFrom(...FRAMINGS),
        (pieces, framing) => {
          const reader = createFrameReader(framing)
          for (const piece of pieces) reader.push(piece)
          reader.end()
        },
      ),
    )
  })

  it('past the limit give one problem and nothing more', () => {
    for (const framing of FRAMINGS) {
      const reader = createFrameReader(framing, { maxBodyBytes: 1_000, maxEventBytes: 500 })
      const line = new TextEncoder().encode(`data: ${JSON.stringify({ x: 'y'.repeat(100) })}\n\n`)
      const frames = Array.from({ length: 50 }, () => reader.push(line)).flat()
      frames.push(...reader.end())
      const problems = frames.filter((frame) => !frame.ok)
      assert.ok(problems.length <= 20, `${framing}: ${problems.length}`)
    }
  })
})

function geminiPart(functionCall: object): unknown {
  return { candidates: [{ content: { role: 'model', parts: [{ functionCall }] } }] }
}
