import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkSchema } from '../../../src/schema/check/check-schema.ts'
import { fastestMs } from '../../fastest-ms.ts'

const found = (schema: unknown): readonly string[] =>
  checkSchema(schema).map(({ path, code }) => `${path.join('.')}: ${code}`)
const DRAFT_07 = 'http://json-schema.org/draft-07/schema#'

describe('checkSchema', () => {
  it('finds nothing wrong with a tool schema', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      description: 'Where and when',
      properties: {
        city: { type: 'string', minLength: 1, pattern: '^[A-Z][a-z]+$' },
        unit: { enum: ['c', 'f', null], default: 'c' },
        days: { type: ['integer', 'null'], minimum: 1, exclusiveMaximum: 8, multipleOf: 1 },
        stops: { type: 'array', items: { $ref: '#/$defs/stop' }, minItems: 0, uniqueItems: true },
        'x-unknown': { nullable: true, 'x-note': [1, { a: null }] },
      },
      patternProperties: { '^x-': true },
      required: ['city'],
      additionalProperties: false,
      dependentRequired: { city: ['unit'] },
      dependentSchemas: { unit: { required: ['days'] } },
      $defs: { stop: { type: 'object', properties: { next: { $ref: '#/$defs/stop' } } } },
    }
    assert.deepEqual(checkSchema(schema), [])
    assert.deepEqual(checkSchema(true), [])
  })

  it('refuses what is no schema at all', () => {
    for (const value of [undefined, null, 5, 'text', [], () => true, Symbol('s'), 5n])
      assert.deepEqual(found(value), [': SCHEMA_INVALID'])
  })

  it('names every malformed keyword at once, with its path', () => {
    const schema = {
      type: 5,
      properties: [],
      minLength: -1,
      maximum: Number.NaN,
      multipleOf: 0,
      required: ['a', 'a'],
      uniqueItems: 'yes',
      allOf: [],
      items: { type: 'strng' },
      format: 7,
      enum: {},
      dependentRequired: { a: 'b' },
      $vocabulary: { a: 1 },
      $anchor: '#no',
      $id: 'x#part',
      patternProperties: 3,
      pattern: 4,
      $ref: 4,
      dependencies: { a: [1] },
      not: 4,
    }
    assert.deepEqual(found(schema).toSorted(), [
      '$anchor: SCHEMA_INVALID',
      '$id: SCHEMA_INVALID',
      '$ref: SCHEMA_INVALID',
      '$vocabulary: SCHEMA_INVALID',
      'allOf: SCHEMA_INVALID',
      'dependencies: SCHEMA_INVALID',
      'dependentRequired: SCHEMA_INVALID',
      'enum: SCHEMA_INVALID',
      'format: SCHEMA_INVALID',
      'items.type: SCHEMA_INVALID',
      'maximum: SCHEMA_INVALID',
      'minLength: SCHEMA_INVALID',
      'multipleOf: SCHEMA_INVALID',
      'not: SCHEMA_INVALID',
      'pattern: SCHEMA_INVALID',
      'patternProperties: SCHEMA_INVALID',
      'properties: SCHEMA_INVALID',
      'required: SCHEMA_INVALID',
      'type: SCHEMA_INVALID',
      'uniqueItems: SCHEMA_INVALID',
    ])
  })

  it('says the cure of common slips', () => {
    const hint = (schema: unknown): string | undefined => checkSchema(schema)[0]?.hint
    assert.equal(hint({ type: 'int' }), 'Write `"integer"`.')
    assert.equal(hint({ type: 'String' }), 'Write `"string"`.')
    assert.equal(
      hint({ minimum: 3, exclusiveMinimum: true }),
      'That is draft-04: write the number of `minimum` as `exclusiveMinimum`, and remove `minimum`.',
    )
    assert.equal(hint({ exclusiveMaximum: false }), 'That is draft-04: remove `exclusiveMaximum`.')
    assert.equal(
      hint({ properties: { a: { required: true } } }),
      'List the names in `required` of the object around it.',
    )
    assert.equal(hint({ items: [{}] }), 'Use `prefixItems` for a tuple, or name draft-07 in `$schema`.')
  })

  it('reads the dialect from $schema', () => {
    assert.deepEqual(found({ $schema: DRAFT_07, items: [{ type: 'string' }], additionalItems: false }), [])
    assert.deepEqual(found({ $schema: DRAFT_07, prefixItems: 'not a keyword there' }), [])
    assert.deepEqual(
      found({ $schema: 'https://json-schema.org/draft/2019-09/schema', $recursiveRef: '#', items: [{}] }),
      [': SCHEMA_REF_CYCLE'],
    )
    assert.deepEqual(found({ $schema: 'http://json-schema.org/draft-04/schema#' }), [
      '$schema: SCHEMA_DIALECT_UNKNOWN',
    ])
    assert.deepEqual(found({ $schema: 'my dialect' }), ['$schema: SCHEMA_DIALECT_UNKNOWN'])
    assert.deepEqual(found({ $schema: 4 }), ['$schema: SCHEMA_INVALID'])
  })

  it('refuses what is not plain JSON, anywhere', () => {
    for (const odd of [() => 1, undefined, 5n, Number.POSITIVE_INFINITY, new Date(0), new Map()]) {
      assert.deepEqual(found({ default: { deep: [odd] } }), ['default.deep.0: SCHEMA_INVALID'])
      assert.deepEqual(found({ 'x-note': odd }), ['x-note: SCHEMA_INVALID'])
    }
    assert.deepEqual(found(new URL('https://a.example')), [': SCHEMA_INVALID'])
    assert.deepEqual(found(Object.assign(Object.create(null), { type: 'string' })), [])
  })

  it('refuses objects that hold themselves, and objects that throw', () => {
    const circle: Record<string, unknown> = {}
    circle['items'] = circle
    const list: unknown[] = []
    list.push(list)
    assert.equal(checkSchema(circle)[0]?.code, 'SCHEMA_INVALID')
    assert.equal(checkSchema({ enum: list })[0]?.code, 'SCHEMA_INVALID')
    const proxy = new Proxy({}, { ownKeys: () => assert.fail('read') })
    const getter = {
      type: 'object',
      get properties(): never {
        throw new Error('no')
      },
    }
    assert.deepEqual(found(proxy), [': SCHEMA_INVALID'])
    assert.deepEqual(found(getter), [': SCHEMA_INVALID'])
  })

  it('refuses references that lead nowhere or outside', () => {
    assert.deepEqual(found({ $ref: 'https://example.com/a.json' }), ['$ref: SCHEMA_REF_REMOTE'])
    assert.deepEqual(found({ $ref: 'other.json#/$defs/a' }), ['$ref: SCHEMA_REF_REMOTE'])
    assert.deepEqual(found({ $ref: '#/$defs/a' }), ['$ref: SCHEMA_REF_UNRESOLVED'])
    assert.deepEqual(found({ $ref: '#/$defs/%' }), ['$ref: SCHEMA_REF_UNRESOLVED'])
    assert.deepEqual(found({ $ref: '#name' }), ['$ref: SCHEMA_REF_UNRESOLVED'])
    assert.deepEqual(found({ $dynamicRef: '#name' }), ['$dynamicRef: SCHEMA_REF_UNRESOLVED'])
    assert.deepEqual(found({ $id: 'https://example.com/root', items: { $ref: 'item' } }), [
      'items.$ref: SCHEMA_REF_UNRESOLVED',
    ])
    assert.deepEqual(found({ $ref: '#/$defs', $defs: { a: {} }, title: 'not a schema: #/title' }), [])
    assert.deepEqual(found({ items: { $ref: '#/title' }, title: 'text' }), [
      'items.$ref: SCHEMA_REF_UNRESOLVED',
    ])
  })

  it('follows pointers, anchors, addresses, and pointers through unknown keywords', () => {
    const schema = {
      $id: 'https://example.com/root',
      properties: {
        a: { $ref: '#/$defs/a~1b%20c' },
        b: { $ref: '#here' },
        c: { $ref: 'item' },
        d: { $ref: 'item#/properties/x' },
        e: { $ref: '#/components/schemas/Pet' },
        f: { $dynamicRef: '#there' },
      },
      $defs: {
        'a/b c': { $anchor: 'here' },
        item: { $id: 'item', properties: { x: true } },
        dynamic: { $dynamicAnchor: 'there' },
      },
      components: { schemas: { Pet: { type: 'object' } } },
    }
    assert.deepEqual(found(schema), [])
    assert.deepEqual(
      found({ $schema: DRAFT_07, items: { $ref: '#a' }, definitions: { a: { $id: '#a' } } }),
      [],
    )
    assert.deepEqual(found({ $ref: '#/components/Pet', components: { Pet: { type: 'pet' } } }), [
      'components.Pet.type: SCHEMA_INVALID',
    ])
  })

  it('refuses references that come back without a property or item between', () => {
    const cycles = [
      { $ref: '#' },
      { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
      { allOf: [{ $ref: '#' }] },
      { anyOf: [{ type: 'string' }, { oneOf: [{ $ref: '#' }] }] },
      { if: { $ref: '#' } },
      { not: { $ref: '#' } },
      { dependentSchemas: { a: { $ref: '#' } } },
    ]
    for (const schema of cycles) {
      assert.ok(
        checkSchema(schema).some(({ code }) => code === 'SCHEMA_REF_CYCLE'),
        JSON.stringify(schema),
      )
    }
    assert.deepEqual(found({ properties: { next: { $ref: '#' } }, items: { allOf: [{ $ref: '#' }] } }), [])
  })

  it('refuses references that double at each step', () => {
    const $defs: Record<string, unknown> = { step0: { type: 'string' } }
    for (let step = 1; step <= 40; step++) {
      const before = { $ref: `#/$defs/step${step - 1}` }
      $defs[`step${step}`] = { allOf: [before, before] }
    }
    assert.deepEqual(
      new Set(checkSchema({ $ref: '#/$defs/step40', $defs }).map(({ code }) => code)),
      new Set(['SCHEMA_TOO_LARGE']),
    )
  })

  it('refuses patterns that are none, or take for ever, wherever they stand', () => {
    assert.deepEqual(found({ pattern: '(' }), ['pattern: SCHEMA_PATTERN_INVALID'])
    assert.deepEqual(found({ patternProperties: { '[': {} } }), [
      'patternProperties.[: SCHEMA_PATTERN_INVALID',
    ])
    assert.deepEqual(found({ pattern: '^(?=(a+)+$)' }), ['pattern: SCHEMA_PATTERN_UNSAFE'])
    assert.deepEqual(found({ patternProperties: { '^(a+)+$': {} } }), [
      'patternProperties.^(a+)+$: SCHEMA_PATTERN_UNSAFE',
    ])
    assert.deepEqual(found({ pattern: '^(a+)+$' }), [])
    assert.deepEqual(checkSchema({ pattern: '^(?=(a+)+$)' }, { trustedPatterns: true }), [])
  })

  it('lists at most 50 problems', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`p${index}`, { type: index }]),
    )
    assert.equal(checkSchema({ properties }).length, 50)
  })

  it('answers within 50 ms whatever it is given', () => {
    const many = <Value>(count: number, value: (index: number) => Value): Value[] =>
      Array.from({ length: count }, (_, index) => value(index))
    const nest = (turns: number, wrap: (inner: unknown) => unknown): unknown => {
      let value: unknown = {}
      for (let turn = 0; turn < turns; turn++) value = wrap(value)
      return value
    }
    const hostile: Record<string, unknown> = {
      'many keys': Object.fromEntries(many(100_000, (index) => [`k${index}`, 1])),
      'many properties': { properties: Object.fromEntries(many(100_000, (index) => [`k${index}`, {}])) },
      'deep schemas': nest(100_000, (items) => ({ items })),
      'deep data': { enum: nest(100_000, (inner) => [inner]) },
      'deep allOf': nest(60, (inner) => ({ allOf: [inner, inner] })),
      'long text': { description: 'x'.repeat(10_000_000) },
      'long pattern': { pattern: '(a+)+'.repeat(1_000_000) },
      'long enum': { enum: many(1_000_000, (index) => index) },
      'long required': { required: many(1_000_000, (index) => `n${index}`) },
      'long allOf': { allOf: many(1_000_000, () => true) },
      'sparse list': { enum: Array.from({ length: 9_000 }) },
      'many patterns': { anyOf: many(3_000, (index) => ({ pattern: `(\\w+\\s*)+x${index}` })) },
      'many references': { anyOf: many(3_000, (index) => ({ $ref: `#/anyOf/${(index + 1) % 3_000}` })) },
      'many addresses': {
        $defs: Object.fromEntries(
          many(2_000, (index) => [`a${index}`, { $id: `x${index}`, $ref: `x${index + 1}` }]),
        ),
      },
    }
    checkSchema({ type: 'object' })
    for (const [name, schema] of Object.entries(hostile)) {
      assert.ok(checkSchema(schema).length > 0, name)
      const tookMs = fastestMs(() => checkSchema(schema), 50)
      assert.ok(tookMs <= 50, `${name}: ${tookMs} ms`)
    }
  })
})
