import { isContainer, type SchemaObject } from '../../../schema/schema-object.ts'
import type { JsonObject } from '../../../schema/json-schema.ts'
import {
  inside,
  type Lowered,
  type Lowering,
  loosen,
  own,
  type Place,
  reportChange,
  without,
} from './lowering.ts'
import { lowerNotes } from './lower-keywords.ts'
import { isAssertion } from './keyword-facts.ts'
import { listedTypes } from './types.ts'

const SAID: ReadonlySet<string> = new Set([
  'type',
  'additionalProperties',
  'patternProperties',
  'properties',
  'required',
  'unevaluatedProperties',
])

/** Whether a schema is a map whose values have a schema: no listed properties, free names. */
export function isMap(node: SchemaObject): boolean {
  const types = listedTypes(node) ?? ['object']
  if (!types.includes('object') || types.some((type) => type !== 'object' && type !== 'null')) return false
  const names = own(node, 'properties')
  if (isContainer(names) && Object.keys(names).length > 0) return false
  if (Array.isArray(own(node, 'required')) && (own(node, 'required') as unknown[]).length > 0) return false
  const others = own(node, 'additionalProperties')
  return others === true || isContainer(others) || isContainer(own(node, 'patternProperties'))
}

/** A map as a list of `{ key, value }`. */
export function lowerMap(lowering: Lowering, node: SchemaObject, place: Place): Lowered {
  const patterns = own(node, 'patternProperties')
  const others = own(node, 'additionalProperties')
  const schemas = [
    ...(isContainer(patterns) ? Object.values(patterns) : []),
    ...(others === true || isContainer(others) ? [others] : []),
  ]
  if (schemas.length === 0) loosen(lowering, place.path, 'names by pattern cannot be said')
  const value = schemas.length === 1 ? schemas[0] : { anyOf: schemas }
  const lowered = lowering.lower(
    value,
    inside(place, isContainer(patterns) ? 'patternProperties' : 'additionalProperties'),
  )
  reportChange(lowering, place.path, 'rewritten', 'the map is sent as a list of `{ key, value }`')

  const leftOver = Object.keys(node).filter((keyword) => isAssertion(keyword) && !SAID.has(keyword))
  const notes = without(node, ...SAID)
  const patternNote = isContainer(patterns) ? { patternProperties: patterns } : {}
  const outer = lowerNotes(lowering, { ...notes, ...patternNote }, place)
  const isNullable = (listedTypes(node) ?? []).includes('null')
  const entry: JsonObject = {
    type: 'object',
    properties: { key: { type: 'string' }, value: lowered.schema },
    required: ['key', 'value'],
    additionalProperties: false,
  }
  const schema: JsonObject = {
    type: isNullable ? ['array', 'null'] : 'array',
    ...without(outer, ...leftOver),
    items: entry,
  }
  return { schema, plan: { kind: 'entries', value: lowered.plan } }
}
