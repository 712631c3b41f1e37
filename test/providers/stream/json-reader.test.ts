import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createJsonReader } from '../../../src/providers/stream/json-reader.ts'
import { createValueBuilder } from '../../../src/providers/stream/value-builder.ts'
import type { ValueDelta } from '../../../src/providers/stream/stream-delta.ts'
import type { JsonValue } from '../../../src/schema/json-schema.ts'
import { listCorpus, needsCorpora, readCorpus, readJson } from '../../hostile/corpora.ts'
import { anyCuts, splitAt } from './split-text.ts'

function deltasOf(...fragments: string[]): ValueDelta[] {
  const deltas: ValueDelta[] = []
  const reader = createJsonReader((delta) => deltas.push(delta))
  for (const fragment of fragments) reader.push(fragment)
  reader.end()
  return deltas
}

function valueOf(...fragments: string[]): JsonValue | undefined {
  const reader = createJsonReader()
  for (const fragment of fragments) reader.push(fragment)
  return reader.value()
}

function hasFailed(text: string): boolean {
  const reader = createJsonReader()
  reader.push(text)
  reader.end()
  return reader.failed
}

/** Whether `early` may grow into `late`: texts and lists lengthen, objects gain keys, the rest stays. */
function growsInto(early: JsonValue, late: JsonValue | undefined): boolean {
  if (typeof early === 'string') return typeof late === 'string' && late.startsWith(early)
  if (typeof early !== 'object' || early === null) return Object.is(early, late)
  if (Array.isArray(early)) {
    return (
      Array.isArray(late) &&
      early.every((item: JsonValue, index) => growsInto(item, late[index] as JsonValue))
    )
  }
  if (typeof late !== 'object' || late === null || Array.isArray(late)) return false
  const grown = late as Record<string, JsonValue>
  return Object.entries(early).every(
    ([key, child]) => Object.hasOwn(grown, key) && growsInto(child, grown[key]),
  )
}

