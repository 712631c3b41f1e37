import type { JsonValue } from '../../../schema/json-schema.ts'
import type { SchemaObject } from '../../../schema/schema-object.ts'
import { type Assertion, inside, type Lowering, type Place, reportChange } from './lowering.ts'
import { fixedValues, hasType, listedTypes } from './types.ts'

interface ValuesPart {
  readonly keywords: { readonly [keyword: string]: JsonValue }
  readonly described: readonly Assertion[]
  /** Whether null was one of the values. */
  readonly hasNull: boolean
}

/** `enum` and `const`. */
export function lowerValues(lowering: Lowering, node: SchemaObject, place: Place): ValuesPart {
  const { dialect } = lowering
  const given = fixedValues(node) as readonly JsonValue[] | undefined
  const keyword = Object.hasOwn(node, 'const') ? 'const' : 'enum'
  if (given === undefined) return { keywords: {}, described: [], hasNull: false }
  const types = listedTypes(node)
  // Where null is a flag, it is no value; a value that its own type refuses never fits.
  const isFlag = dialect.nullForm === 'nullable'
  const values = given.filter(
    (value) => !(isFlag && value === null) && (types === undefined || hasType(value, types)),
  )
  const hasNull = given.includes(null)
  const isTaken = (value: JsonValue): boolean =>
    dialect.enumValues === 'any' ||
    (dialect.enumValues === 'string'
      ? typeof value === 'string'
      : typeof value !== 'object' || value === null)
  if (values.length === 0 || !values.every(isTaken)) {
    return { keywords: {}, described: [[keyword, node[keyword]]], hasNull }
  }
  if (keyword === 'const' && dialect.const === 'keep')
    return { keywords: { const: values[0] ?? null }, described: [], hasNull }
  if (keyword === 'const') {
    reportChange(lowering, inside(place, 'const').path, 'rewritten', '`const` is sent as `enum`')
  }
  return { keywords: { enum: [...values] }, described: [], hasNull }
}
