import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { validateArguments } from '../../src/calls/validate-arguments.ts'
import type { ResultError } from '../../src/results/tool-result.ts'
import type { JsonSchema } from '../../src/schema/json-schema.ts'
import { planSchema } from '../../src/schema/plan/plan.ts'
import { compiledSchema } from '../../src/schema/compile/schema-cache.ts'
import { arbitrarySchema, arbitraryValue } from '../schema/arbitrary-schema.ts'
import { toolWith, weather } from './definitions.ts'

const CORPORA = process.env['TOOLWRIGHT_CORPORA']
const withCorpora = CORPORA === undefined ? { skip: 'TOOLWRIGHT_CORPORA is not set' } : {}

const failureOf = (args: unknown, options = {}, definition = weather) => {
  const result = validateArguments(definition, args, options)
  assert.ok(!result.ok, 'was accepted')
  return result.error
}

const problemsIn = (error: ResultError): unknown[] => {
  const problems = error.details?.['problems']
  return Array.isArray(problems) ? problems : []
}

describe('validateArguments', () => {
  it('gives arguments that fit, with defaults noted', () => {
    assert.deepEqual(validateArguments(weather, '{"city":"Rome"}'), {
      ok: true,
      value: { city: 'Rome', units: 'celsius' },
      notes: [{ kind: 'default', path: 'units', message: 'not given; the default "celsius" is used' }],
    })
  })
  it('coerces only after a failed check, and notes each coercion', () => {
    const result = validateArguments(
      weather,
      '{"city":"5","days":"3","units":"CELSIUS","where":null,"tags":"[\\"a\\"]"}',
    )
    assert.ok(result.ok)
    assert.deepEqual(result.value, { city: '5', days: 3, units: 'celsius', tags: ['a'] })
    assert.deepEqual(
      result.notes.map((note) => `${note.kind} ${note.path}`),
      ['coerced days', 'coerced units', 'coerced where', 'coerced tags'],
    )
  })
  it('fills defaults after a coercion makes room for them', () => {
    const result = validateArguments(weather, '{"city":"Rome","units":null,"where":"{}"}')
    assert.ok(result.ok)
    assert.deepEqual(result.value, { city: 'Rome', units: 'celsius', where: { exact: false } })
  })
  it('coerces nothing when told not to', () => {
    assert.equal(failureOf('{"city":"Rome","days":"3"}', { coerce: false }).code, 'ARGUMENTS_INVALID')
  })
  it('names a missing argument in the familiar words', () => {
    const error = failureOf('{}')
    assert.equal(error.code, 'ARGUMENT_MISSING')
    assert.equal(error.retryable, false)
    assert.equal(error.message.split('\n')[0], "missing required argument 'city' for tool 'get_weather'")
    assert.deepEqual(error.details, {
      problems: [
        {
          path: 'city',
          keyword: 'required',
          expected: 'a string',
          received: 'nothing',
          message: 'required but missing; expected a string',
        },
      ],
    })
  })
  it('puts all problems into one answer', () => {
    assert.equal(
      failureOf('{"citty":"Rome","days":30,"units":"kelvin","where":{"lat":"north"}}').message,
      [
        "invalid arguments for tool 'get_weather'",
        '- city: required but missing; expected a string; was "citty" meant to be it?',
        '- citty: unknown name; the allowed names are "city", "days", "units", "where", "tags"; did you mean `city`?',
        '- days: expected a number of at most 10, received the number 30',
        '- units: expected one of "celsius", "fahrenheit", received the string "kelvin"',
        '- where.lat: expected a number, received the string "north"',
        'Correct this and call the tool again.',
      ].join('\n'),
    )
  })
  it('undoes the mapping of the provider before the defaults', () => {
    const fromWire = (value: Record<string, unknown>) => ({ ...value, units: value['units'] ?? 'fahrenheit' })
    const result = validateArguments(weather, '{"city":"Rome","units":null}', { fromWire })
    assert.deepEqual(result.ok && result.value, { city: 'Rome', units: 'fahrenheit' })
  })
  it('repairs only when told to', () => {
    assert.equal(failureOf("{'city':'Rome'}").code, 'ARGUMENTS_NOT_JSON')
    const result = validateArguments(weather, "{'city':'Rome'}", { repair: true })
    assert.deepEqual(result.ok && result.notes.map((note) => note.kind), ['repaired', 'default'])
  })
  it('refuses truncated calls, as text and as object', () => {
    assert.equal(failureOf('{"city":"Rome"}', { truncated: true }).code, 'ARGUMENTS_TRUNCATED')
    assert.equal(failureOf({ city: 'Rome' }, { truncated: true }).code, 'ARGUMENTS_TRUNCATED')
  })
  it('copies an object that it is given', () => {
    const given = Object.freeze({ city: 'Rome', where: Object.freeze({ lat: 1, gone: undefined }) })
    const result = validateArguments(weather, given)
    assert.ok(result.ok)
    assert.deepEqual(result.value, { city: 'Rome', where: { lat: 1, exact: false }, units: 'celsius' })
    assert.deepEqual(given, { city: 'Rome', where: { lat: 1, gone: undefined } })
    assert.equal(failureOf(undefined).code, 'ARGUMENT_MISSING')
  })
  it('refuses objects that JSON cannot hold, saying where', () => {
    const circular: Record<string, unknown> = {}
    circular['self'] = circular
    const cases: [unknown, RegExp][] = [
      [{ city: 5n }, /`city` is a bigint, which is not a JSON value/],
      [{ where: { lat: NaN } }, /`where.lat` is NaN/],
      [{ tags: ['a', new Date(0)] }, /`tags\[1\]` is a Date/],
      [circular, /nests deeper than the limit of 500 levels, or holds itself/],
      [[1], /must be one JSON object, received an array/],
      [5, /must be one JSON object, received 5/],
      [() => 1, /received a function/],
    ]
    for (const [args, message] of cases) {
      const error = failureOf(args)
      assert.equal(error.code, 'ARGUMENTS_NOT_JSON')
      assert.match(error.message, message)
    }
  })
  it('answers hostile sizes in little time and few words', () => {
    const closed = toolWith({
      type: 'object',
      properties: { n: { type: 'array', items: { type: 'integer' } } },
      required: ['n', 'm'],
      additionalProperties: false,
    })
    const names = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`name_${index}`, 1]))
    const error = failureOf(JSON.stringify(names), {}, closed)
    assert.match(error.message, /and 99982 more problems\nCorrect this/)
    assert.ok(error.message.length < 5_000)
    const items = Array.from({ length: 100_000 }, (_, index) => String(index))
    const coerced = validateArguments(closed, JSON.stringify({ n: items }))
    assert.ok(!coerced.ok)
    const open = toolWith({
      type: 'object',
      properties: { n: { type: 'array', items: { type: 'integer' } } },
    })
    const result = validateArguments(open, JSON.stringify({ n: items }))
    assert.ok(result.ok)
    assert.equal(result.notes.length, 101)
    assert.equal(result.notes.at(-1)?.message, 'and more in the same way')
  })
  it('coerces also when the defaults have filled the list of notes', () => {
    const row: JsonSchema = { type: 'object', properties: { unit: { default: 'm' } } }
    const definition = toolWith({
      type: 'object',
      properties: { rows: { type: 'array', items: row }, n: { type: 'integer' } },
    })
    const rows = Array.from({ length: 200 }, () => ({}))
    const result = validateArguments(definition, JSON.stringify({ rows, n: '5' }))
    assert.ok(result.ok)
    assert.equal(result.value['n'], 5)
  })
  it('keeps __proto__ an ordinary argument', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"integer"}},"required":["__proto__"]}',
    ) as JsonSchema
    const definition = toolWith(schema)
    for (const args of ['{"__proto__":"5"}', JSON.parse('{"__proto__":"5"}')]) {
      const result = validateArguments(definition, args)
      assert.ok(result.ok)
      assert.deepEqual(Object.entries(result.value), [['__proto__', 5]])
      assert.equal(Object.getPrototypeOf(result.value), Object.prototype)
    }
  })
  it('turns whatever goes wrong in between into an error', () => {
    const fromWire = () => {
      throw new Error('mapping failed')
    }
    assert.equal(failureOf('{}', { fromWire }).code, 'INTERNAL')
    assert.equal(failureOf('{}', {}, null as never).code, 'OPTION_INVALID')
    const hostile = new Proxy({}, { ownKeys: () => assert.fail('trap') })
    assert.equal(failureOf(hostile).code, 'INTERNAL')
  })
  it('never throws, whatever it is given', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSparseArray: true,
      withTypedArray: true,
      withNullPrototype: true,
    })
    fc.assert(
      fc.property(arbitrarySchema(), fc.oneof(anything, fc.string(), arbitraryValue()), (inner, args) => {
        const definition = toolWith({ type: 'object', properties: { a: inner } })
        assert.equal(typeof validateArguments(definition, args, { repair: true }).ok, 'boolean')
      }),
      { numRuns: 500 },
    )
  })
  it('returns a value that fits as it came, without notes, when there are no defaults', () => {
    fc.assert(
      fc.property(arbitrarySchema(), arbitraryValue(), (inner, value) => {
        const schema: JsonSchema = { type: 'object', properties: { a: inner } }
        fc.pre(compiledSchema(schema).check({ a: value }))
        assert.equal(planSchema(schema).hasDefaults, false)
        const text = JSON.stringify({ a: value })
        const result = validateArguments(toolWith(schema), text)
        assert.ok(result.ok)
        assert.equal(JSON.stringify(result.value), text)
        assert.deepEqual(result.notes, [])
      }),
      { numRuns: 300 },
    )
  })
  it('accepts only what fits the schema', () => {
    fc.assert(
      fc.property(arbitrarySchema(), arbitraryValue(), (inner, value) => {
        const schema: JsonSchema = { type: 'object', properties: { a: inner }, required: ['a'] }
        const result = validateArguments(toolWith(schema), { a: value })
        if (result.ok) assert.ok(compiledSchema(schema).check(result.value))
        else assert.ok(problemsIn(result.error).length > 0)
      }),
      { numRuns: 300 },
    )
  })
})

