import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { toJsonValue } from '../../src/results/to-json-value.ts'
import { NO_CORPORA, readHostileTexts } from './hostile-texts.ts'

function convert(value: unknown) {
  const { value: json, notes } = toJsonValue(value)
  return { json, notes: notes.map((note) => `${note.path}: ${note.message}`) }
}

function compactBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

describe('toJsonValue on plain JSON', () => {
  it('gives the same reference back, with the exact size', () => {
    const value = {
      city: 'Zürich',
      tags: ['a', '"', '\n', '\u0001', '😀'],
      n: [-1, 0, 12, 345, 6789, 12345, 1.5, 1e30],
    }
    const result = toJsonValue(value)
    assert.equal(result.value, value)
    assert.equal(result.bytes, compactBytes(value))
    assert.equal(result.overflow, false)
  })

  it('shares one empty list of notes', () => {
    assert.equal(toJsonValue(1).notes, toJsonValue({ a: 1 }).notes)
  })

  it('is exact and copies nothing for any JSON value (law)', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'grapheme' }), (value) => {
        const result = toJsonValue(value)
        assert.equal(result.value, value)
        assert.equal(result.bytes, compactBytes(value))
        assert.equal(result.notes.length, 0)
      }),
    )
  })

  it('counts every character of the basic plane as JSON.stringify writes it', () => {
    for (let unit = 0; unit < 0xd800; unit += unit < 0x900 ? 1 : 97) {
      const text = String.fromCharCode(unit)
      assert.equal(toJsonValue(text).bytes, compactBytes(text), `U+${unit.toString(16)}`)
    }
  })

  it('takes the same object twice for what it is', () => {
    const shared = { a: 1 }
    assert.deepEqual(convert({ x: shared, y: [shared, new Date(0)], z: shared }), {
      json: { x: { a: 1 }, y: [{ a: 1 }, '1970-01-01T00:00:00.000Z'], z: { a: 1 } },
      notes: [],
    })
  })

  it('ignores keys of a polluted prototype', () => {
    const shared: object = Object.prototype
    Object.defineProperty(shared, 'polluted', {
      value: () => 1,
      enumerable: true,
      configurable: true,
    })
    try {
      const value = { a: 1 }
      assert.equal(toJsonValue(value).value, value)
    } finally {
      Reflect.deleteProperty(shared, 'polluted')
    }
  })
})

