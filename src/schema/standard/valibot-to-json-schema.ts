// Valibot writes no JSON Schema by itself, but its schemas are plain data: this reads them. What has no counterpart is
// refused with the path of its field, never written as "anything".
import type { JsonSchema } from '../json-schema.ts'
import { isContainer, type SchemaObject } from '../schema-object.ts'
import type { JsonSchemaConversion, SchemaSide } from './standard-json-schema.ts'
import { applyValibotAction, isTypePreserving } from './valibot-actions.ts'

const MAX_DEPTH = 32

/** Thrown inside only, and turned into a value at the end. */
class Inexpressible extends Error {}

interface Place {
  readonly side: SchemaSide
  readonly path: string
  readonly depth: number
}

/** Turns a Valibot schema into JSON Schema 2020-12. */
export function valibotToJsonSchema(schema: unknown, side: SchemaSide): JsonSchemaConversion {
  try {
    return { ok: true, schema: convert(schema, { side, path: '', depth: 0 }) }
  } catch (thrown) {
    if (thrown instanceof Inexpressible) return { ok: false, message: thrown.message }
    throw thrown
  }
}

function refuse(place: Place, what: string): never {
  const where = place.path === '' ? 'The schema' : `The field \`${place.path}\``
  throw new Inexpressible(`${where} cannot be written as JSON Schema: ${what}.`)
}

function below(place: Place, key: string): Place {
  return { side: place.side, path: place.path === '' ? key : `${place.path}.${key}`, depth: place.depth + 1 }
}

function convert(schema: unknown, place: Place): JsonSchema {
  if (!isContainer(schema)) return refuse(place, 'it is no Valibot schema')
  if (place.depth > MAX_DEPTH) return refuse(place, 'it is nested too deeply, or refers to itself')
  const { pipe } = schema
  return Array.isArray(pipe) ? convertPipe(pipe, place) : convertType(schema, place)
}

function convertPipe(pipe: readonly unknown[], place: Place): JsonSchema {
  const [head, ...actions] = pipe
  let written: Record<string, unknown> = { ...convert(head, place) }
  let isInput = true
  for (const action of actions) {
    if (!isContainer(action)) continue
    const { kind } = action
    if (kind === 'metadata') applyValibotAction(written, action)
    else if (place.side === 'input') {
      // What stands behind a transform says nothing about what comes in.
      if (kind !== 'validation') isInput = false
      else if (isInput) applyValibotAction(written, action)
    } else if (kind === 'schema') written = { ...convert(action, place) }
    else if (kind === 'validation') applyValibotAction(written, action)
    else if (!isTypePreserving(action) && !isSchemaAfter(actions, action))
      refuse(place, 'the result of a transform is not known')
  }
  return written
}

function isSchemaAfter(actions: readonly unknown[], action: unknown): boolean {
  return actions
    .slice(actions.indexOf(action) + 1)
    .some((later) => isContainer(later) && later['kind'] === 'schema')
}

