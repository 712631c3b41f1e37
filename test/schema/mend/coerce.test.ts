import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isDeeperThan, isExactNumber, parseJsonText } from '../../../src/schema/mend/json-text.ts'
import { coerce } from '../../../src/schema/mend/coerce.ts'
import type { ValueNote } from '../../../src/schema/mend/fill-defaults.ts'
import type { JsonSchema } from '../../../src/schema/json-schema.ts'
import { planSchema } from '../../../src/schema/plan/plan.ts'
import { compiledSchema } from '../../../src/schema/compile/schema-cache.ts'
import { arbitrarySchema } from '../arbitrary-schema.ts'

const run = (schema: JsonSchema, value: unknown): { value: unknown; notes: ValueNote[] } => {
  const notes: ValueNote[] = []
  return { value: coerce(planSchema(schema), value, notes), notes }
}
const of = (schema: JsonSchema, value: unknown): unknown =>
  run({ properties: { a: schema } }, { a: value }).value
const same = (schema: JsonSchema, ...values: unknown[]): void => {
  for (const value of values)
    assert.deepEqual(of(schema, structuredClone(value)), { a: value }, JSON.stringify(value))
}

describe('coerce', () => {
  it('takes exact decimal text for a number, with a note', () => {
    assert.deepEqual(run({ properties: { n: { type: 'integer' } } }, { n: '5' }), {
      value: { n: 5 },
      notes: [{ kind: 'coerced', path: 'n', message: 'the string "5" was taken as the number 5' }],
    })
    assert.deepEqual(of({ type: 'integer' }, '-12'), { a: -12 })
    assert.deepEqual(of({ type: 'integer' }, '5.0'), { a: 5 })
    assert.deepEqual(of({ type: 'number' }, '2.50'), { a: 2.5 })
    assert.deepEqual(of({ type: 'number' }, '1e-9'), { a: 1e-9 })
    assert.deepEqual(of({ type: 'integer' }, '0'), { a: 0 })
    assert.deepEqual(of({ type: 'integer' }, '9007199254740991'), { a: 9007199254740991 })
    assert.deepEqual(of({ type: 'number' }, '0.1234567890123456'), { a: 0.1234567890123456 })
  })
  it('leaves text that is not exactly a decimal number', () => {
    const texts = [
      '',
      ' 5',
      '5 ',
      '0x10',
      '1e999',
      '1e-999',
      '1e',
      '+5',
      '05',
      '5.',
      '.5',
      'NaN',
      'Infinity',
      '-0',
      '٥',
    ]
    same({ type: 'number' }, ...texts, '9007199254740993', '123456789012345678901', '0.123456789012345678901')
    same({ type: 'integer' }, '2.5', 'five', '9007199254740990.9999999')
  })
  it('takes "true" and "false" for booleans, nothing else', () => {
    assert.deepEqual(of({ type: 'boolean' }, 'true'), { a: true })
    assert.deepEqual(of({ type: 'boolean' }, 'false'), { a: false })
    same({ type: 'boolean' }, 'True', 'yes', '1', 1, 0, '')
  })
  it('takes JSON text for arrays and objects, and coerces within', () => {
    assert.deepEqual(of({ type: 'array', items: { type: 'integer' } }, '["1", 2]'), { a: [1, 2] })
    assert.deepEqual(of({ type: 'object' }, ' {"x": 1}'), { a: { x: 1 } })
    same({ type: 'array' }, '{"x":1}', '[1', 'null', '', '1,2')
    same({ type: 'object' }, '[1]', '{"id": 12345678901234567890}', '['.repeat(2_000) + ']'.repeat(2_000))
    assert.deepEqual(of({ type: 'object' }, '{"x": " 1234567890123456789"}'), {
      a: { x: ' 1234567890123456789' },
    })
  })
  it('takes null for absent where a property is optional and null is not allowed', () => {
    const schema: JsonSchema = {
      properties: {
        a: { type: 'string' },
        b: { type: 'string' },
        c: { type: ['string', 'null'] },
        d: { enum: ['x'] },
      },
      required: ['b'],
    }
    assert.deepEqual(run(schema, { a: null, b: null, c: null, d: null }).value, { b: null, c: null })
  })
  it('takes an enum value in other letters when only one can be meant', () => {
    assert.deepEqual(of({ enum: ['celsius', 'fahrenheit'] }, 'Celsius'), { a: 'celsius' })
    assert.deepEqual(of({ anyOf: [{ const: 'on' }, { const: 'off' }] }, 'ON'), { a: 'on' })
    same({ enum: ['a', 'A'] }, 'a', 'A')
    same({ enum: ['ab', 'AB'] }, 'Ab')
    same({ enum: ['celsius'] }, 'celsiuss')
    assert.deepEqual(of({ enum: [1, 2] }, '2'), { a: 2 })
    same({ enum: [1, 2] }, '3')
    same({ enum: [true] }, 'false')
  })
  it('does nothing else', () => {
    same({ type: 'string' }, 5, true, ['a'], { x: 1 }, '5')
    same({ type: 'integer' }, 5.5, true)
    same({ type: ['string', 'integer'] }, '5')
    same({ type: 'array', items: { type: 'string' } }, 'a', [null])
  })
  it('goes into the only branch of a union that can be meant', () => {
    const point: JsonSchema = {
      type: 'object',
      properties: { kind: { const: 'point' }, x: { type: 'number' } },
    }
    const text: JsonSchema = {
      type: 'object',
      properties: { kind: { const: 'text' }, x: { type: 'string' } },
    }
    assert.deepEqual(of({ anyOf: [point, { type: 'null' }] }, { x: '1' }), { a: { x: 1 } })
    assert.deepEqual(of({ anyOf: [point, text] }, { kind: 'point', x: '1' }), { a: { kind: 'point', x: 1 } })
    assert.deepEqual(of({ anyOf: [point, text] }, { kind: 'text', x: '1' }), { a: { kind: 'text', x: '1' } })
    same({ anyOf: [point, text] }, { x: '1' }, { kind: 'other', x: '1' })
    same({ anyOf: [{ type: 'object', properties: { x: { type: 'number' } } }, text] }, { x: '1' })
  })
  it('keeps __proto__ an ordinary name', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"integer"}}}') as JsonSchema
    const { value } = run(schema, JSON.parse('{"__proto__":"5"}'))
    assert.deepEqual(Object.entries(value as object), [['__proto__', 5]])
  })
  it('stands values of any depth', () => {
    let value: unknown = {}
    for (let level = 0; level < 20_000; level++) value = { next: value }
    run({ properties: { next: { $ref: '#' } } }, value)
  })
  it('is idempotent: a second run changes and notes nothing', () => {
    fc.assert(
      fc.property(arbitrarySchema(), fc.jsonValue({ maxDepth: 4 }), (schema, given) => {
        const once = run(schema, structuredClone(given)).value
        const again = run(schema, structuredClone(once))
        assert.deepEqual(again, { value: once, notes: [] })
      }),
      { numRuns: 300 },
    )
  })
  it('never makes a value fit less', () => {
    fc.assert(
      fc.property(arbitrarySchema(), fc.jsonValue({ maxDepth: 4 }), (schema, given) => {
        const compiled = compiledSchema(schema)
        fc.pre(compiled.check(given))
        assert.ok(compiled.check(run(schema, structuredClone(given)).value))
      }),
      { numRuns: 300 },
    )
  })
})