describe('validateArguments on corpora', withCorpora, () => {
  it('passes hostile strings through unchanged, as values and as names', () => {
    const strings = JSON.parse(readFileSync(join(CORPORA ?? '', 'blns/blns.json'), 'utf8')) as string[]
    const open = toolWith({ type: 'object', additionalProperties: { type: 'string' } })
    const closed = toolWith({
      type: 'object',
      properties: { n: { type: 'integer' } },
      additionalProperties: false,
    })
    assert.ok(strings.length > 400)
    for (const text of strings) {
      const result = validateArguments(
        open,
        `{"v":${JSON.stringify(text)},${JSON.stringify(`k${text}`)}:"x"}`,
      )
      assert.ok(result.ok, text)
      assert.equal(result.value['v'], text)
      const refused = validateArguments(closed, JSON.stringify({ n: `x${text}`, [text]: 1 }))
      assert.ok(!refused.ok)
      assert.ok(refused.error.message.length < 600)
      assert.equal(typeof validateArguments(open, text, { repair: true }).ok, 'boolean')
    }
  })
  it('accepts the answers of BFCL, and restores them when numbers and lists come as text', () => {
    const linesOf = (file: string) =>
      readFileSync(join(CORPORA ?? '', 'bfcl', file), 'utf8')
        .trim()
        .split('\n')
    const answers = linesOf('possible_answer/BFCL_v4_simple_python.json').map(
      (line) => JSON.parse(line) as Answer,
    )
    let accepted = 0
    let restored = 0
    linesOf('BFCL_v4_simple_python.json').forEach((line, index) => {
      const { function: functions } = JSON.parse(line) as { function: { parameters: unknown }[] }
      const definition = toolWith(fromBfcl(functions[0]?.parameters) as JsonSchema)
      const args: Record<string, unknown> = {}
      for (const [name, allowed] of Object.entries(Object.values(answers[index]!.ground_truth[0]!)[0]!)) {
        if (!allowed.includes('')) args[name] = allowed[0]
      }
      const clean = validateArguments(definition, JSON.stringify(args))
      if (!clean.ok || clean.notes.some((note) => note.kind !== 'default')) return
      accepted++
      const asText = Object.entries(args).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ])
      const coerced = validateArguments(definition, JSON.stringify(Object.fromEntries(asText)))
      assert.ok(coerced.ok, line)
      assert.deepEqual(coerced.value, clean.value)
      restored++
    })
    assert.ok(accepted > 370, `${accepted} accepted`)
    assert.equal(restored, accepted)
  })
  it('explains and accepts by the schemas of real MCP tools', () => {
    const folder = join(CORPORA ?? '', 'mcp-tools/github-toolsnaps')
    let count = 0
    for (const file of readdirSync(folder)) {
      const tool = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { inputSchema: JsonSchema }
      const definition = toolWith(tool.inputSchema)
      const required = tool.inputSchema.required ?? []
      const result = validateArguments(definition, '{}')
      assert.equal(result.ok, required.length === 0, file)
      if (!result.ok) {
        assert.equal(result.error.code, 'ARGUMENT_MISSING')
        assert.equal(problemsIn(result.error).length, required.length)
      }
      count++
    }
    assert.ok(count > 50)
  })
})

interface Answer {
  readonly ground_truth: readonly Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>[]
}

const BFCL_TYPES = new Map<unknown, string | undefined>([
  ['dict', 'object'],
  ['float', 'number'],
  ['tuple', 'array'],
  ['any', undefined],
])

/** BFCL writes types as Python does. */
function fromBfcl(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map(fromBfcl)
  const copy: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(part)) {
    if (name === 'default' || name === 'optional') continue // often of another type than its own parameter
    const type = name === 'type' && BFCL_TYPES.has(value) ? BFCL_TYPES.get(value) : fromBfcl(value)
    if (type !== undefined) copy[name] = type
  }
  return copy
}
