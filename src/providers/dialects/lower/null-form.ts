import type { JsonObject, JsonValue } from '../../../schema/json-schema.ts'
import { isContainer, type SchemaObject } from '../../../schema/schema-object.ts'
import { listOf, own } from './lowering.ts'
import { fixedValues, listedTypes } from './types.ts'

const MAX_DEPTH = 20

/** Whether a schema may take null. `nullable` does not count: a validator of JSON Schema does not know it. */
export function acceptsNull(schema: unknown, resolve: (pointer: string) => unknown): boolean {
  return mayBeNull(schema, resolve, new Map(), 0)
}

/** What is known of a reference is not asked again: schemas that name themselves several times would take for ever. */
function mayBeNull(
  schema: unknown,
  resolve: (pointer: string) => unknown,
  known: Map<string, boolean>,
  depth: number,
): boolean {
  if (!isContainer(schema)) return schema !== false
  if (depth > MAX_DEPTH) return true
  const types = listedTypes(schema)
  if (types !== undefined && !types.includes('null')) return false
  if (fixedValues(schema)?.includes(null) === false) return false
  const accepts = (part: unknown): boolean => mayBeNull(part, resolve, known, depth + 1)
  const reference = own(schema, '$ref')
  if (typeof reference === 'string') {
    const target = resolve(reference)
    if (!known.has(reference)) {
      known.set(reference, true)
      known.set(reference, target === undefined || accepts(target))
    }
    if (known.get(reference) === false) return false
  }
  if (!listOf(own(schema, 'allOf')).every(accepts)) return false
  return ['anyOf', 'oneOf'].every((keyword) => {
    const branches = own(schema, keyword)
    return !Array.isArray(branches) || branches.some(accepts)
  })
}

/** Adds null to a finished schema, as `type: null` says it. */
export function addNull(schema: JsonObject, isAccepted: (schema: SchemaObject) => boolean): JsonObject {
  if (isAccepted(schema)) return schema
  if (Array.isArray(schema['anyOf'])) {
    return { ...schema, anyOf: [...(schema['anyOf'] as readonly JsonValue[]), { type: 'null' }] }
  }
  if (schema['type'] === undefined || Object.hasOwn(schema, 'const')) {
    const { description, ...rest } = schema
    return { ...(description === undefined ? {} : { description }), anyOf: [rest, { type: 'null' }] }
  }
  const types = listedTypes(schema) ?? []
  return {
    ...schema,
    type: types.includes('null') ? [...types] : [...types, 'null'],
    ...(Array.isArray(schema['enum']) && !schema['enum'].includes(null)
      ? { enum: [...(schema['enum'] as readonly JsonValue[]), null] }
      : {}),
  }
}
