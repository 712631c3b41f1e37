import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type } from 'arktype'
import * as v from 'valibot'
import { z } from 'zod'
import { checkSchema } from '../../../src/schema/check/check-schema.ts'
import { isStandardSchema, toJsonSchema } from '../../../src/schema/standard/standard-json-schema.ts'
import type { StandardSchema } from '../../../src/schema/standard/standard-schema.ts'

const convert = (schema: unknown, side: 'input' | 'output' = 'input'): unknown => {
  assert.ok(isStandardSchema(schema))
  const conversion = toJsonSchema(schema, side)
  if (!conversion.ok) return conversion.message
  assert.deepEqual(checkSchema(conversion.schema), [])
  return conversion.schema
}
const text = { type: 'string' }

describe('isStandardSchema', () => {
  it('knows Zod, Valibot and ArkType, and nothing else', () => {
    for (const schema of [z.string(), v.string(), type('string')])
      assert.equal(isStandardSchema(schema), true)
    const proxy = new Proxy({}, { get: () => assert.fail('read') })
    for (const other of [null, undefined, 1, {}, { '~standard': {} }, { type: 'string' }, () => 1, proxy])
      assert.equal(isStandardSchema(other), false)
  })
})

describe('toJsonSchema of Zod', () => {
  it('closes objects that do not say, and leaves loose ones open', () => {
    const schema = z.object({
      city: z.string().min(1).describe('Where'),
      place: z.object({ id: z.string() }).optional(),
      extra: z.looseObject({ a: z.string() }),
      tags: z.array(z.object({ t: z.string() })).default([]),
      either: z.union([z.object({ a: z.string() }), z.null()]),
      map: z.record(z.string(), z.boolean()),
    })
    assert.deepEqual(convert(schema), {
      type: 'object',
      properties: {
        city: { type: 'string', minLength: 1, description: 'Where' },
        place: { type: 'object', properties: { id: text }, required: ['id'], additionalProperties: false },
        extra: { type: 'object', properties: { a: text }, required: ['a'], additionalProperties: {} },
        tags: {
          type: 'array',
          default: [],
          items: { type: 'object', properties: { t: text }, required: ['t'], additionalProperties: false },
        },
        either: {
          anyOf: [
            { type: 'object', properties: { a: text }, required: ['a'], additionalProperties: false },
            { type: 'null' },
          ],
        },
        map: { type: 'object', propertyNames: text, additionalProperties: { type: 'boolean' } },
      },
      required: ['city', 'extra', 'either', 'map'],
      additionalProperties: false,
    })
  })

  it('takes the side before or behind a transform', () => {
    const schema = z.object({ n: z.string().transform(Number).pipe(z.number()) })
    assert.deepEqual((convert(schema) as { properties: unknown }).properties, { n: text })
    assert.deepEqual((convert(schema, 'output') as { properties: unknown }).properties, {
      n: { type: 'number' },
    })
  })

  it('names the field that cannot be written', () => {
    const message =
      'The field `place.when` cannot be written as JSON Schema: Date cannot be represented in JSON Schema.'
    assert.equal(convert(z.object({ a: z.string(), place: z.object({ when: z.date() }) })), message)
    assert.match(String(convert(z.date())), /^The schema cannot be written/)
  })

  it('keeps recursion', () => {
    const Node = z.object({
      name: z.string(),
      get children() {
        return z.array(Node)
      },
    })
    const schema = convert(Node) as { properties: { children: unknown } }
    assert.deepEqual(schema.properties.children, { type: 'array', items: { $ref: '#' } })
  })
})

describe('toJsonSchema of ArkType', () => {
  it('leaves objects as open as ArkType has them', () => {
    assert.deepEqual(convert(type({ city: 'string > 0', 'place?': { '+': 'reject', id: 'string' } })), {
      type: 'object',
      properties: {
        city: { type: 'string', minLength: 1 },
        place: { type: 'object', properties: { id: text }, required: ['id'], additionalProperties: false },
      },
      required: ['city'],
    })
  })

  it('names the field that cannot be written', () => {
    assert.match(
      String(convert(type({ place: { when: 'Date' } }))),
      /^The field `place\.when` cannot be written as JSON Schema/,
    )
    assert.match(String(convert(type('Date'))), /^The schema cannot be written/)
  })
})