function convertType(schema: SchemaObject, place: Place): JsonSchema {
  switch (schema['type']) {
    case 'string':
      return { type: 'string' }
    case 'number':
      return { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    case 'null':
      return { type: 'null' }
    case 'any':
    case 'unknown':
      return {}
    case 'never':
      return { not: {} }
    case 'literal':
      return convertLiteral(schema['literal'], place)
    case 'picklist':
    case 'enum':
      return { enum: listOf(schema['options']).map((option) => convertLiteral(option, place).const) }
    case 'array':
      return { type: 'array', items: convert(schema['item'], below(place, '[]')) }
    case 'tuple':
    case 'strict_tuple':
    case 'loose_tuple':
    case 'tuple_with_rest':
      return convertTuple(schema, place)
    case 'object':
    case 'strict_object':
    case 'loose_object':
    case 'object_with_rest':
      return convertObject(schema, place)
    case 'record':
      return convertRecord(schema, place)
    case 'union':
    case 'variant':
      return { anyOf: listOf(schema['options']).map((option) => convert(option, place)) }
    case 'intersect':
      return { allOf: listOf(schema['options']).map((option) => openObject(convert(option, place))) }
    case 'nullable':
    case 'nullish':
      return withDefault(orNull(convert(schema['wrapped'], place)), schema, place)
    case 'optional':
    case 'exact_optional':
    case 'undefinedable':
      return withDefault(convert(schema['wrapped'], place), schema, place)
    case 'non_optional':
    case 'non_nullish':
    case 'non_nullable':
    case 'readonly':
      return convert(schema['wrapped'], place)
    case 'lazy':
      return convertLazy(schema['getter'], place)
    default:
      return refuse(place, `Valibot's \`${String(schema['type'])}\` has no counterpart there`)
  }
}

function convertLiteral(value: unknown, place: Place): JsonSchema {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value))
    return { const: value }
  return refuse(place, `a literal ${typeof value} is no JSON`)
}

function convertLazy(getter: unknown, place: Place): JsonSchema {
  if (typeof getter !== 'function') return refuse(place, 'its getter is missing')
  const inner: unknown = Reflect.apply(getter, undefined, [undefined])
  return convert(inner, { ...place, depth: place.depth + 1 })
}

function convertObject(schema: SchemaObject, place: Place): JsonSchema {
  const entries = isContainer(schema['entries']) ? schema['entries'] : {}
  const properties: [string, JsonSchema][] = []
  const required: string[] = []
  for (const name of Object.keys(entries)) {
    const entry = entries[name]
    properties.push([name, convert(entry, below(place, name))])
    if (isRequired(entry, place.side)) required.push(name)
  }
  const rest = schema['type'] === 'object_with_rest' ? convert(schema['rest'], below(place, '*')) : false
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    ...(schema['type'] === 'loose_object' || (place.side === 'output' && rest === false)
      ? {}
      : { additionalProperties: rest }),
  }
}

function isRequired(entry: unknown, side: SchemaSide): boolean {
  if (!isContainer(entry)) return true
  const [head] = listOf(entry['pipe'])
  if (isContainer(head) && head !== entry) return isRequired(head, side)
  const { type } = entry
  if (type !== 'optional' && type !== 'nullish' && type !== 'exact_optional') return true
  return side === 'output' && entry['default'] !== undefined
}

function convertTuple(schema: SchemaObject, place: Place): JsonSchema {
  const prefixItems = listOf(schema['items']).map((item, index) => convert(item, below(place, `[${index}]`)))
  const rest = schema['type'] === 'tuple_with_rest' ? convert(schema['rest'], below(place, '[]')) : false
  return {
    type: 'array',
    prefixItems,
    minItems: prefixItems.length,
    ...(schema['type'] === 'loose_tuple' ? {} : { items: rest }),
  }
}

function convertRecord(schema: SchemaObject, place: Place): JsonSchema {
  const names = convert(schema['key'], below(place, '*'))
  const isAnyName = Object.keys(names).length === 1 && names.type === 'string'
  return {
    type: 'object',
    ...(isAnyName ? {} : { propertyNames: names }),
    additionalProperties: convert(schema['value'], below(place, '*')),
  }
}

function orNull(schema: JsonSchema): JsonSchema {
  return typeof schema.type === 'string' && schema.enum === undefined && schema.const === undefined
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] }
}

/** A default that is made anew at each call cannot be written down. */
function withDefault(schema: JsonSchema, wrapper: SchemaObject, { side }: Place): JsonSchema {
  const initial = wrapper['default']
  if (side === 'output' || initial === undefined || typeof initial === 'function') return schema
  return { ...schema, default: initial }
}

function openObject(schema: JsonSchema): JsonSchema {
  const { additionalProperties, ...rest } = schema
  return additionalProperties === false ? rest : schema
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
