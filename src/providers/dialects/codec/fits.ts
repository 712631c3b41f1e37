import { jsonEqual } from '../../../schema/json-equal.ts'
import { isContainer, type SchemaObject } from '../../../schema/schema-object.ts'
import { compilePattern, judgePattern } from '../../../schema/pattern/safe-pattern.ts'
import { fixedValues, hasType, listedTypes } from '../lower/types.ts'
import type { Effort } from '../schema-dialect.ts'

const MAX_DEPTH = 60
/** Comparing that many values costs about as much as any other step. */
const VALUES_OF_STEP = 16

/**
 * Whether a value has the form of a schema, as far as telling branches apart needs it: no formats, no conditions, and
 * patterns only where they are cheap. Which values are valid is not decided here.
 */
export function fits(
  schema: unknown,
  value: unknown,
  resolve: (address: string) => unknown,
  effort: Effort,
  depth = 0,
): boolean {
  if (--effort.stepsLeft <= 0) return false
  if (!isContainer(schema) || depth > MAX_DEPTH) return schema !== false
  if (value === null && schema['nullable'] === true) return true
  const types = listedTypes(schema)
  if (types !== undefined && !hasType(value, types)) return false
  const values = fixedValues(schema)
  if (values !== undefined) {
    effort.stepsLeft -= Math.floor(values.length / VALUES_OF_STEP)
    if (!values.some((allowed) => jsonEqual(allowed, value))) return false
  }
  const check = (part: unknown, member: unknown): boolean => fits(part, member, resolve, effort, depth + 1)
  const here = (part: unknown): boolean => check(part, value)
  const { $ref, allOf, anyOf, oneOf, not } = schema
  if (typeof $ref === 'string' && !here(resolve($ref))) return false
  if (Array.isArray(allOf) && !allOf.every(here)) return false
  if (Array.isArray(anyOf) && !anyOf.some(here)) return false
  if (Array.isArray(oneOf) && !oneOf.some(here)) return false
  if (isContainer(not) && Object.keys(not).join() === 'type' && here(not)) return false
  if (typeof value === 'string') return fitsText(schema, value)
  if (typeof value === 'number') return fitsNumber(schema, value)
  if (Array.isArray(value)) return fitsArray(schema, value, check)
  return isContainer(value) ? fitsObject(schema, value, check) : true
}

function fitsText(schema: SchemaObject, text: string): boolean {
  if (!within(schema, 'minLength', 'maxLength', Array.from(text.slice(0, 100_000)).length)) return false
  const { pattern } = schema
  if (typeof pattern !== 'string' || judgePattern(pattern).kind !== 'native') return true
  return compilePattern(pattern, false).test(text)
}

function fitsNumber(schema: SchemaObject, value: number): boolean {
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return false
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return false
  if (typeof multipleOf === 'number' && !Number.isInteger(value / multipleOf)) return false
  return within(schema, 'minimum', 'maximum', value)
}

type Check = (schema: unknown, value: unknown) => boolean

function fitsArray(schema: SchemaObject, items: readonly unknown[], check: Check): boolean {
  if (!within(schema, 'minItems', 'maxItems', items.length)) return false
  const listed = Array.isArray(schema['items']) ? schema['items'] : schema['prefixItems']
  const rest = Array.isArray(schema['items']) ? schema['additionalItems'] : schema['items']
  const prefix: readonly unknown[] = Array.isArray(listed) ? listed : []
  return items.every((item, index) => check(index < prefix.length ? prefix[index] : rest, item))
}

function fitsObject(schema: SchemaObject, value: SchemaObject, check: Check): boolean {
  const { required, properties, additionalProperties: others, patternProperties } = schema
  if (Array.isArray(required) && !required.every((name) => Object.hasOwn(value, String(name)))) return false
  const listed = isContainer(properties) ? properties : {}
  return Object.entries(value).every(([name, member]) => {
    if (Object.hasOwn(listed, name)) return check(listed[name], member)
    return patternProperties !== undefined || check(others, member)
  })
}

function within(schema: SchemaObject, least: string, most: string, count: number): boolean {
  const [from, to] = [schema[least], schema[most]]
  return !(typeof from === 'number' && count < from) && !(typeof to === 'number' && count > to)
}