describe('toJsonSchema of Valibot', () => {
  it('writes every kind of object', () => {
    const closed = { type: 'object', properties: { a: text }, required: ['a'], additionalProperties: false }
    assert.deepEqual(convert(v.object({ a: v.string() })), closed)
    assert.deepEqual(convert(v.strictObject({ a: v.string() })), closed)
    assert.deepEqual(convert(v.looseObject({ a: v.string() })), {
      type: 'object',
      properties: { a: text },
      required: ['a'],
    })
    assert.deepEqual(convert(v.objectWithRest({ a: v.string() }, v.number())), {
      ...closed,
      additionalProperties: { type: 'number' },
    })
    assert.deepEqual(convert(v.record(v.string(), v.number())), {
      type: 'object',
      additionalProperties: { type: 'number' },
    })
    assert.deepEqual(convert(v.record(v.picklist(['a']), v.any())), {
      type: 'object',
      propertyNames: { enum: ['a'] },
      additionalProperties: {},
    })
    assert.deepEqual(convert(v.object({ a: v.optional(v.string()) })), {
      type: 'object',
      properties: { a: text },
      additionalProperties: false,
    })
    assert.deepEqual(convert(v.intersect([v.object({ a: v.string() }), v.object({ b: v.string() })])), {
      allOf: [
        { type: 'object', properties: { a: text }, required: ['a'] },
        { type: 'object', properties: { b: text }, required: ['b'] },
      ],
    })
  })

  it('writes scalars, lists and unions', () => {
    assert.deepEqual(convert(v.array(v.boolean())), { type: 'array', items: { type: 'boolean' } })
    assert.deepEqual(convert(v.tuple([v.string(), v.null()])), {
      type: 'array',
      prefixItems: [text, { type: 'null' }],
      minItems: 2,
      items: false,
    })
    assert.deepEqual(convert(v.tupleWithRest([v.string()], v.number())), {
      type: 'array',
      prefixItems: [text],
      minItems: 1,
      items: { type: 'number' },
    })
    assert.deepEqual(convert(v.looseTuple([v.string()])), { type: 'array', prefixItems: [text], minItems: 1 })
    assert.deepEqual(convert(v.enum({ A: 'x', B: 1 })), { enum: ['x', 1] })
    assert.deepEqual(convert(v.literal(true)), { const: true })
    assert.deepEqual(convert(v.union([v.string(), v.unknown()])), { anyOf: [text, {}] })
    assert.deepEqual(convert(v.never()), { not: {} })
    assert.deepEqual(convert(v.lazy(() => v.string())), text)
    const kind = (name: string): object => ({
      type: 'object',
      properties: { k: { const: name } },
      required: ['k'],
      additionalProperties: false,
    })
    assert.deepEqual(
      convert(v.variant('k', [v.object({ k: v.literal('a') }), v.object({ k: v.literal('b') })])),
      { anyOf: [kind('a'), kind('b')] },
    )
  })

  it('writes what may be missing or null, with its default', () => {
    const schema = v.object({
      a: v.nullable(v.string()),
      b: v.nullish(v.picklist(['x']), 'x'),
      c: v.optional(v.number(), 3),
      d: v.optional(v.number(), () => 3),
      e: v.nonOptional(v.optional(v.string())),
      f: v.pipe(v.optional(v.string()), v.title('F')),
    })
    const properties = {
      a: { type: ['string', 'null'] },
      b: { anyOf: [{ enum: ['x'] }, { type: 'null' }], default: 'x' },
      c: { type: 'number', default: 3 },
      d: { type: 'number' },
      e: text,
      f: { type: 'string', title: 'F' },
    }
    assert.deepEqual(convert(schema), {
      type: 'object',
      properties,
      required: ['a', 'e'],
      additionalProperties: false,
    })
    assert.deepEqual((convert(schema, 'output') as { required: unknown }).required, ['a', 'b', 'c', 'd', 'e'])
  })

  it('writes the steps of a pipe up to the first transform', () => {
    const described = v.pipe(
      v.string(),
      v.minLength(2),
      v.maxLength(5),
      v.regex(/^a/),
      v.regex(/b/),
      v.description('D'),
      v.examples(['ab']),
    )
    assert.deepEqual(convert(described), {
      type: 'string',
      minLength: 2,
      maxLength: 5,
      pattern: '^a',
      description: 'D',
      examples: ['ab'],
    })
    assert.deepEqual(
      convert(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9), v.multipleOf(2))),
      { type: 'integer', minimum: 1, maximum: 9, multipleOf: 2 },
    )
    assert.deepEqual(convert(v.pipe(v.number(), v.gtValue(1), v.ltValue(9))), {
      type: 'number',
      exclusiveMinimum: 1,
      exclusiveMaximum: 9,
    })
    assert.deepEqual(convert(v.pipe(v.array(v.string()), v.nonEmpty(), v.maxLength(3))), {
      type: 'array',
      items: text,
      minItems: 1,
      maxItems: 3,
    })
    assert.deepEqual(convert(v.pipe(v.array(v.string()), v.length(2))), {
      type: 'array',
      items: text,
      minItems: 2,
      maxItems: 2,
    })
    assert.deepEqual(convert(v.pipe(v.record(v.string(), v.any()), v.minEntries(1), v.maxEntries(2))), {
      type: 'object',
      additionalProperties: {},
      minProperties: 1,
      maxProperties: 2,
    })
    for (const [action, format] of [
      [v.email(), 'email'],
      [v.url(), 'uri'],
      [v.isoDate(), 'date'],
    ] as const)
      assert.deepEqual(convert(v.pipe(v.string(), action)), { type: 'string', format })
    assert.deepEqual(convert(v.pipe(v.string(), v.regex(/a/i))), text)
    assert.deepEqual(convert(v.pipe(v.string(), v.transform(Number), v.minValue(3))), text)
  })

  it('writes the result of a transform only where it is known', () => {
    assert.deepEqual(convert(v.pipe(v.string(), v.transform(Number), v.number(), v.minValue(3)), 'output'), {
      type: 'number',
      minimum: 3,
    })
    assert.deepEqual(convert(v.pipe(v.string(), v.trim(), v.minLength(1)), 'output'), {
      type: 'string',
      minLength: 1,
    })
    assert.match(
      String(convert(v.object({ n: v.pipe(v.string(), v.transform(Number)) }), 'output')),
      /^The field `n` .*transform/,
    )
  })

  it('names the field that cannot be written', () => {
    const message =
      "The field `place.when` cannot be written as JSON Schema: Valibot's `date` has no counterpart there."
    assert.equal(convert(v.object({ place: v.object({ when: v.date() }) })), message)
    assert.match(String(convert(v.array(v.bigint()))), /^The field `\[\]`/)
    assert.match(String(convert(v.literal(5n))), /literal bigint is no JSON/)
    const endless: v.GenericSchema = v.lazy(() => v.array(endless))
    assert.match(String(convert(endless)), /nested too deeply, or refers to itself/)
  })
})

describe('toJsonSchema of another library', () => {
  const standard = (jsonSchema?: unknown): StandardSchema =>
    ({
      '~standard': {
        version: 1,
        vendor: 'other',
        validate: (value: unknown) => ({ value }),
        ...(jsonSchema === undefined ? {} : { jsonSchema }),
      },
    }) as StandardSchema

  it('says when it has no converter', () => {
    assert.match(String(convert(standard())), /The library `other` cannot write its schemas/)
  })

  it('takes what its converter gives', () => {
    const jsonSchema = {
      input: () => ({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'string' }),
      output: () => ({}),
    }
    assert.deepEqual(convert(standard(jsonSchema)), text)
  })
})