describe('deltas of the JSON reader', () => {
  it('tell each step of a growing value', () => {
    assert.deepEqual(deltasOf('{"a":"x', 'y","b":[1', ',true]}'), [
      { type: 'open', path: [], value: {} },
      { type: 'open', path: ['a'], value: '' },
      { type: 'append', path: ['a'], text: 'x' },
      { type: 'append', path: ['a'], text: 'y' },
      { type: 'close', path: ['a'] },
      { type: 'open', path: ['b'], value: [] },
      { type: 'value', path: ['b', 0], value: 1 },
      { type: 'value', path: ['b', 1], value: true },
      { type: 'close', path: ['b'] },
      { type: 'close', path: [] },
    ])
  })

  it('give one append for a fragment, escapes included', () => {
    assert.deepEqual(
      deltasOf('"a\\n\\u0062c"').filter(({ type }) => type === 'append'),
      [{ type: 'append', path: [], text: 'a\nbc' }],
    )
  })

  it('withhold half of a surrogate pair until the other half comes', () => {
    const appended = deltasOf('["a\\uD8', '3D', '\\uDE00b"]').filter(({ type }) => type === 'append')
    assert.deepEqual(appended, [
      { type: 'append', path: [0], text: 'a' },
      { type: 'append', path: [0], text: '😀b' },
    ])
    assert.deepEqual(valueOf('["a\uD83D'), ['a'])
    assert.deepEqual(valueOf('["a\uD83D', '\uDE00'), ['a😀'])
    assert.deepEqual(valueOf('["\\uD83D"]'), ['\uD83D'])
  })

  it('applied in order give what JSON.parse gives, for any value and any split', () => {
    fc.assert(
      fc.property(
        fc.json({ stringUnit: 'binary', maxDepth: 5 }),
        fc.boolean(),
        anyCuts,
        (json, isSpaced, cuts) => {
          const text = isSpaced ? JSON.stringify(JSON.parse(json), null, 2) : json
          const expected = JSON.parse(text) as JsonValue
          const builder = createValueBuilder()
          const reader = createJsonReader((delta) => assert.ok(builder.apply(delta)))
          for (const piece of splitAt(text, cuts)) {
            reader.push(piece)
            const partial = reader.value()
            assert.ok(partial === undefined || growsInto(partial, expected))
            assert.deepEqual(builder.value(), partial)
          }
          reader.end()
          assert.ok(!reader.failed)
          assert.deepEqual(reader.value(), expected)
          assert.deepEqual(builder.value(), expected)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('value() of the JSON reader', () => {
  it('is undefined before anything came', () => {
    assert.equal(valueOf(), undefined)
    assert.equal(valueOf('', ' \n'), undefined)
  })

  it('leaves out keys without a value and numbers that may go on', () => {
    assert.deepEqual(valueOf('{"a":1,"b":12'), { a: 1 })
    assert.deepEqual(valueOf('{"a":1,"b":'), { a: 1 })
    assert.deepEqual(valueOf('{"a":1,"b'), { a: 1 })
    assert.deepEqual(valueOf('{"a":[true'), { a: [true] })
  })

  it('is a fresh copy each time', () => {
    const reader = createJsonReader()
    reader.push('{"a":["x')
    const first = reader.value() as { a: string[] }
    first.a.push('mine')
    reader.push('y')
    assert.deepEqual(reader.value(), { a: ['xy'] })
  })

  it('lets the last of two equal keys win', () => {
    assert.deepEqual(valueOf('{"a":{"b":1},"a":"x'), { a: 'x' })
  })

  it('keeps __proto__ as an own property', () => {
    const value = valueOf(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}}}',
    ) as object
    assert.ok(Object.hasOwn(value, '__proto__'))
    assert.equal((value as { polluted?: unknown }).polluted, undefined)
    assert.equal(({} as { polluted?: unknown }).polluted, undefined)
    assert.equal(
      JSON.stringify(value),
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}}}',
    )
  })

  it('keeps what it had when the text breaks', () => {
    const reader = createJsonReader()
    reader.push('{"a":1,"b":"x')
    reader.push('\u0000 y"}')
    assert.equal(reader.failed, true)
    assert.deepEqual(reader.value(), { a: 1, b: 'x' })
    reader.push('"}')
    assert.deepEqual(reader.value(), { a: 1, b: 'x' })
  })

  it('gives a number that stands alone once the text is over', () => {
    const reader = createJsonReader()
    reader.push('12')
    assert.equal(reader.value(), undefined)
    reader.end()
    assert.equal(reader.value(), 12)
  })
})

describe('failure of the JSON reader', () => {
  it('comes for text that is not JSON', () => {
    const broken = [
      '{,}',
      '[1,]',
      '{"a" 1}',
      '[01]',
      '[1.]',
      '[-]',
      '[nul]',
      'truex',
      '"\\x"',
      '"\\u12g4"',
      '[1}',
      '{"a":1]',
      '{} {}',
      "{'a':1}",
    ]
    for (const text of broken) assert.equal(hasFailed(text), true, text)
  })

  it('comes past 500 levels, and not before', () => {
    assert.equal(hasFailed('['.repeat(500) + ']'.repeat(500)), false)
    assert.equal(hasFailed('['.repeat(501) + ']'.repeat(501)), true)
  })

  it('comes at once for 50 MB of brackets, and for a word without end', () => {
    const startMs = performance.now()
    assert.equal(hasFailed('['.repeat(50_000_000)), true)
    assert.equal(hasFailed('n'.repeat(10_000_000)), true)
    assert.ok(performance.now() - startMs < 2000)
  })
})

describe('the JSON reader and public test data', () => {
  it('agrees with the JSON test suite', needsCorpora, () => {
    for (const path of listCorpus('json-test-suite/test_parsing')) {
      const bytes = readCorpus(path)
      const text = bytes.toString()
      const reader = createJsonReader()
      reader.push(text)
      reader.end()
      if (!path.includes('/y_')) continue
      assert.equal(reader.failed, false, path)
      assert.deepEqual(reader.value(), JSON.parse(text), path)
    }
  })

  it('reads texts that are cut where partial-json allows it', needsCorpora, () => {
    const STRINGS_AND_CONTAINERS = 1 | 4 | 8
    const cases = readJson('partial-json-cases/cases.json') as {
      input: string
      allow: number
      expected?: unknown
    }[]
    const fitting = cases.filter(
      ({ input, allow, expected }) =>
        (allow & STRINGS_AND_CONTAINERS) === STRINGS_AND_CONTAINERS &&
        typeof expected === 'object' &&
        /["[{]$/.test(input),
    )
    for (const { input, expected } of fitting) assert.deepEqual(valueOf(input), expected, input)
  })
})
