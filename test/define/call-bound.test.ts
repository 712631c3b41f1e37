import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callBound } from '../../src/define/call-bound.ts'
import type { FunctionBinding } from '../../src/define/function-binding.ts'

const { signal } = new AbortController()
const context = { signal, callId: 'c1' }
const echo = (...args: unknown[]) => args
const call = (exported: unknown, binding: FunctionBinding, args: Record<string, unknown> = {}) =>
  callBound(exported, binding, args, context)

describe('a call of a function with named arguments', () => {
  it('puts arguments in the order of the parameters', () => {
    const parameters = [
      { take: 'argument', name: 'city' },
      { take: 'signal' },
      { take: 'argument', name: 'unit' },
    ] as const
    const seen: unknown[] = []
    call((...args: unknown[]) => void seen.push(...args), { parameters }, { unit: 'celsius', city: 'Oslo' })
    assert.deepEqual([seen[0], seen[1] === signal, seen[2]], ['Oslo', true, 'celsius'])
  })

  it('passes undefined for what is missing, so that the default of the function applies', () => {
    const binding: FunctionBinding = {
      parameters: [
        { take: 'argument', name: 'text' },
        { take: 'argument', name: 'size' },
      ],
    }
    assert.equal(
      call((text: string, size = 20) => `${text} ${size}`, binding, { text: 'a' }),
      'a 20',
    )
    assert.equal(
      call((text: string, size = 20) => `${text} ${size}`, binding, { text: 'a', size: 3 }),
      'a 3',
    )
  })

  it('gives all arguments as one object, with what is injected', () => {
    const whole = ({ a, b = 2 }: { a: number; b?: number }) => a + b
    assert.equal(call(whole, { parameters: [{ take: 'all' }] }, { a: 1 }), 3)
    const injecting: FunctionBinding = {
      parameters: [{ take: 'all', inject: { on: 'signal', at: 'context' } }],
    }
    let given: Record<string, unknown> = {}
    call((all: Record<string, unknown>) => void (given = all), injecting, { a: 1 })
    assert.deepEqual([given['a'], given['on'] === signal, given['at'] === context], [1, true, true])
  })

  it('gives undefined for an optional whole when there are no arguments', () => {
    const defaulted = (options: { limit?: number } = { limit: 5 }) => options.limit
    assert.equal(call(defaulted, { parameters: [{ take: 'all', isOptional: true }] }), 5)
    assert.equal(call(defaulted, { parameters: [{ take: 'all', isOptional: true }] }, { limit: 1 }), 1)
  })

  it('spreads what is left', () => {
    const parameters = [
      { take: 'argument', name: 'first' },
      { take: 'rest', name: 'more' },
    ] as const
    assert.deepEqual(call(echo, { parameters }, { first: 1, more: [2, 3] }), [1, 2, 3])
    assert.deepEqual(call(echo, { parameters }, { first: 1 }), [1])
  })

  it('makes one instance of a class, at its first call', () => {
    let made = 0
    class Counter {
      static readonly of = (text: string) => `static ${text}`
      #count = 0
      constructor() {
        made++
      }
      add(by = 1) {
        return (this.#count += by)
      }
    }
    const binding: FunctionBinding = {
      parameters: [{ take: 'argument', name: 'by' }],
      member: { name: 'add', isStatic: false },
    }
    assert.equal(made, 0)
    assert.deepEqual([call(Counter, binding), call(Counter, binding, { by: 5 }), made], [1, 6, 1])
    const fixed: FunctionBinding = {
      parameters: [{ take: 'argument', name: 'text' }],
      member: { name: 'of', isStatic: true },
    }
    assert.equal(call(Counter, fixed, { text: 'x' }), 'static x')
  })

  it('says what is no function', () => {
    assert.throws(() => call(undefined, { parameters: [] }), /the export is no function, but missing/)
    const member = { name: 'fly', isStatic: false }
    assert.throws(() => call(Date, { parameters: [], member }), /`fly` is no function/)
  })

  it('never looks at a prototype for an argument', () => {
    const parameters = [{ take: 'argument', name: 'toString' }] as const
    assert.deepEqual(
      call((value: unknown) => [value ?? 'none'], { parameters }, {}),
      ['none'],
    )
  })
})

describe('arguments that JSON has no type for', () => {
  const alive = (revival: object, value: unknown, revivals = {}) => {
    let seen: unknown
    const binding = { parameters: [{ take: 'argument', name: 'x', revival }], revivals } as FunctionBinding
    call((x: unknown) => void (seen = x), binding, { x: value })
    return seen
  }

  it('come alive: dates, addresses, bytes, maps and sets', () => {
    assert.deepEqual(alive({ as: 'Date' }, '2026-01-02T03:04:05Z'), new Date('2026-01-02T03:04:05Z'))
    assert.deepEqual(alive({ as: 'URL' }, 'https://example.com/a'), new URL('https://example.com/a'))
    assert.deepEqual(alive({ as: 'Uint8Array' }, 'AQID'), new Uint8Array([1, 2, 3]))
    assert.deepEqual(
      alive({ as: 'Set', items: { as: 'Date' } }, ['2026-01-02']),
      new Set([new Date('2026-01-02')]),
    )
    assert.deepEqual(alive({ as: 'Map', items: { as: 'Set' } }, { a: [1] }), new Map([['a', new Set([1])]]))
  })

  it('come alive inside lists, tuples and objects; null and missing stay what they are', () => {
    const at = { as: 'Date' }
    assert.deepEqual(alive({ as: 'list', items: at }, ['2026-01-01', null]), [new Date('2026-01-01'), null])
    assert.deepEqual(
      alive({ as: 'tuple', first: [null, at], items: at }, ['a', '2026-01-01', '2026-01-02']),
      ['a', new Date('2026-01-01'), new Date('2026-01-02')],
    )
    assert.deepEqual(
      alive({ as: 'object', properties: { at }, others: { as: 'Set' } }, { at: '2026-01-01', b: [1] }),
      {
        at: new Date('2026-01-01'),
        b: new Set([1]),
      },
    )
    assert.equal(alive(at, undefined), undefined)
  })

  it('come alive in the member of a union that fits', () => {
    const at = { as: 'object', properties: { at: { as: 'Date' } } }
    const revival = {
      as: 'union',
      members: [
        { type: 'string', values: ['now'] },
        {
          type: 'object',
          required: ['kind', 'at'],
          names: ['kind', 'at'],
          constants: { kind: ['a'] },
          revival: at,
        },
        { type: 'object', required: ['kind', 'at'], names: ['kind', 'at'], constants: { kind: ['b'] } },
        { type: 'string', revival: { as: 'Date' } },
      ],
    }
    assert.equal(alive(revival, 'now'), 'now')
    assert.deepEqual(alive(revival, '2026-01-01'), new Date('2026-01-01'))
    assert.deepEqual(alive(revival, { kind: 'a', at: '2026-01-01' }), {
      kind: 'a',
      at: new Date('2026-01-01'),
    })
    assert.deepEqual(alive(revival, { kind: 'b', at: '2026-01-01' }), { kind: 'b', at: '2026-01-01' })
  })

  it('come alive in types that hold themselves', () => {
    const event = {
      as: 'object',
      properties: { at: { as: 'Date' }, next: { as: 'named', name: 'Event' } },
    }
    assert.deepEqual(
      alive(
        { as: 'named', name: 'Event' },
        { at: '2026-01-01', next: { at: '2026-01-02' } },
        { Event: event },
      ),
      {
        at: new Date('2026-01-01'),
        next: { at: new Date('2026-01-02') },
      },
    )
  })
})

describe('what a function gives', () => {
  const given = (output: unknown) => call(() => output, { parameters: [] })

  it('is as JSON has it, also inside', () => {
    const output = {
      at: new Date(0),
      where: new URL('https://a.example/'),
      names: new Set(['a']),
      by: new Map([['k', new Uint8Array([1])]]),
    }
    assert.deepEqual(given(output), {
      at: '1970-01-01T00:00:00.000Z',
      where: 'https://a.example/',
      names: ['a'],
      by: { k: 'AQ==' },
    })
    assert.deepEqual(given(new Map([[1, 2]])), [[1, 2]])
  })

  it('is null when it is nothing', async () => {
    assert.equal(given(undefined), null)
    assert.equal(await given(Promise.resolve()), null)
  })

  it('is the same value where nothing changes, whatever holds itself', () => {
    const plain = { a: [1, { b: null }] }
    assert.equal(given(plain), plain)
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    assert.equal(given(circle), circle)
  })

  it('keeps the marks of our own outputs', () => {
    const mark = Symbol.for('toolwright.output')
    const output = given({ [mark]: true, type: 'json', value: new Set([1]) }) as Record<PropertyKey, unknown>
    assert.deepEqual([output[mark], output['value']], [true, [1]])
  })

  it('streams, from generators of either kind', async () => {
    async function* slowly() {
      yield new Date(0)
      return new Set([1])
    }
    function* quickly() {
      yield 1
    }
    const collect = async (generator: AsyncGenerator) => {
      const pieces: unknown[] = []
      for (let step = await generator.next(); ; step = await generator.next()) {
        if (step.done === true) return [...pieces, { end: step.value }]
        pieces.push(step.value)
      }
    }
    assert.deepEqual(await collect(given(slowly()) as AsyncGenerator), [
      '1970-01-01T00:00:00.000Z',
      { end: [1] },
    ])
    assert.deepEqual(await collect(given(quickly()) as AsyncGenerator), [1, { end: undefined }])
  })

  it('lets a generator that is left clean up', async () => {
    let isClean = false
    async function* forever() {
      try {
        while (true) yield 1
      } finally {
        isClean = true
      }
    }
    const generator = given(forever()) as AsyncGenerator
    await generator.next()
    await generator.return(undefined)
    assert.ok(isClean)
  })
})
