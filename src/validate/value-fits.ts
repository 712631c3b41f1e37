import { jsonEqual } from '../schema/json-equal.ts'
import type { JsonSchema, JsonType } from '../schema/json-schema.ts'
import { compiledSchema } from '../schema/compile/schema-cache.ts'

/** Whether a JSON value is of a type; a whole number is an integer however it was written. */
export function hasType(value: unknown, type: JsonType): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type
  }
}

/**
 * Whether a value fits a schema that is known to be valid. What most defaults need is looked at by hand, since loading
 * the engine and compiling for one question takes a thousand times longer; the engine answers the rest.
 */
export function valueFits(schema: JsonSchema, value: unknown): boolean {
  return fitsByHand(schema, value) ?? compiledSchema(schema).check(value)
}

const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  '$comment',
  'deprecated',
])

/** The answer, or undefined where it takes a keyword that is not known here. */
export function fitsByHand(schema: JsonSchema | boolean, value: unknown): boolean | undefined {
  if (typeof schema === 'boolean') return schema
  let fits: boolean | undefined = true
  for (const keyword of Object.keys(schema)) {
    const answer = ANNOTATIONS.has(keyword) || fitsKeyword(schema, keyword, value)
    // One refusal decides, whatever the keywords say that only the engine knows.
    if (answer === false) return false
    fits &&= answer
  }
  return fits
}

function fitsKeyword(schema: JsonSchema, keyword: string, value: unknown): boolean | undefined {
  switch (keyword) {
    case 'type':
      return typeof schema.type === 'string'
        ? hasType(value, schema.type)
        : schema.type?.some((type) => hasType(value, type))
    case 'enum':
      return schema.enum?.some((member) => jsonEqual(member, value))
    case 'const':
      return jsonEqual(schema.const, value)
    case 'minimum':
      return typeof value !== 'number' || value >= (schema.minimum ?? -Infinity)
    case 'maximum':
      return typeof value !== 'number' || value <= (schema.maximum ?? Infinity)
    case 'minLength':
      return typeof value !== 'string' || characters(value) >= (schema.minLength ?? 0)
    case 'maxLength':
      return typeof value !== 'string' || characters(value) <= (schema.maxLength ?? Infinity)
    case 'minItems':
      return !Array.isArray(value) || value.length >= (schema.minItems ?? 0)
    case 'maxItems':
      return !Array.isArray(value) || value.length <= (schema.maxItems ?? Infinity)
    case 'items':
      return fitsItems(schema, value)
    case 'properties':
    case 'required':
    case 'additionalProperties':
      // Whether the empty object fits, the usual default, takes no look at the properties.
      return hasType(value, 'object') && !isEmptyObject(value) ? undefined : fitsEmpty(schema, keyword, value)
    case 'anyOf':
      return fitsAny(schema.anyOf ?? [], value)
    default:
      return undefined
  }
}

function fitsItems({ items, prefixItems }: JsonSchema, value: unknown): boolean | undefined {
  if (!Array.isArray(value)) return true
  if (items === undefined || typeof items === 'boolean' || prefixItems !== undefined || !('type' in items))
    return undefined
  let fits: boolean | undefined = true
  for (const item of value) {
    const answer = fitsByHand(items, item)
    if (answer === false) return false
    fits &&= answer
  }
  return fits
}

function fitsAny(branches: readonly (JsonSchema | boolean)[], value: unknown): boolean | undefined {
  let fits: boolean | undefined = false
  for (const branch of branches) {
    const answer = fitsByHand(branch, value)
    if (answer === true) return true
    if (answer === undefined) fits = undefined
  }
  return fits
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** The answer for the empty object and for what is no object, to which these keywords do not apply. */
function fitsEmpty(schema: JsonSchema, keyword: string, value: unknown): boolean {
  return keyword !== 'required' || !hasType(value, 'object') || schema.required?.length === 0
}

/** JSON Schema counts code points. */
function characters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