describe('toJsonValue on everything else', () => {
  const cases: readonly [string, unknown, unknown, readonly string[]][] = [
    ['undefined', undefined, null, []],
    ['a function', () => 1, null, [': A function has no JSON form and was left out.']],
    ['a safe BigInt', 5n, 5, []],
    [
      'a large BigInt',
      2n ** 70n,
      '1180591620717411303424',
      [': An integer too large for a JSON number became text.'],
    ],
    [
      'a huge BigInt',
      1n << 20_000n,
      '[integer too large]',
      [': An integer of more than 4,932 digits was left out.'],
    ],
    ['NaN inside', { a: NaN }, { a: null }, ['a: NaN has no JSON form and became null.']],
    ['-Infinity in a list', [-Infinity], [null], ['[0]: -Infinity has no JSON form and became null.']],
    ['a Map with text keys', new Map([['a', new Set([1, 2])]]), { a: [1, 2] }, []],
    [
      'a Map with other keys',
      new Map<unknown, unknown>([
        [1, 'x'],
        ['b', 2],
      ]),
      [
        [1, 'x'],
        ['b', 2],
      ],
      [': A Map whose keys are not all text became a list of pairs.'],
    ],
    ['a Date', new Date(1e12), '2001-09-09T01:46:40.000Z', []],
    ['an invalid Date', { at: new Date(NaN) }, { at: null }, ['at: An invalid date became null.']],
    ['a URL', new URL('https://example.com/a?b'), 'https://example.com/a?b', []],
    ['a RegExp', /a+/gi, '/a+/gi', []],
    ['an Error', new TypeError('bad', { cause: 1 }), { name: 'TypeError', message: 'bad' }, []],
    ['a Buffer', Buffer.from('hi'), 'aGk=', [': 2 bytes of binary data became base64 text.']],
    ['an ArrayBuffer', new ArrayBuffer(3), 'AAAA', [': 3 bytes of binary data became base64 text.']],
    [
      'a DataView',
      new DataView(new ArrayBuffer(4), 1, 3),
      'AAAA',
      [': 3 bytes of binary data became base64 text.'],
    ],
    ['a typed array', new Float64Array([1.5, 2]), [1.5, 2], []],
    ['a BigInt64Array', new BigInt64Array([1n]), [1], []],
    ['boxed primitives', [Object('a'), Object(1), Object(2n)], ['a', 1, 2], []],
    [
      'a hole, undefined and a symbol in a list',
      Object.assign(Array(2), { 1: Symbol('x') }),
      [null, null],
      ['[1]: A symbol has no JSON form and was left out.'],
    ],
    ['undefined in an object', { a: undefined, b: 1 }, { b: 1 }, []],
    ['toJSON', { a: { toJSON: (key: string) => `was ${key}` } }, { a: 'was a' }, []],
    ['toJSON giving undefined', [{ toJSON: () => undefined }], [null], []],
    [
      'toJSON giving itself',
      selfJson(),
      { b: 1 },
      [': A function has no JSON form and was left out.'].map((n) => `toJSON${n}`),
    ],
    ['toJSON giving a Date', [{ toJSON: () => new Date(0) }], ['1970-01-01T00:00:00.000Z'], []],
    ['toJSON giving a Map', { toJSON: () => new Map([['k', 1]]) }, { k: 1 }, []],
    [
      'a toJSON that throws',
      { a: { toJSON: thrower } },
      { a: '[unreadable]' },
      ['a: Reading the value threw an error.'],
    ],
    [
      'a toJSON that cannot be read',
      Object.defineProperty({}, 'toJSON', { get: thrower }),
      '[unreadable]',
      [': Reading the value threw an error.'],
    ],
    ['a hidden toJSON', Object.defineProperty({ a: 1 }, 'toJSON', { value: () => 7 }), 7, []],
    [
      'a getter',
      {
        get a() {
          return 1
        },
      },
      { a: 1 },
      [],
    ],
    [
      'a getter that throws',
      {
        get a() {
          return thrower()
        },
        b: 2,
      },
      { a: '[unreadable]', b: 2 },
      ['a: Reading the value threw an error.'],
    ],
    [
      'a proxy that throws',
      [new Proxy({}, { ownKeys: thrower })],
      ['[unreadable]'],
      ['[0]: Reading the value threw an error.'],
    ],
    ['a proxy that is kind', new Proxy({ a: 1 }, {}), { a: 1 }, []],
    ['a revoked proxy', revoked(), '[unreadable]', [': Reading the value threw an error.']],
    [
      'a class instance',
      new (class Point {
        x = 1
        #y = 2
        get y() {
          return this.#y
        }
      })(),
      { x: 1 },
      [],
    ],
    [
      'a Response',
      new Response('x'),
      {},
      [': An instance of a class without properties of its own became {}.'],
    ],
    [
      'a promise',
      { a: Promise.resolve(1) },
      { a: null },
      ['a: A promise was not awaited: its value is missing.'],
    ],
    [
      'half a character',
      ['a\ud800b'],
      ['a\ufffdb'],
      ['[0]: The text had half a character (a lone surrogate) in it, which was replaced.'],
    ],
    [
      'half a character in a name',
      { '\ud800': 1 },
      { '\ufffd': 1 },
      ['["\\ud800"]: The name had half a character in it, which was replaced.'],
    ],
  ]
  for (const [name, given, json, notes] of cases) {
    it(`converts ${name}`, () => {
      assert.deepEqual(convert(given), { json, notes })
    })
  }

  it('marks a cycle where it closes', () => {
    const a: Record<string, unknown> = { name: 'a' }
    a['list'] = [{ back: a }]
    assert.deepEqual(convert(a), {
      json: { name: 'a', list: [{ back: '[circular]' }] },
      notes: ['list[0].back: The value contains itself.'],
    })
  })

  it('marks a cycle through toJSON', () => {
    const inner: Record<string, unknown> = {}
    const outer = { inner, toJSON: () => inner }
    inner['outer'] = outer
    assert.deepEqual(convert(outer).json, { outer: '[circular]' })
    assert.deepEqual(convert(inner).json, { outer: '[circular]' })
  })

  it('keeps an own __proto__ an own property', () => {
    const { json } = convert(new Map<string, unknown>([['__proto__', { admin: true }]]))
    assert.equal(JSON.stringify(json), '{"__proto__":{"admin":true}}')
    assert.equal(Object.getPrototypeOf(json), Object.prototype)
  })

  it('ends at a hundred levels', () => {
    let value: unknown = 1
    for (let level = 0; level < 10_000; level++) value = [value]
    const { json, notes } = convert(value)
    assert.equal(JSON.stringify(json), `${'['.repeat(101)}"[too deep]"${']'.repeat(101)}`)
    assert.equal(notes.length, 1)
  })

  it('keeps twenty notes and a count', () => {
    const { notes } = toJsonValue(Array(100).fill(NaN))
    assert.equal(notes.length, 21)
    assert.equal(notes[20]?.message, '80 more values were converted.')
  })

  it('can always be written as JSON, and is never larger than it says (law)', () => {
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      stringUnit: 'binary',
    })
    fc.assert(
      fc.property(anything, fc.option(fc.nat(200), { nil: undefined }), (value, maxBytes) => {
        const result = toJsonValue(value, maxBytes === undefined ? {} : { maxBytes })
        assert.ok(result.bytes >= compactBytes(result.value))
        assert.equal(toJsonValue(result.value).value, result.value, 'what comes out is plain')
      }),
      { numRuns: 500 },
    )
  })
})

