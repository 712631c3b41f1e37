import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  createToolwright,
  parts,
  text,
  toolError,
  validateArguments,
  validateDefinition,
} from '../../src/index.ts'
import { codeOf, expectResult, openTool, within } from './expect-value.ts'

const call = (args: unknown, name = 'probe') => ({ id: '1', name, arguments: args })
const withSchema = (inputSchema: unknown) => ({ name: 'probe', description: 'Probes', inputSchema })
const object = (properties: object) => ({ type: 'object', properties })

async function expectFast(limitMs: number, work: () => Promise<unknown>): Promise<void> {
  const startMs = performance.now()
  await work()
  const tookMs = performance.now() - startMs
  assert.ok(tookMs < limitMs, `took ${Math.round(tookMs)} ms`)
}

describe('arguments of any size', () => {
  const tw = createToolwright({ tools: [openTool(() => 'ran', { dangerLevel: 'safe' })] })

  const TEXTS: Record<string, [text: string, code: string | undefined]> = {
    'ten megabytes of valid JSON': [`{"a":"${'x'.repeat(9_999_000)}"}`, undefined],
    'a text over the limit': [`{"a":"${'x'.repeat(10_000_001)}"}`, 'ARGUMENTS_TOO_LARGE'],
    'a million items': [`{"a":[${'1,'.repeat(999_999)}1]}`, undefined],
    'a hundred thousand open brackets': ['['.repeat(100_000), 'ARGUMENTS_TOO_LARGE'],
    'a hundred thousand nested objects': [
      `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
      'ARGUMENTS_TOO_LARGE',
    ],
    'nine million commas': [','.repeat(9_000_000), 'ARGUMENTS_NOT_JSON'],
    'an open code fence and line breaks': [`\`\`\`${'\n'.repeat(50_000)}`, 'ARGUMENTS_NOT_JSON'],
    'a code fence with blanks': [`\`\`\`${' \n'.repeat(50_000)}{`, 'ARGUMENTS_NOT_JSON'],
    'blanks without end': [`${' '.repeat(1_000_000)}x`, 'ARGUMENTS_NOT_JSON'],
    'comments without end': ['/*'.repeat(100_000), 'ARGUMENTS_NOT_JSON'],
    'quotes without end': [`{"a":${'\'"'.repeat(50_000)}}`, 'ARGUMENTS_NOT_JSON'],
    'backslashes without end': [`{"a":"${'\\'.repeat(99_999)}`, 'ARGUMENTS_NOT_JSON'],
    'digits without end': [`{"a":${'9'.repeat(100_000)}}`, 'ARGUMENTS_NOT_JSON'],
    'line comments without end': [`{${'//\n'.repeat(100_000)}}`, undefined],
  }
  for (const [title, [given, code]] of Object.entries(TEXTS)) {
    it(`answers ${title}`, () =>
      expectFast(1_500, async () => {
        const result = expectResult(await tw.execute(call(given)))
        if (title.startsWith('digits')) assert.equal(result.ok, false)
        else assert.equal(codeOf(result), code)
        if (!result.ok) assert.ok(JSON.stringify(result).length < 2_000)
      }))
  }

  it('answers objects that unfold without end, hold themselves, or nest too deep', () =>
    expectFast(2_500, async () => {
      let laughs: object = {}
      for (let level = 0; level < 40; level++) laughs = { a: laughs, b: laughs }
      const cycle: Record<string, unknown> = {}
      cycle['self'] = cycle
      let deep: object = {}
      for (let level = 0; level < 100_000; level++) deep = { deep }
      const sparse: unknown[] = []
      sparse.length = 4_294_967_295
      for (const args of [laughs, cycle, deep, { sparse }]) {
        assert.equal(codeOf(expectResult(await tw.execute(call(args)))), 'ARGUMENTS_NOT_JSON')
      }
      const unreadable = expectResult(await tw.execute(call(new Proxy({}, { ownKeys: fail }))))
      assert.equal(unreadable.ok, false)
    }))

  it('explains a hundred thousand wrong items in a short message', () =>
    expectFast(1_500, async () => {
      const validation = validateDefinition(
        withSchema(object({ a: { type: 'array', items: { enum: ['x', 'y'] } } })),
      )
      assert.ok(validation.ok)
      const checked = validateArguments(validation.definition, {
        a: Array.from({ length: 100_000 }, () => 'z'),
      })
      assert.ok(!checked.ok)
      assert.ok(checked.error.message.length < 10_000)
    }))

  it('is not slowed by a hundred thousand unknown names', () =>
    expectFast(1_500, async () => {
      const names = Array.from({ length: 100_000 }, (_, index) => [`name_${index}`, index])
      const validation = validateDefinition(
        withSchema({ ...object({ a: {}, name_x: {} }), additionalProperties: false }),
      )
      assert.ok(validation.ok)
      const checked = validateArguments(validation.definition, Object.fromEntries(names))
      assert.ok(!checked.ok)
      assert.ok(checked.error.message.length < 10_000)
    }))
})

