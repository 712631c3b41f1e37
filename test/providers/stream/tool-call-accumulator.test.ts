import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  ToolCallAccumulator,
  type ToolCallDelta,
} from '../../../src/providers/stream/tool-call-accumulator.ts'

function accumulate(...deltas: ToolCallDelta[]): ToolCallAccumulator {
  const accumulator = new ToolCallAccumulator()
  for (const delta of deltas) accumulator.push(delta)
  return accumulator
}

const first = { index: 0, id: 'c0', name: 'get_tide' }
const second = { index: 1, id: 'c1', name: 'now' }

describe('ToolCallAccumulator', () => {
  it('puts interleaved calls together and gives them by index, whatever began first', () => {
    const accumulator = accumulate(
      { ...second, arguments: '{' },
      { ...first, arguments: '{"port":' },
      { index: 1, arguments: '}' },
      { index: 0, id: null, name: null, arguments: '"Oban"}' },
      { index: 0, arguments: null },
    )
    assert.deepEqual(accumulator.finalize(), [
      { id: 'c0', name: 'get_tide', arguments: '{"port":"Oban"}', input: { port: 'Oban' } },
      { id: 'c1', name: 'now', arguments: '{}', input: {} },
    ])
  })

  it('counts what is pending, and hands out each completed call once', () => {
    const accumulator = accumulate({ ...first, arguments: '{}' }, second)
    assert.deepEqual([accumulator.hasPending, accumulator.pendingCount], [true, 2])
    assert.equal(accumulator.complete(1)?.id, 'c1')
    assert.equal(accumulator.pendingCount, 1)
    assert.deepEqual(
      accumulator.takeCompleted().map(({ id }) => id),
      ['c1'],
    )
    assert.deepEqual(accumulator.takeCompleted(), [])
    accumulator.finalize()
    assert.deepEqual(
      accumulator.takeCompleted().map(({ id }) => id),
      ['c0'],
    )
    assert.deepEqual(
      accumulator.completed.map(({ id }) => id),
      ['c1', 'c0'],
    )
    assert.deepEqual([accumulator.hasPending, accumulator.pendingCount], [false, 0])
  })

  it('gives the same call when it is completed again, and adds nothing to it', () => {
    const accumulator = accumulate({ ...first, arguments: '{}' })
    const call = accumulator.complete(0)
    accumulator.push({ index: 0, arguments: ' more' })
    assert.equal(accumulator.complete(0), call)
    assert.equal(accumulator.finalize()[0], call)
    assert.equal(accumulator.complete(7), undefined)
  })

  it('makes an id where none came or one came twice, always the same', () => {
    const ids = () =>
      accumulate({ name: 'now' }, { name: 'get_tide', arguments: '{"port":"Oban"}' }, first, {
        index: 5,
        id: 'c0',
        name: 'now',
      })
        .finalize()
        .map(({ id }) => id)
    assert.equal(new Set(ids()).size, 4)
    assert.deepEqual(ids(), ids())
    assert.match(ids()[0] ?? '', /^call_[0-9a-f]{16}$/)
  })

  it('takes an id and a name that come late', () => {
    const accumulator = accumulate(
      { index: 0, arguments: '{"a"' },
      { index: 0, id: 'late' },
      { index: 0, name: 'now', arguments: ':1}' },
    )
    assert.deepEqual(accumulator.finalize(), [
      { id: 'late', name: 'now', arguments: '{"a":1}', input: { a: 1 } },
    ])
  })

  it('reports a call without a name and keeps it', () => {
    const [call] = accumulate({ index: 0, id: 'c0', arguments: '{"a":1}' }).finalize()
    assert.deepEqual([call?.name, call?.arguments], ['', '{"a":1}'])
    assert.deepEqual(
      [call?.problem?.code, call?.problem?.path, call?.problem?.callId],
      ['CALL_NAME_MISSING', 'calls[0].name', 'c0'],
    )
  })

  it('takes no arguments, empty ones and null for an empty object', () => {
    for (const given of [undefined, null, '', ' ', 'null', {}]) {
      const [call] = accumulate({ ...first, arguments: given }).finalize()
      assert.deepEqual([call?.arguments, call?.input, call?.problem], ['{}', {}, undefined])
    }
  })

  it('keeps malformed arguments as they came, with the reason, and never repairs them', () => {
    for (const text of ['{port: Oban}', '{"port":"Ob', '[1]', '"x"']) {
      const [call] = accumulate({ ...first, arguments: text }).finalize()
      assert.deepEqual([call?.arguments, call?.input], [text, { _raw: text }])
      assert.equal(call?.problem?.code, 'ARGUMENTS_NOT_JSON')
    }
  })

  it('takes arguments that come as a value', () => {
    const accumulator = accumulate({ ...first, arguments: { port: 'Oban' } })
    assert.deepEqual(accumulator.partial(0), { port: 'Oban' })
    assert.equal(accumulator.finalize()[0]?.arguments, '{"port":"Oban"}')
  })

  it('shows the arguments as far as they have come, at any time', () => {
    const accumulator = accumulate({ ...first, arguments: '{"port":"Ob' })
    assert.deepEqual(accumulator.partial(0), { port: 'Ob' })
    accumulator.push({ index: 0, arguments: 'an","days":[1,2' })
    assert.deepEqual(accumulator.partial(0), { port: 'Oban', days: [1] })
    assert.equal(accumulator.partial(3), undefined)
  })

  it('keeps no more than the limit, and marks the call', () => {
    const accumulator = new ToolCallAccumulator({ maxCharacters: 10 })
    accumulator.push({ ...first, arguments: '{"a":' })
    accumulator.push({ index: 0, arguments: '"0123456789"}' })
    const [call] = accumulator.finalize()
    assert.deepEqual(
      [call?.arguments, call?.truncated, call?.problem?.code],
      ['{"a":', true, 'ARGUMENTS_TOO_LARGE'],
    )
  })

  it('reaches no prototype', () => {
    const text = '{"__proto__":{"polluted":true}}'
    const accumulator = accumulate({ index: 0, id: '__proto__', name: 'constructor', arguments: text })
    accumulator.partial(0)
    assert.equal(accumulator.finalize()[0]?.arguments, text)
    assert.equal(({} as { polluted?: boolean }).polluted, undefined)
  })

  it('gives the same calls however their pieces are cut and mixed', () => {
    const someCalls = fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), {
      minLength: 1,
      maxLength: 4,
    })
    const property = fc.property(
      someCalls,
      fc.infiniteStream(fc.nat(3)),
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      (inputs, turns, sizes) => {
        const texts = inputs.map((input) => JSON.stringify(input))
        const rest = [...texts]
        const accumulator = new ToolCallAccumulator()
        for (const [index] of texts.entries()) accumulator.push({ index, id: `c${index}`, name: 'now' })
        while (rest.some((text) => text !== '')) {
          const index = (turns.next().value ?? 0) % texts.length
          const size = sizes.next().value ?? 1
          accumulator.push({ index, arguments: rest[index]?.slice(0, size) })
          rest[index] = rest[index]?.slice(size) ?? ''
        }
        for (const [index, text] of texts.entries()) {
          assert.deepEqual(accumulator.partial(index), JSON.parse(text))
        }
        assert.deepEqual(
          accumulator.finalize().map(({ id, arguments: args, problem }) => [id, args, problem]),
          texts.map((text, index) => [`c${index}`, text, undefined]),
        )
      },
    )
    fc.assert(property, { numRuns: 200 })
  })
})