describe('toJsonValue on too much', () => {
  const maxBytes = 1_000

  it('stops at twice the limit of an endless list', () => {
    const list: unknown[] = []
    list.length = 2 ** 32 - 1
    const { value, overflow } = toJsonValue(list, { maxBytes })
    assert.equal(overflow, true)
    assert.ok(compactBytes(value) < 2_100)
  })

  it('stops in objects, maps, sets, proxies and shared branches', () => {
    let branch: unknown = { leaf: 1 }
    for (let level = 0; level < 90; level++) branch = { x: branch, y: branch }
    const endless = endlessProxy()
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, index]))
    for (const value of [branch, endless, wide, new Map(Object.entries(wide)), new Set(Object.keys(wide))]) {
      const result = toJsonValue(value, { maxBytes })
      assert.equal(result.overflow, true)
      assert.ok(compactBytes(result.value) <= result.bytes)
      assert.ok(result.bytes < 3_000)
    }
  })

  it('keeps both ends of a long text and counts all of it', () => {
    const { value, bytes, overflow } = toJsonValue({ out: `start${'x'.repeat(10_000)}end` }, { maxBytes })
    assert.equal(overflow, true)
    assert.ok(bytes > 10_000)
    assert.match(JSON.stringify(value), /^\{"out":"startx+…x+end"\}$/)
  })

  it('keeps the head of large binary data as base64', () => {
    const { value, overflow } = toJsonValue(new Uint8Array(10_000), { maxBytes })
    assert.equal(overflow, true)
    assert.equal(value, 'A'.repeat(2_000))
  })

  it('leaves out a name that is over the limit alone', () => {
    const { value, overflow } = toJsonValue({ ['k'.repeat(5_000)]: 1 }, { maxBytes })
    assert.deepEqual(value, {})
    assert.equal(overflow, true)
  })
})

describe('toJsonValue on hostile text', () => {
  it('hands on every naughty string', { skip: NO_CORPORA }, () => {
    for (const text of readHostileTexts()) {
      const value = { [text]: [text] }
      const result = toJsonValue(value)
      assert.equal(result.value, value)
      assert.equal(result.bytes, compactBytes(value))
    }
  })
})

function thrower(): never {
  throw new Error('hostile')
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

function selfJson(): object {
  return {
    b: 1,
    toJSON() {
      return this
    },
  }
}

function endlessProxy(): unknown {
  return new Proxy(
    {},
    {
      ownKeys: () => ['a', 'b'],
      getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }),
      get: (_, key) => (key === 'toJSON' ? undefined : endlessProxy()),
    },
  )
}
