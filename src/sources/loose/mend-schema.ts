import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import { setOwn } from '../../schema/mend/fill-defaults.ts'
import { isList, isObject } from '../../validate/rule.ts'
import type { NoteChange } from './loose-change.ts'
import { mendType } from './mend-type.ts'
import { mendBounds, mendDefault, mendEnum } from './mend-values.ts'

type Path = readonly (string | number)[]

/** A schema that is being mended; its parts are of any kind until it is done. */
export type SchemaDraft = Record<string, JsonValue>

const SCHEMA_MAPS = ['$defs', 'definitions', 'patternProperties', 'dependentSchemas'] as const
const SCHEMA_LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const SCHEMAS = ['additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'] as const

/** A schema as other systems write it, as JSON Schema. What it accepted it accepts still. */
export function mendSchema(value: JsonValue, path: Path, note: NoteChange): JsonValue {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string') return fromName(value, path, note)
  if (!isObject(value)) {
    note(path, 'no schema: any value is accepted')
    return {}
  }
  const draft: SchemaDraft = { ...unwrapped(value, path, note) }
  dropDialect(draft, path, note)
  mendWords(draft, path, note)
  mendType(draft, path, note)
  mendParts(draft, path, note)
  mendEnum(draft, path, note)
  mendBounds(draft, path, note)
  mendDefault(draft, path, note)
  return draft
}

/** `type: { type: 'string', … }`: the schema itself, one level too deep. What stands beside it comes first. */
function unwrapped(value: JsonObject, path: Path, note: NoteChange): JsonObject {
  let whole = value
  while (isObject(whole.type)) {
    const { type, ...beside } = whole
    whole = { ...type, ...beside }
    note([...path, 'type'], 'holds the schema itself')
  }
  return whole
}

/** `city: 'string'` in the place of a schema. */
function fromName(name: string, path: Path, note: NoteChange): JsonValue {
  const draft: SchemaDraft = { type: name }
  mendType(draft, path, note)
  note(path, `the text \`${name.slice(0, 60)}\` was taken for its type`)
  return draft
}

const DIALECTS = /^https?:\/\/json-schema\.org\/(?:draft-07|draft\/2019-09|draft\/2020-12)\/schema#?$/

function dropDialect(draft: SchemaDraft, path: Path, note: NoteChange): void {
  if (draft['$schema'] === undefined) return
  if (typeof draft['$schema'] === 'string' && DIALECTS.test(draft['$schema'])) return
  delete draft['$schema']
  note([...path, '$schema'], 'names a dialect that is not known, and was left out')
}

/** `desc`, and descriptions that are no text. */
function mendWords(draft: SchemaDraft, path: Path, note: NoteChange): void {
  if (typeof draft['desc'] === 'string' && draft['description'] === undefined) {
    draft['description'] = draft['desc']
    delete draft['desc']
    note([...path, 'desc'], 'is called `description`')
  }
  for (const name of ['description', 'title', '$comment'] as const) {
    const value = draft[name]
    if (value === undefined || typeof value === 'string') continue
    if (typeof value === 'number' || typeof value === 'boolean') draft[name] = String(value)
    else delete draft[name]
    note([...path, name], 'is no text')
  }
}

function mendParts(draft: SchemaDraft, path: Path, note: NoteChange): void {
  mendProperties(draft, path, note)
  for (const name of SCHEMA_MAPS) {
    const map = draft[name]
    if (isObject(map))
      draft[name] = mapValues(map, (child, key) => mendSchema(child, [...path, name, key], note))
  }
  for (const name of SCHEMA_LISTS) {
    const list = draft[name]
    if (isList(list))
      draft[name] = list.map((child, index) => mendSchema(child, [...path, name, index], note))
  }
  for (const name of SCHEMAS) {
    const child = draft[name]
    if (child !== undefined) draft[name] = mendSchema(child, [...path, name], note)
  }
  mendItems(draft, path, note)
}

function mendItems(draft: SchemaDraft, path: Path, note: NoteChange): void {
  const { items } = draft
  if (items === undefined) return
  if (!isList(items)) {
    draft['items'] = mendSchema(items, [...path, 'items'], note)
    return
  }
  const schemas = items.map((child, index) => mendSchema(child, [...path, 'items', index], note))
  if (draft['$schema'] !== undefined) draft['items'] = schemas
  else {
    delete draft['items']
    draft['prefixItems'] = schemas
    note([...path, 'items'], 'a list of schemas is called `prefixItems`')
  }
}

/** Properties, and which are required: said of each one, or of all. */
function mendProperties(draft: SchemaDraft, path: Path, note: NoteChange): void {
  const given = draft['properties']
  const names = requiredNames(draft, path, note)
  const required = new Set(names)
  if (given === undefined) return
  const properties = isList(given) ? byName(given, path, note) : given
  if (!isObject(properties)) {
    delete draft['properties']
    note([...path, 'properties'], 'is no object, and was left out')
    return
  }
  draft['properties'] = mapValues(properties, (child, name) => {
    const at = [...path, 'properties', name]
    if (!isObject(child)) return mendSchema(child, at, note)
    const { optional, required: own, ...rest } = unwrapped(child, at, note)
    if (own !== undefined && typeof own !== 'boolean') return mendSchema({ ...rest, required: own }, at, note)
    if (own === true) required.add(name)
    if (own !== undefined) note([...at, 'required'], 'is said of the object, in `required`')
    if (optional !== undefined) {
      if (optional === true || (typeof optional === 'string' && /^(?:true|yes|1)$/i.test(optional)))
        required.delete(name)
      note([...at, 'optional'], 'is said of the object: what is optional is not in `required`')
    }
    return mendSchema(rest, at, note)
  })
  if (required.size === names.length && names.every((name) => required.has(name))) return
  if (required.size > 0) draft['required'] = [...required]
  else delete draft['required']
}

function requiredNames(draft: SchemaDraft, path: Path, note: NoteChange): string[] {
  const { required } = draft
  if (required === undefined) return []
  if (isList(required)) {
    const names = [...new Set(required.filter((name) => typeof name === 'string'))]
    if (names.length < required.length) note([...path, 'required'], 'holds what is no name, or a name twice')
    draft['required'] = names
    return names
  }
  delete draft['required']
  note([...path, 'required'], 'is no list of names, and was left out')
  return typeof required === 'string' ? [required] : []
}

/** A list of `{ name, type, … }` as properties. */
export function byName(list: readonly JsonValue[], path: Path, note: NoteChange): JsonObject {
  const properties: Record<string, JsonValue> = {}
  list.forEach((item, index) => {
    if (isObject(item) && typeof item['name'] === 'string' && item['name'] !== '') {
      const { name, ...schema } = item
      setOwn(properties, name, schema)
    } else note([...path, index], 'has no name, and was left out')
  })
  return properties
}

function mapValues(map: JsonObject, change: (value: JsonValue, name: string) => JsonValue): JsonObject {
  const changed: Record<string, JsonValue> = {}
  for (const [name, value] of Object.entries(map)) setOwn(changed, name, change(value, name))
  return changed
}
