import type { JsonObject, JsonValue } from '../../../schema/json-schema.ts'
import type { SchemaObject } from '../../../schema/schema-object.ts'
import type { CodecPlan } from '../codec/codec-plan.ts'
import { typeOfKeyword } from './keyword-facts.ts'
import { lowerArray } from './lower-array.ts'
import { describe, lowerKeywords, lowerNotes } from './lower-keywords.ts'
import { lowerObject } from './lower-object.ts'
import { lowerValues } from './lower-values.ts'
import {
  type Assertion,
  inside,
  type Lowered,
  type Lowering,
  loosen,
  own,
  type Place,
  put,
  reportChange,
} from './lowering.ts'
import { impliedTypes, listedTypes } from './types.ts'

/** Keywords that are not lowered one by one. */
const SHAPING: ReadonlySet<string> = new Set([
  'type',
  'nullable',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'prefixItems',
  'description',
])

const ANY_ITEM = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'object' }] }
/** Any value, where every schema needs a type; lists in lists are not said. */
const ANY_VALUE: JsonObject = {
  anyOf: [...ANY_ITEM.anyOf, { type: 'array', items: ANY_ITEM }],
  nullable: true,
}

/** A schema without reference, conjunction or (where unions stand alone) union: its type, and what it says of that. */
export function lowerTyped(lowering: Lowering, node: SchemaObject, place: Place, isRoot: boolean): Lowered {
  const { dialect } = lowering
  const types = typesOf(lowering, node, place)
  if (types === undefined && dialect.untyped !== 'keep') return lowerAny(lowering, node, place)

  const speaks = (type: string): boolean =>
    types?.includes(type) ?? Object.keys(node).some((keyword) => typeOfKeyword(keyword) === type)
  const object = speaks('object') ? lowerObject(lowering, node, place, isRoot) : undefined
  const array = speaks('array') ? lowerArray(lowering, node, place) : undefined
  const values = lowerValues(lowering, node, place)

  const out: Record<string, JsonValue> = {}
  const single = singleKeywords(lowering, node, types, place, array?.keywords)
  const described: Assertion[] = [
    ...place.leftOver,
    ...(object?.described ?? []),
    ...values.described,
    ...lowerKeywords(lowering, node, single, place, out),
  ]
  const text = describe(lowering, node, described, place)
  const all: JsonObject = {
    ...(types === undefined ? {} : typeKeywords(lowering, types, values.hasNull)),
    ...(text === undefined ? {} : { description: text }),
    ...values.keywords,
    ...object?.keywords,
    ...array?.keywords,
    ...out,
  }
  return { schema: inOrder(all, node), plan: joinPlans(object?.plan, array?.plan) }
}

function typesOf(lowering: Lowering, node: SchemaObject, place: Place): readonly string[] | undefined {
  const listed = listedTypes(node)
  const isNullable = own(node, 'nullable') === true
  if (isNullable && lowering.dialect.nullForm === 'type') {
    lowering.loosened++ // JSON Schema itself takes no null here
    reportChange(
      lowering,
      inside(place, 'nullable').path,
      'rewritten',
      '`nullable` is sent as the type `null`',
    )
  }
  if (listed !== undefined || lowering.dialect.untyped === 'keep') {
    return isNullable && listed !== undefined && !listed.includes('null') ? [...listed, 'null'] : listed
  }
  const implied = impliedTypes(node)
  if (implied !== undefined) {
    reportChange(lowering, place.path, 'rewritten', `the type is spelt out: ${implied.join(', ')}`)
  }
  return implied
}

function lowerAny(lowering: Lowering, node: SchemaObject, place: Place): Lowered {
  if (lowering.dialect.untyped === 'refuse')
    loosen(lowering, place.path, 'the schema takes values of any type')
  reportChange(lowering, place.path, 'rewritten', 'a value of any type is spelt out as a union of types')
  const keywords = Object.keys(node).filter((keyword) => keyword !== 'nullable')
  const { description, ...rest } = lowerNotes(
    { ...lowering, dialect: { ...lowering.dialect, keywords: {} } },
    Object.fromEntries(keywords.map((keyword) => [keyword, node[keyword]])),
    place,
  )
  return {
    schema: { ...(description === undefined ? {} : { description }), ...rest, ...ANY_VALUE },
    plan: undefined,
  }
}

/** Keywords of types that the schema does not take say nothing; where schemas are typed they may be refused. */
function singleKeywords(
  lowering: Lowering,
  node: SchemaObject,
  types: readonly string[] | undefined,
  place: Place,
  array: JsonObject | undefined,
): readonly string[] {
  const isTyped = lowering.dialect.untyped !== 'keep'
  return Object.keys(node).filter((keyword) => {
    if (SHAPING.has(keyword) || (array !== undefined && Object.hasOwn(array, keyword))) return false
    if (keyword === 'patternProperties' && lowering.dialect.otherKeywords !== 'keep') return false
    const type = typeOfKeyword(keyword)
    const isSpoken =
      types === undefined ||
      type === undefined ||
      types.includes(type) ||
      (type === 'number' && types.includes('integer'))
    if (!isTyped || isSpoken) return true
    reportChange(
      lowering,
      inside(place, keyword).path,
      'dropped',
      `\`${keyword}\` says nothing about this type`,
    )
    return false
  })
}

function typeKeywords(lowering: Lowering, types: readonly string[], hasNull: boolean): JsonObject {
  if (lowering.dialect.nullForm === 'type')
    return { type: types.length === 1 ? (types[0] ?? 'null') : [...types] }
  const spoken = types.filter((type) => type !== 'null')
  const nullable = spoken.length < types.length || hasNull ? { nullable: true } : {}
  return { type: spoken[0] ?? 'string', ...nullable }
}

function joinPlans(object: CodecPlan | undefined, array: CodecPlan | undefined): CodecPlan | undefined {
  return object !== undefined && array !== undefined ? { kind: 'both', object, array } : (object ?? array)
}

/** The keywords in the author's order; new ones stand where they were made. */
function inOrder(all: JsonObject, node: SchemaObject): JsonObject {
  const result = {}
  if (!Object.hasOwn(node, 'type') && all['type'] !== undefined) put(result, 'type', all['type'])
  for (const keyword of Object.keys(node)) {
    if (Object.hasOwn(all, keyword)) put(result, keyword, all[keyword])
  }
  for (const [keyword, value] of Object.entries(all)) {
    if (!Object.hasOwn(result, keyword)) put(result, keyword, value)
  }
  return result
}
