import type { JsonObject, JsonValue } from '../../../schema/json-schema.ts'
import { isContainer, type SchemaObject } from '../../../schema/schema-object.ts'
import type { CodecPlan, PropertyPlan } from '../codec/codec-plan.ts'
import { PRESENCE } from '../codec/read-nulls.ts'
import {
  type Assertion,
  inside,
  type Lowered,
  type Lowering,
  loosen,
  namesOf,
  own,
  type Place,
  put,
  reportChange,
} from './lowering.ts'
import { acceptsNull, addNull } from './null-form.ts'

export interface ObjectPart {
  readonly keywords: { readonly [keyword: string]: JsonValue }
  readonly described: readonly Assertion[]
  readonly plan: CodecPlan | undefined
}

/** What a schema says of objects: `properties`, `required`, `additionalProperties`. */
export function lowerObject(
  lowering: Lowering,
  node: SchemaObject,
  place: Place,
  isRoot: boolean,
): ObjectPart {
  const { dialect } = lowering
  const listed = own(node, 'properties')
  const properties = isContainer(listed) ? listed : undefined
  const required = namesOf(own(node, 'required'))
  const isRequired = new Set(required)
  const keywords: Record<string, JsonValue> = {}
  const plans: PropertyPlan[] = []
  const out = {}
  // Where it matters which properties are there, a null that nobody meant could break the rule.
  const asksPresence = PRESENCE.some((keyword) => Object.hasOwn(node, keyword))
  for (const name of Object.keys(properties ?? {})) {
    const property = properties?.[name]
    const at = inside(place, 'properties', name)
    if (property === false && !(dialect.otherKeywords === 'keep')) {
      forbid(lowering, isRequired.has(name), at.path)
      continue
    }
    const lowered = lowering.lower(property, at)
    const isOptional = dialect.required === 'all' && !isRequired.has(name)
    const wireName = lowering.wireName(name)
    if (wireName !== name) {
      reportChange(lowering, at.path, 'rewritten', `the property is sent as \`${wireName}\``)
    }
    put(out, wireName, isOptional ? nullable(lowering, lowered, at.path) : lowered.schema)
    plans.push({
      name,
      wireName,
      plan: lowered.plan,
      absentAsNull: isOptional,
      nullAsAbsent: isOptional && !acceptsNull(property, (pointer) => lowering.resolve(pointer)),
    })
  }
  if (properties !== undefined || isRoot || dialect.closedObjects) keywords['properties'] = out
  const sent = lowerRequired(lowering, required, plans, place)
  if (sent !== undefined) keywords['required'] = [...sent]
  const described = lowerOthers(lowering, node, keywords, place, isRoot)
  const acts = plans.some(
    ({ name, wireName, plan, absentAsNull }) => name !== wireName || plan !== undefined || absentAsNull,
  )
  return {
    keywords,
    described,
    plan: acts
      ? { kind: 'object', properties: plans, ...(asksPresence ? { presence: node } : {}) }
      : undefined,
  }
}

function forbid(lowering: Lowering, isRequired: boolean, path: string): void {
  if (isRequired) loosen(lowering, path, 'the property is required, but nothing fits it')
  else reportChange(lowering, path, 'dropped', 'the property may not be there, so it is not named')
}

function nullable(lowering: Lowering, lowered: Lowered, path: string): JsonObject {
  reportChange(
    lowering,
    path,
    'rewritten',
    'the optional property is required and may be null, which means absent',
  )
  return addNull(lowered.schema, (schema) => Object.keys(schema).length === 0 || acceptsNullOnWire(schema))
}

/** A kept reference is taken as one that refuses null: one null too many does no harm. */
function acceptsNullOnWire(schema: SchemaObject): boolean {
  return schema['$ref'] === undefined && acceptsNull(schema, () => false)
}

function lowerRequired(
  lowering: Lowering,
  required: readonly string[],
  plans: readonly PropertyPlan[],
  place: Place,
): readonly string[] | undefined {
  const { dialect } = lowering
  const wireNames = new Map(plans.map(({ name, wireName }) => [name, wireName]))
  const at = inside(place, 'required').path
  if (dialect.required !== 'any') {
    for (const name of required) {
      if (wireNames.has(name)) continue
      loosen(lowering, at, `\`${name}\` is required, but has no schema`)
    }
  }
  if (dialect.required === 'all') return [...wireNames.values()]
  const sent = required.flatMap((name) => wireNames.get(name) ?? (dialect.required === 'any' ? name : []))
  return sent.length === 0 ? undefined : [...new Set(sent)]
}

/** `additionalProperties` and `patternProperties`; gives what is to be described. */
function lowerOthers(
  lowering: Lowering,
  node: SchemaObject,
  keywords: Record<string, JsonValue>,
  place: Place,
  isRoot: boolean,
): readonly Assertion[] {
  const { dialect } = lowering
  const others = own(node, 'additionalProperties')
  const patterns = own(node, 'patternProperties')
  const at = inside(place, 'additionalProperties')
  if (dialect.closedObjects) {
    closeObject(lowering, node, place, isRoot)
    keywords['additionalProperties'] = false
    return []
  }
  if (dialect.otherKeywords === 'keep') {
    if (others !== undefined) {
      keywords['additionalProperties'] =
        typeof others === 'boolean' ? others : lowering.lower(others, at).schema
    }
    return []
  }
  const described: Assertion[] = []
  if (isContainer(patterns)) described.push(['patternProperties', patterns])
  if (others === undefined) return described
  if (dialect.maps === 'keep' && !isContainer(patterns)) {
    keywords['additionalProperties'] =
      typeof others === 'boolean' ? others : lowering.lower(others, at).schema
  } else if (isContainer(others) || (others === false && isContainer(patterns))) {
    described.push(['additionalProperties', others])
  } else reportChange(lowering, at.path, 'dropped', '`additionalProperties` is not sent')
  return described
}

/** Closes an object for a strict dialect. Free keys that the author spoke of cannot be lost; others nobody meant. */
function closeObject(lowering: Lowering, node: SchemaObject, place: Place, isRoot: boolean): void {
  const others = own(node, 'additionalProperties') ?? own(node, 'unevaluatedProperties')
  const { path } = inside(place, 'additionalProperties')
  const names = own(node, 'properties')
  const isEmpty = !isContainer(names) || Object.keys(names).length === 0
  // At the root, `properties: {}` is how authors write a tool without arguments.
  const isArgumentless = isRoot && isContainer(names)
  if (isContainer(own(node, 'patternProperties')))
    loosen(lowering, place.path, 'names by pattern cannot be said')
  if (others === false) return
  if (others !== undefined) loosen(lowering, path, 'the object takes properties of any name')
  if (isEmpty && !isArgumentless) loosen(lowering, place.path, 'the object takes any properties')
  reportChange(lowering, path, 'rewritten', 'the object is closed: only its listed properties are sent')
}
