import { setOwn } from '../schema/mend/fill-defaults.ts'
import type { JsonObject, JsonValue } from '../schema/json-schema.ts'
import { formatPath } from './format-path.ts'
import { type DefinitionNote, type Draft, isList, isObject, type ValidateOptions } from './rule.ts'

/**
 * The draft with what can be mended without changing which arguments are accepted. Everybody's: a null default where
 * null is no value, which stands for no default. Of imports, whose author is not here to ask: a missing type, missing
 * properties, a `required` name without a property, a default that does not fit. Each is noted.
 */
export function mendInputSchema(
  draft: Draft,
  options: ValidateOptions,
): { draft: Draft; notes: readonly DefinitionNote[] } {
  const notes: DefinitionNote[] = []
  const path = draft.spell('inputSchema')
  const imported = options.imported === true
  let schema = draft.fields.inputSchema
  if (draft.fields.parameters !== undefined) return { draft, notes }
  if (imported && schema === undefined) {
    schema = {}
    notes.push({ path, message: 'there is no input schema: the tool takes no arguments' })
  }
  if (!isObject(schema)) return { draft, notes }
  if (imported) schema = addMissing(schema, path, notes)
  const dropped = draft.look(schema).badDefaults.filter((bad) => imported || bad.isNull)
  const holders = new Set(dropped.map((bad) => bad.holder))
  for (const bad of dropped) {
    if (!bad.isNull)
      notes.push({ path: formatPath(path, bad.path), message: `${bad.message} and was left out` })
  }
  const inputSchema = holders.size === 0 ? schema : withoutDefaults(schema, holders)
  if (inputSchema === draft.fields.inputSchema) return { draft, notes }
  return { draft: { ...draft, fields: { ...draft.fields, inputSchema } }, notes }
}

function addMissing(schema: JsonObject, path: string, notes: DefinitionNote[]): JsonObject {
  let mended = schema
  if (schema.type === undefined) {
    mended = { type: 'object', ...mended }
    notes.push({ path: formatPath(path, ['type']), message: 'there is no type: taken for an object' })
  }
  if (schema.properties === undefined) {
    mended = { ...mended, properties: {} }
    notes.push({
      path: formatPath(path, ['properties']),
      message: 'there are no properties: none are described',
    })
  }
  const missing = missingProperties(mended)
  if (missing.length === 0) return mended
  const properties: Record<string, JsonValue> = { ...(isObject(mended.properties) ? mended.properties : {}) }
  for (const name of missing) {
    setOwn(properties, name, {})
    const message = 'required but not described: a property that takes any value was added'
    notes.push({ path: formatPath(path, ['properties', name]), message })
  }
  return { ...mended, properties }
}

function missingProperties({ properties, required }: JsonObject): readonly string[] {
  if (!isObject(properties) || !isList(required)) return []
  return required.filter(
    (name): name is string => typeof name === 'string' && !Object.hasOwn(properties, name),
  )
}

function withoutDefaults(value: JsonValue, holders: ReadonlySet<JsonValue>): JsonValue {
  if (isList(value)) return value.map((item) => withoutDefaults(item, holders))
  if (!isObject(value)) return value
  const copy: Record<string, JsonValue> = {}
  for (const [key, child] of Object.entries(value)) {
    if (key !== 'default' || !holders.has(value)) setOwn(copy, key, withoutDefaults(child, holders))
  }
  return copy
}
