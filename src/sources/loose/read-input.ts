import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import { isList, isObject } from '../../validate/rule.ts'
import type { NoteChange } from './loose-change.ts'
import { byName, mendSchema } from './mend-schema.ts'

const SCHEMA_WORDS = ['type', 'properties', '$ref', 'anyOf', 'oneOf', 'allOf', 'required', '$schema', '$defs']

/**
 * The schema of the arguments. A list of arguments, or one that is called by a name of another language, is complete:
 * what is not in it is refused. A JSON Schema stays as open as it is.
 */
export function readLooseInput(
  given: JsonValue | undefined,
  path: readonly string[],
  note: NoteChange,
): JsonObject {
  if (given === undefined || given === null) return closed({ type: 'object', properties: {} })
  if (isList(given)) {
    note(path, 'a list of arguments is `properties` of an object')
    return closed(mendObject({ type: 'object', properties: byName(given, path, note) }, path, note))
  }
  if (!isObject(given)) return mendObject(given, path, note)
  // A map of arguments in the place of a schema.
  if (!SCHEMA_WORDS.some((word) => Object.hasOwn(given, word)) && Object.keys(given).length > 0) {
    note(path, 'a map of arguments is `properties` of an object')
    return closed(mendObject({ type: 'object', properties: given }, path, note))
  }
  const { type } = given
  const isForeign = typeof type === 'string' && type !== 'object' && type.toLowerCase() !== 'object'
  const mended = mendObject(given, path, note)
  return isForeign ? closed(mended) : mended
}

/** Arguments are an object, whatever the schema says. */
function mendObject(given: JsonValue, path: readonly string[], note: NoteChange): JsonObject {
  const mended = mendSchema(given, path, note)
  if (!isObject(mended)) return { type: 'object', properties: {} }
  const { type, enum: values, ...rest } = mended
  if (values !== undefined) note([...path, 'enum'], 'arguments are not listed one by one: it was left out')
  if (type !== 'object') note([...path, 'type'], 'arguments are an object')
  return { type: 'object', ...rest }
}

/** This object and those in it, where they list their properties and say nothing of others. */
function closed(schema: JsonObject): JsonObject {
  const { properties, items, additionalProperties } = schema
  return {
    ...schema,
    ...(isObject(items) ? { items: closed(items) } : {}),
    ...(isObject(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, child]) => [
              name,
              isObject(child) ? closed(child) : child,
            ]),
          ),
          ...(additionalProperties === undefined ? { additionalProperties: false } : {}),
        }
      : {}),
  }
}