function fail(): never {
  throw new Error('looked at')
}

describe('definitions of any size', () => {
  const nest = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
    let schema: unknown = { type: 'string' }
    for (let level = 0; level < levels; level++) schema = wrap(schema)
    return schema
  }
  const refs = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `d${index}`,
      { anyOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
    ]),
  )
  const cycle: Record<string, unknown> = { type: 'object' }
  cycle['properties'] = { a: cycle }
  const SCHEMAS: Record<string, unknown> = {
    'nested a hundred thousand deep': object({ a: nest(100_000, (items) => ({ type: 'array', items })) }),
    'nested 500 deep in anyOf': object({ a: nest(500, (inner) => ({ anyOf: [inner, inner] })) }),
    'with references that double thirty times': {
      ...object({ a: { $ref: '#/$defs/d0' } }),
      $defs: { ...refs, d30: {} },
    },
    'that hold themselves': cycle,
    'with a hundred thousand properties': object(
      Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`p${index}`, {}])),
    ),
    'with a million enum values': object({
      a: { enum: Array.from({ length: 1_000_000 }, (_, index) => index) },
    }),
    'with huge numbers': object({ a: { type: 'string', minLength: 1e308, maxLength: Number.MAX_VALUE } }),
    'with a repeat of a repeat': object({
      a: { type: 'string', pattern: '(((a{1000}){1000}){1000}){1000}' },
    }),
    'with a pattern of a megabyte': object({ a: { type: 'string', pattern: '(a|b)'.repeat(200_000) } }),
    'with a pattern of a hundred thousand brackets': object({
      a: { type: 'string', pattern: '('.repeat(100_000) },
    }),
    'that are proxies which throw': new Proxy({}, { get: fail, ownKeys: fail, getPrototypeOf: fail }),
  }
  for (const [title, schema] of Object.entries(SCHEMAS)) {
    it(`answers schemas ${title}`, () =>
      expectFast(1_000, async () => {
        const validation = validateDefinition(withSchema(schema))
        if (validation.ok) {
          for (const args of ['{}', '{"a":"x"}', '{"a":[[]]}']) validateArguments(validation.definition, args)
        } else assert.ok(validation.problems.length > 0)
        assert.ok(JSON.stringify(validation.ok ? '' : validation.problems).length < 100_000)
      }))
  }
})