describe('parseJsonText', () => {
  it('refuses text that would lose digits or nests too deep', () => {
    assert.deepEqual(parseJsonText('[9007199254740992]'), [9007199254740992])
    assert.equal(parseJsonText('[9007199254740993]'), undefined)
    assert.equal(parseJsonText('[1e400]'), undefined)
    assert.equal(parseJsonText('5'), undefined)
  })
  it('counts levels outside strings only', () => {
    assert.equal(isDeeperThan(`["${'['.repeat(50)}\\"[["]`, 3), false)
    assert.equal(isDeeperThan('[[[[]]]]', 3), true)
    assert.equal(isDeeperThan('[[[]],[[]]]', 3), false)
    assert.equal(isDeeperThan('["unterminated', 3), false)
  })
  it('tells rounded numbers from exact ones', () => {
    assert.equal(isExactNumber('9007199254740993.0', 9007199254740992), false)
    assert.equal(isExactNumber('1e23', 1e23), true)
    assert.equal(isExactNumber('0.1', 0.1), true)
  })
})

describe('coerce on what is not its own', () => {
  it('leaves inherited properties alone', () => {
    const plan = planSchema({ type: 'object', properties: { n: { type: 'integer' } } })
    const value: unknown = Object.create({ n: '5' })
    const notes: ValueNote[] = []
    assert.equal(coerce(plan, value, notes), value)
    assert.deepEqual([Object.keys(value as object), notes], [[], []])
  })
})
