import type { JsonObject, JsonValue } from '../../../schema/json-schema.ts'
import { isContainer } from '../../../schema/schema-object.ts'
import { put } from './lowering.ts'

/** Applies a dialect's last rewrite to each schema of a finished one, from the inside out. */
export function finishSchema(schema: JsonObject, finish: (schema: JsonObject) => JsonObject): JsonObject {
  const visit = (part: JsonValue): JsonValue => (isContainer(part) ? finishSchema(part, finish) : part)
  const result = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties' && isContainer(value)) {
      const properties = {}
      for (const [name, property] of Object.entries(value)) put(properties, name, visit(property))
      put(result, keyword, properties)
    } else if (keyword === 'anyOf' && Array.isArray(value))
      put(result, keyword, (value as JsonValue[]).map(visit))
    else put(result, keyword, keyword === 'items' ? visit(value) : value)
  }
  return finish(result)
}