describe('many tools and many calls', () => {
  it('registers, finds, lists and describes ten thousand tools', () =>
    expectFast(3_000, async () => {
      const tw = createToolwright()
      const tools = Array.from({ length: 10_000 }, (_, index) =>
        openTool(() => index, { name: `tool_${index}`, dangerLevel: 'safe' }),
      )
      tw.registry.registerAll(tools)
      assert.equal(tw.registry.size, 10_000)
      assert.equal(tw.registry.list().length, 10_000)
      assert.ok(tw.registry.describe().includes('- tool_9999: '))
      const found = await tw.execute(call('{}', 'tool_5000'))
      assert.deepEqual(found.content, { type: 'json', value: 5_000 })
      assert.equal(codeOf(await tw.execute(call('{}', 'tool_10000'))), 'TOOL_NOT_FOUND')
      const long = await tw.execute(call('{}', 'tool_'.repeat(2_000_000)))
      assert.equal(codeOf(long), 'TOOL_NOT_FOUND')
      assert.ok((long.status === 'failed' ? long.error.message : '').length < 1_000)
    }))

  for (const allowSideEffects of [true, false]) {
    it(`answers a batch of a thousand calls in their order (side effects: ${allowSideEffects})`, () =>
      expectFast(2_000, async () => {
        let most = 0
        let active = 0
        const tool = openTool(
          async ({ index }) => {
            most = Math.max(most, ++active)
            await Promise.resolve()
            active--
            return index
          },
          { dangerLevel: 'safe', constraints: { allowSideEffects } },
        )
        const tw = createToolwright({ tools: [tool], concurrency: 5 })
        const calls = Array.from({ length: 1_000 }, (_, index) => ({
          id: String(index),
          name: 'probe',
          arguments: { index },
        }))
        const results = await tw.executeBatch(calls)
        assert.deepEqual(
          results.map((result) => [result.callId, result.content]),
          calls.map(({ id, arguments: { index } }) => [id, { type: 'json', value: index }]),
        )
        assert.equal(most, allowSideEffects ? 1 : 5)
      }))
  }
})

describe('outputs of any size', () => {
  const limit = { maxOutputBytes: 10_000 }
  const endless = (): object =>
    new Proxy(
      {},
      {
        get: (_, key) =>
          key === 'toJSON' || key === 'then' || typeof key === 'symbol' ? undefined : endless(),
        ownKeys: () => ['a', 'b'],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }),
      },
    )
  const cycle: Record<string, unknown> = { a: 1 }
  cycle['self'] = [cycle]
  const laughs = (): object => {
    let value: object = {}
    for (let level = 0; level < 60; level++) value = { a: value, b: value }
    return value
  }
  const OUTPUTS: Record<string, () => unknown> = {
    'a text of a hundred megabytes': () => 'x'.repeat(100_000_000),
    'a text of fifty million two-byte letters': () => 'é'.repeat(50_000_000),
    'an object with a huge text': () => ({ a: 'x'.repeat(100_000_000) }),
    'a million items': () => Array.from({ length: 1_000_000 }, (_, index) => index),
    'a list of four billion holes': () => {
      const list: unknown[] = []
      list.length = 4_294_967_295
      return list
    },
    'an object that unfolds without end': endless,
    'shared objects that unfold without end': laughs,
    'a list proxy that claims to be endless': () =>
      new Proxy([], { get: (_, key) => (key === 'length' ? Infinity : 'x') }),
    'a hundred megabytes of bytes': () => new Uint8Array(100_000_000),
    'a map of a million': () => new Map(Array.from({ length: 1_000_000 }, (_, index) => [index, index])),
    'a million parts': () => parts(Array.from({ length: 1_000_000 }, () => text('part'))),
    'a million digits': () => 10n ** 1_000_000n,
    'an error message of a megabyte of line breaks': () => {
      throw new Error('\n'.repeat(1_000_000))
    },
  }
  for (const [title, give] of Object.entries(OUTPUTS)) {
    it(`cuts ${title} to the limit`, () =>
      expectFast(2_000, async () => {
        const tw = createToolwright({ tools: [openTool(give, { constraints: limit })] })
        const result = expectResult(await within(5_000, tw.execute(call('{}'))))
        assert.ok(JSON.stringify(result.content).length < 25_000)
      }))
  }

  it('marks what contains itself and keeps the rest', async () => {
    const tw = createToolwright({ tools: [openTool(() => cycle)] })
    const result = expectResult(await tw.execute(call('{}')))
    assert.deepEqual(result.content, { type: 'json', value: { a: 1, self: ['[circular]'] } })
  })

  it('redacts a long reported error in linear time', () =>
    expectFast(500, async () => {
      const tw = createToolwright({ tools: [openTool(() => toolError(`${'\n'.repeat(300_000)}x`))] })
      assert.equal(codeOf(expectResult(await tw.execute(call('{}')))), 'EXECUTE_FAILED')
    }))
})
