import type { JsonSchema } from '../json-schema.ts'
import { isContainer, type SchemaObject } from '../schema-object.ts'

const MAPS = ['properties', '$defs', 'definitions'] as const
const LISTS = ['anyOf', 'oneOf', 'prefixItems'] as const
const SINGLES = ['items', 'additionalProperties'] as const

/**
 * Sets `additionalProperties: false` on objects that do not say. Branches of `allOf` stay open: each would refuse the
 * properties of the others.
 */
export function closeObjects(schema: JsonSchema): JsonSchema {
  return close(schema, isAllOfShared(schema))
}

function close(schema: SchemaObject, keepsDefinitions: boolean): JsonSchema {
  const closed: Record<string, unknown> = { ...schema }
  const inner = (value: unknown): unknown => (isContainer(value) ? close(value, keepsDefinitions) : value)
  for (const key of MAPS) {
    const map = schema[key]
    if (!isContainer(map) || (keepsDefinitions && key !== 'properties')) continue
    closed[key] = Object.fromEntries(Object.entries(map).map(([name, value]) => [name, inner(value)]))
  }
  for (const key of LISTS) {
    const list = schema[key]
    if (Array.isArray(list)) closed[key] = list.map(inner)
  }
  for (const key of SINGLES) if (isContainer(schema[key])) closed[key] = inner(schema[key])
  const isObject = schema['type'] === 'object' && isContainer(schema['properties'])
  if (isObject && schema['additionalProperties'] === undefined && schema['allOf'] === undefined) {
    closed['additionalProperties'] = false
  }
  return closed
}

/** Whether some `allOf` leads into the definitions: these must then stay open too. */
function isAllOfShared(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(isAllOfShared)
  if (!isContainer(schema)) return false
  const { allOf } = schema
  if (Array.isArray(allOf) && allOf.some((branch) => isContainer(branch) && Object.hasOwn(branch, '$ref')))
    return true
  return Object.values(schema).some(isAllOfShared)
}
