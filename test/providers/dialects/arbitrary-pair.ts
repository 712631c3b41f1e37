import fc from 'fast-check'
import type { JsonSchema } from '../../../src/schema/json-schema.ts'
import { DEFS, LEAVES, type Pair } from './pair-leaves.ts'

const NAMES = ['a', 'b', 'city', 'x-y', '__proto__', 'toString'] as const

const name = fc.constantFrom(...NAMES)

/** Conditions of objects that rest on which properties are there; a value that breaks one is passed over by the laws. */
const CONDITIONS: readonly JsonSchema[] = [
  { dependentRequired: { a: ['b'] } },
  { dependentSchemas: { a: { required: ['city'] } } },
  {
    if: { required: ['a'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { properties: { a: { not: { type: 'null' } } } },
    else: { required: ['b'] },
  },
  { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
  { oneOf: [{ required: ['a'] }, { not: { required: ['a'] } }] },
  { allOf: [{ required: ['a'] }] },
  { anyOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'integer' } } }] },
  { minProperties: 1, maxProperties: 3 },
  { propertyNames: { maxLength: 9 } },
  { not: { required: ['missing'] } },
  { unevaluatedProperties: false },
]

type Some = fc.Arbitrary<Pair>

function objectOf(pair: Some): Some {
  const property = fc.record({ name, pair, isRequired: fc.boolean(), isPresent: fc.boolean() })
  return fc
    .record({
      properties: fc.uniqueArray(property, { selector: (one) => one.name, minLength: 1, maxLength: 4 }),
      isClosed: fc.boolean(),
    })
    .map(({ properties, isClosed }): Pair => ({
      schema: {
        type: 'object',
        properties: Object.fromEntries(properties.map((one) => [one.name, one.pair.schema])),
        required: properties.filter(({ isRequired }) => isRequired).map((one) => one.name),
        ...(isClosed ? { additionalProperties: false } : {}),
      },
      value: Object.fromEntries(
        properties
          .filter(({ isRequired, isPresent }) => isRequired || isPresent)
          .map((one) => [one.name, one.pair.value]),
      ),
    }))
}

const conditional = (object: Some): Some =>
  fc.tuple(object, fc.constantFrom(...CONDITIONS)).map(([{ schema, value }, condition]) => ({
    schema: { ...schema, ...condition },
    value,
  }))

const list = (pair: Some): Some =>
  fc
    .tuple(pair, fc.constantFrom<JsonSchema>({}, { maxItems: 3 }, { minItems: 1, uniqueItems: true }))
    .map(([{ schema, value }, limits]): Pair => ({
      schema: { type: 'array', items: schema, ...limits },
      value: [value],
    }))

const tuple = (pair: Some): Some =>
  fc
    .record({ pairs: fc.array(pair, { minLength: 1, maxLength: 3 }), form: fc.nat(3) })
    .map(({ pairs, form }): Pair => {
      const schemas = pairs.map(({ schema }) => schema)
      const forms: readonly JsonSchema[] = [
        { prefixItems: schemas, items: false },
        { prefixItems: schemas, items: { type: 'integer' } },
        { prefixItems: schemas },
        { prefixItems: schemas, items: false, minItems: 1, maxItems: 3 },
      ]
      return { schema: { type: 'array', ...forms[form] }, value: pairs.map(({ value }) => value) }
    })

const map = (pair: Some): Some =>
  fc.record({ pair, key: name, form: fc.nat(4) }).map(({ pair: { schema, value }, key, form }): Pair => {
    const forms: readonly JsonSchema[] = [
      { type: 'object', additionalProperties: schema },
      { type: ['object', 'null'], additionalProperties: schema, description: 'A map.' },
      { type: 'object', patternProperties: { '^[a-z_]': schema }, additionalProperties: false },
      { type: 'object', patternProperties: { '^q': { type: 'null' } }, additionalProperties: schema },
      { type: 'object', properties: { id: { type: 'string' } }, additionalProperties: schema },
    ]
    return { schema: forms[form] ?? {}, value: Object.fromEntries([[key, value]]) }
  })

const union = (pair: Some): Some =>
  fc
    .record({
      pairs: fc.array(pair, { minLength: 1, maxLength: 3 }),
      keyword: fc.constantFrom('anyOf', 'oneOf'),
      chosen: fc.nat(2),
      note: fc.constantFrom<JsonSchema>({}, { description: 'One of them.' }, { title: 'T', default: 1 }),
    })
    .map(({ pairs, keyword, chosen, note }): Pair => ({
      schema: { ...note, [keyword]: pairs.map(({ schema }) => schema) },
      value: pairs[chosen % pairs.length]?.value,
    }))

/** Branches told apart by a tag, as OpenAPI has them. */
const tagged = (object: Some): Some =>
  fc
    .record({
      objects: fc.array(object, { minLength: 2, maxLength: 3 }),
      chosen: fc.nat(2),
      hasNote: fc.boolean(),
    })
    .map(({ objects, chosen, hasNote }): Pair => {
      const index = chosen % objects.length
      const oneOf = objects.map(({ schema }, at) => ({
        ...schema,
        properties: { kind: { const: `k${at}` }, ...schema.properties },
        required: ['kind', ...(schema.required ?? [])],
      }))
      return {
        schema: { oneOf, ...(hasNote ? { discriminator: { propertyName: 'kind' } } : {}) },
        value: { kind: `k${index}`, ...(objects[index]?.value as object) },
      }
    })

const nullable = (pair: Some): Some =>
  fc.tuple(pair, fc.boolean()).map(([{ schema, value }, isNull]): Pair => ({
    schema: { anyOf: [schema, { type: 'null' }] },
    value: isNull ? null : value,
  }))

const merged = (object: Some): Some =>
  fc.tuple(object, object).map(([left, right]): Pair => ({
    schema: { allOf: [left.schema, right.schema] },
    value: { ...(left.value as object), ...(right.value as object) },
  }))

/** Schemas with a value each; references lead into `$defs`, which the outermost schema has. */
export function arbitraryPair(): Some {
  const { pair, object } = fc.letrec<{ pair: Pair; object: Pair }>((tie) => ({
    pair: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { weight: 3, arbitrary: fc.constantFrom(...LEAVES) },
      { weight: 2, arbitrary: tie('object') },
      ...[list, tuple, map, union, nullable].map((make) => ({ weight: 1, arbitrary: make(tie('pair')) })),
      ...[tagged, merged, conditional].map((make) => ({ weight: 1, arbitrary: make(tie('object')) })),
    ),
    object: objectOf(tie('pair')),
  }))
  return fc
    .oneof({ arbitrary: object, weight: 3 }, { arbitrary: pair, weight: 2 })
    .map(({ schema, value }) => ({ schema: { ...schema, $defs: DEFS }, value }))
}
