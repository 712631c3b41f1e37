import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fastestMs } from '../../fastest-ms.ts'
import { ToolwrightError } from '../../../src/errors/toolwright-error.ts'
import { compileSchema } from '../../../src/schema/compile/compile-schema.ts'
import type { JsonSchema } from '../../../src/schema/json-schema.ts'

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#'
const fits = (schema: JsonSchema | boolean, value: unknown): boolean => compileSchema(schema).check(value)

describe('compileSchema', () => {
  it('gives the verdict on a typical argument object', () => {
    const { check } = compileSchema({
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1 } },
      required: ['city'],
      additionalProperties: false,
    })
    assert.equal(check({ city: 'Oslo', days: 2 }), true)
    assert.equal(check({ city: 'Oslo', days: 0 }), false)
    assert.equal(check({ city: 'Oslo', town: 'Oslo' }), false)
    assert.equal(check({}), false)
    assert.equal(check([]), false)
    assert.equal(fits(true, 1), true)
    assert.equal(fits(false, 1), false)
  })

  it('works on a copy', () => {
    const schema = { enum: ['a'] }
    const { check } = compileSchema(schema)
    schema.enum.push('b')
    assert.equal(check('b'), false)
    assert.equal(check('a'), true)
  })

  it('checks the known formats and takes any other as a note', () => {
    const cases = [
      ['date', '2026-02-28', '2026-02-30'],
      ['date-time', '2026-02-28T10:00:00Z', '2026-02-28'],
      ['time', '10:00:00Z', '25:00:00Z'],
      ['duration', 'P1D', '1 day'],
      ['email', 'a@b.example', 'a at b'],
      ['hostname', 'a.example', '-a-'],
      ['ipv4', '10.0.0.1', '10.0.0.256'],
      ['ipv6', '::1', ':::1'],
      ['uri', 'https://a.example/b', '/b'],
      ['uri-reference', '/b', '\\'],
      ['uuid', '2eb8aa08-aa98-11ea-b4aa-73b441d16380', '2eb8'],
      ['json-pointer', '/a/b', 'a'],
      ['regex', '^a$', '('],
    ] as const
    for (const [format, right, wrong] of cases) {
      assert.equal(fits({ format }, right), true, format)
      assert.equal(fits({ format }, wrong), false, format)
      assert.equal(fits({ format }, 5), true, format)
      assert.equal(compileSchema({ format }, { formats: 'none' }).check(wrong), true)
    }
    assert.equal(fits({ format: 'iri' }, '\\'), true)
    assert.equal(fits({ format: 'toString' }, 'x'), true)
  })

  it('answers long texts of every format quickly', () => {
    for (const format of [
      'date',
      'date-time',
      'duration',
      'email',
      'hostname',
      'ipv6',
      'uri',
      'uri-reference',
      'json-pointer',
    ]) {
      const { check } = compileSchema({ format })
      for (const text of [
        'a'.repeat(20_000),
        'a.'.repeat(10_000),
        '/'.repeat(20_000),
        '%41'.repeat(7_000),
        ':'.repeat(20_000),
      ]) {
        assert.ok(fastestMs(() => check(`${text}\n`), 200) <= 200, `${format} on ${text.slice(0, 3)}`)
      }
    }
  })

  it('does not apply unevaluatedProperties to arrays', () => {
    assert.equal(fits({ unevaluatedProperties: false }, [5]), true)
    assert.equal(fits({ type: ['object', 'array'], unevaluatedProperties: false }, [5]), true)
    assert.equal(fits({ unevaluatedProperties: false }, { a: 5 }), false)
    const schema: JsonSchema = {
      allOf: [{ properties: { a: true } }],
      $ref: '#/$defs/b',
      unevaluatedProperties: { type: 'string' },
      $defs: { b: { properties: { b: true } } },
    }
    assert.equal(fits(schema, { a: 1, b: 2, c: 'text' }), true)
    assert.equal(fits(schema, { a: 1, b: 2, c: 3 }), false)
    assert.equal(
      fits({ type: 'object', properties: { a: true }, unevaluatedProperties: false }, { b: 1 }),
      false,
    )
  })

  it('compiles many nested unevaluatedProperties without doubling at each', () => {
    let schema: JsonSchema = { unevaluatedProperties: false }
    for (let level = 0; level < 40; level++)
      schema = { properties: { a: schema }, unevaluatedProperties: false }
    const startMs = performance.now()
    const { check } = compileSchema(schema)
    assert.equal(check({ a: { a: {} } }), true)
    assert.equal(check({ a: { b: {} } }), false)
    assert.ok(performance.now() - startMs < 1_000)
  })

  it('heeds a minLength that no text can reach', () => {
    assert.equal(fits({ minLength: 2 ** 30 }, 'abc'), false)
    assert.equal(fits({ minLength: 2 ** 31 }, 'abc'), false)
    assert.equal(fits({ maxLength: 2 ** 31 }, 'abc'), true)
  })

  it('takes lists that generated code cannot hold', () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `n${index}`)
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' } as const]))
    const wide = compileSchema({ type: 'object', properties, additionalProperties: false })
    assert.equal(wide.check({ n2999: 1 }), true)
    assert.equal(wide.check({ n2999: 'x' }), false)
    assert.equal(wide.check({ n3000: 1 }), false)
    assert.equal(fits({ enum: names }, 'n2999'), true)
    assert.equal(fits({ enum: names }, 'n3000'), false)
    assert.equal(fits({ required: names }, {}), false)
    assert.equal(fits({ anyOf: names.map((name) => ({ const: name })) }, 'n2999'), true)
  })

  it('is not misled by the members of Object.prototype', () => {
    assert.equal(fits({ required: ['toString'] }, {}), false)
    assert.equal(fits({ required: ['toString'] }, { toString: 1 }), true)
    assert.equal(fits({ properties: { valueOf: { type: 'string' as const } } }, {}), true)
    assert.equal(fits({ properties: { valueOf: { type: 'string' as const } } }, { valueOf: 1 }), false)
    assert.equal(fits({ items: { dependentRequired: { hasOwnProperty: ['a'] } } }, [{}]), true)
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"}},"additionalProperties":false}')
    assert.equal(fits(schema, JSON.parse('{"__proto__":"x"}')), true)
    assert.equal(fits(schema, JSON.parse('{"__proto__":1}')), false)
    assert.equal(fits({ properties: {}, additionalProperties: false }, JSON.parse('{"__proto__":1}')), false)
  })

  it('compares const and enum as JSON', () => {
    assert.equal(fits({ const: [] }, JSON.parse('{"__proto__":[]}')), false)
    assert.equal(fits({ const: { a: [1, { b: 2 }] } }, { a: [1, { b: 2 }] }), true)
    assert.equal(fits({ const: { a: 1, b: 2 } }, { b: 2, a: 1 }), true)
    assert.equal(fits({ const: { a: 1 } }, { toString: 1 }), false)
    assert.equal(fits({ enum: [[1], 'x', null] }, [1]), true)
    assert.equal(fits({ enum: [[1], 'x', null] }, [1, 2]), false)
    assert.equal(fits({ enum: [[1], 'x', null] }, null), true)
    assert.equal(fits({ const: null }, 0), false)
  })

  it('lets a draft-07 $ref silence what stands beside it', () => {
    const schema: JsonSchema = {
      $ref: '#/definitions/a',
      maxLength: 1,
      definitions: { a: { type: 'string' } },
    }
    assert.equal(fits({ $schema: DRAFT_07, ...schema }, 'long'), true)
    assert.equal(fits(schema, 'long'), false)
  })

  it('reads the keywords of the dialect only', () => {
    assert.equal(
      fits({ $schema: DRAFT_07, items: [{ type: 'string' }], additionalItems: false }, ['a', 1]),
      false,
    )
    assert.equal(fits({ $schema: DRAFT_07, dependentRequired: { a: ['b'] } }, { a: 1 }), true)
    assert.equal(fits({ prefixItems: [{ type: 'string' }] }, [1]), false)
    assert.equal(fits({ '~refine': [{ check: 1 }], nullable: true, type: 'string' }, 'x'), true)
  })

  it('follows references through unknown keywords and into other documents', () => {
    const schema: JsonSchema = {
      $ref: '#/components/schemas/Pet',
      components: { schemas: { Pet: { type: 'string', format: 'date' } } },
    }
    assert.equal(fits(schema, '2026-01-01'), true)
    assert.equal(fits(schema, 'x'), false)
    const remotes = { 'https://example.com/a': { type: 'string', pattern: '^a' } }
    const { check } = compileSchema({ items: { $ref: 'https://example.com/a' } }, { remotes })
    assert.equal(check(['ab']), true)
    assert.equal(check(['ba']), false)
    const meta = compileSchema({ $ref: 'https://json-schema.org/draft/2020-12/schema' })
    assert.equal(meta.check({ type: 'string' }), true)
    assert.equal(meta.check({ type: 5 }), false)
  })

  it('runs dangerous patterns in linear time, refuses those it cannot, and trusts a trusted author', () => {
    const { check } = compileSchema({ pattern: '^(a+)+$' })
    const startMs = performance.now()
    assert.equal(check(`${'a'.repeat(5_000)}!`), false)
    assert.equal(check('a'.repeat(5_000)), true)
    assert.ok(performance.now() - startMs < 500)
    assert.equal(check(5), true)
    const unsafe = { pattern: '^(?=(a+)+$)' }
    assert.throws(
      () => compileSchema(unsafe),
      (error) => ToolwrightError.is(error, 'SCHEMA_PATTERN_UNSAFE'),
    )
    assert.throws(
      () => compileSchema({ pattern: '(' }),
      (error) => ToolwrightError.is(error, 'SCHEMA_PATTERN_INVALID'),
    )
    assert.throws(
      () => compileSchema({ patternProperties: { '(a+)+$': {} } }),
      (error) => ToolwrightError.is(error, 'SCHEMA_PATTERN_UNSAFE'),
    )
    assert.throws(
      () => compileSchema({ patternProperties: { '(': {} } }),
      (error) => ToolwrightError.is(error, 'SCHEMA_PATTERN_INVALID'),
    )
    assert.equal(compileSchema(unsafe, { trustedPatterns: true }).check('aa'), true)
    assert.equal(
      compileSchema({ patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false }).check({
        'x-a': 1,
      }),
      false,
    )
  })

  it('never throws and never hangs, however deep or doubled the data', () => {
    const tree = compileSchema({ type: 'object', properties: { next: { $ref: '#' } } })
    const doubled = compileSchema({
      allOf: [{ properties: { next: { $ref: '#' } } }, { properties: { next: { $ref: '#' } } }],
    })
    const bare = compileSchema({ properties: { toString: { $ref: '#' } } })
    const nested = (key: string, turns: number): unknown => {
      let value: unknown = {}
      for (let turn = 0; turn < turns; turn++) value = { [key]: value }
      return value
    }
    assert.equal(tree.check(nested('next', 500)), true)
    assert.equal(typeof tree.check(nested('next', 100_000)), 'boolean')
    assert.equal(bare.check(nested('toString', 100_000)), false)
    const startMs = performance.now()
    assert.equal(doubled.check(nested('next', 60)), false)
    assert.ok(performance.now() - startMs < 1_000)
    assert.equal(doubled.check(nested('next', 10)), true)
    assert.equal(fits({ $ref: '#' }, 1), false)
    const throwing = new Proxy({}, { ownKeys: () => assert.fail('read') })
    assert.equal(fits({ type: 'object', properties: {}, additionalProperties: false }, throwing), false)
  })

  it('checks 20,000 unique objects without hanging', () => {
    const items = Array.from({ length: 20_000 }, (_, index) => ({ index }))
    assert.equal(fits({ uniqueItems: true }, items), true)
    assert.equal(fits({ uniqueItems: true }, [...items, { index: 3 }]), false)
  })
})
