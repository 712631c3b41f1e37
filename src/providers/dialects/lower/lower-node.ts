import { isContainer, type SchemaObject } from '../../../schema/schema-object.ts'
import { isMap, lowerMap } from './lower-map.ts'
import { lowerReference } from './lower-reference.ts'
import { lowerTyped } from './lower-typed.ts'
import { lowerUnion, splitUnion, unionKeyword } from './lower-union.ts'
import {
  inside,
  type Lowered,
  type Lowering,
  listOf,
  loosen,
  own,
  type Place,
  reportChange,
  without,
} from './lowering.ts'
import { mergeAllOf } from './merge-all-of.ts'
import { normalForm } from './normal-form.ts'
import { impliedTypes, listedTypes } from './types.ts'

const MAX_DEPTH = 150

/** Lowers one schema: references first, then conjunctions, unions, maps, and what is left. */
export function lowerNode(lowering: Lowering, schema: unknown, place: Place): Lowered {
  if (place.depth > MAX_DEPTH || !lowering.spend()) {
    loosen(lowering, place.path, 'the schema is too large or too deep')
    return { schema: {}, plan: undefined }
  }
  if (schema === false) return lowerNever(lowering, place)
  const given = isContainer(schema) ? schema : {}
  const form = normalForm(given)
  if (Array.isArray(own(given, 'items'))) {
    reportChange(
      lowering,
      inside(place, 'items').path,
      'rewritten',
      'a list of `items` is read as `prefixItems`',
    )
  }
  for (const keyword of ['exclusiveMinimum', 'exclusiveMaximum']) {
    if (typeof own(given, keyword) !== 'boolean') continue
    const { path } = inside(place, keyword)
    reportChange(
      lowering,
      path,
      'rewritten',
      `\`${keyword}\` is read as draft 4 has it, and sent as a number`,
    )
  }
  return lowerForm(lowering, form, place)
}

function lowerNever(lowering: Lowering, place: Place): Lowered {
  if (lowering.dialect.otherKeywords === 'keep') return { schema: { not: {} }, plan: undefined }
  loosen(lowering, place.path, 'no value fits')
  return lowering.lower({}, place)
}

function lowerForm(lowering: Lowering, node: SchemaObject, place: Place): Lowered {
  const { dialect } = lowering
  if (typeof own(node, '$ref') === 'string') return lowerReference(lowering, node, place)
  if (dialect.allOf === 'merge' && Array.isArray(own(node, 'allOf'))) {
    const merged = mergeAllOf(lowering, node, place)
    if (merged === false) return lowerNever(lowering, place)
    reportChange(lowering, inside(place, 'allOf').path, 'rewritten', '`allOf` is merged into one schema')
    return lowerForm(lowering, merged.node, { ...merged.place, depth: place.depth + 1 })
  }
  if (unionKeyword(node) !== undefined) {
    if (dialect.unions === 'alone') return lowerUnion(lowering, withoutNullable(lowering, node), place)
    if (dialect.oneOf === 'anyOf' && Array.isArray(own(node, 'oneOf')))
      return rewriteOneOf(lowering, node, place)
    return lowerBeside(lowering, node, place)
  }
  const types = listedTypes(node) ?? impliedTypes(node) ?? []
  if (!dialect.typeLists && types.filter((type) => type !== 'null').length > 1)
    return lowerUnion(lowering, splitTypes(lowering, node, types, place), place)
  if (dialect.maps === 'entries' && isMap(node)) return lowerMap(lowering, node, place)
  return lowerTyped(lowering, node, place, false)
}

/** `nullable` beside a union is one more branch. */
function withoutNullable(lowering: Lowering, node: SchemaObject): SchemaObject {
  const keyword = unionKeyword(node)
  if (own(node, 'nullable') !== true || keyword === undefined) return node
  lowering.loosened++
  return { ...without(node, 'nullable'), [keyword]: [...listOf(node[keyword]), { type: 'null' }] }
}

function rewriteOneOf(lowering: Lowering, node: SchemaObject, place: Place): Lowered {
  const rest = without(node, 'oneOf')
  if (Array.isArray(own(node, 'anyOf'))) {
    return lowerForm(lowering, rest, { ...place, leftOver: [...place.leftOver, ['oneOf', node['oneOf']]] })
  }
  reportChange(lowering, inside(place, 'oneOf').path, 'rewritten', '`oneOf` is sent as `anyOf`')
  const renamed = Object.entries(node).map(([key, value]) => [key === 'oneOf' ? 'anyOf' : key, value])
  return lowerForm(lowering, Object.fromEntries(renamed) as SchemaObject, place)
}

/** A union beside which other assertions may stand. */
function lowerBeside(lowering: Lowering, node: SchemaObject, place: Place): Lowered {
  const form = withoutNullable(lowering, node)
  const keyword = unionKeyword(form) ?? 'anyOf'
  const others = keyword === 'anyOf' ? own(form, 'oneOf') : undefined
  const before = lowering.loosened
  const branches = listOf(form[keyword]).flatMap((branch, index) => {
    if (branch === false && lowering.dialect.otherKeywords !== 'keep') return []
    return [lowering.lower(branch, inside(place, keyword, index)).schema]
  })
  const isExact = lowering.loosened === before
  const { core, notes } = splitUnion(form)
  const rest = lowerTyped(lowering, { ...notes, ...core }, place, false)
  const sent = keyword === 'oneOf' && !isExact ? 'anyOf' : keyword
  const second =
    others === undefined
      ? {}
      : { oneOf: lowerBeside(lowering, { oneOf: others }, place).schema['oneOf'] ?? [] }
  const union = branches.length === 0 ? {} : { [sent]: branches }
  return { schema: { ...rest.schema, ...union, ...second }, plan: undefined }
}

function splitTypes(
  lowering: Lowering,
  node: SchemaObject,
  types: readonly string[],
  place: Place,
): SchemaObject {
  reportChange(lowering, inside(place, 'type').path, 'rewritten', 'the list of types is sent as `anyOf`')
  const { core, notes } = splitUnion(node)
  const anyOf = types.map((type) => ({ ...core, type }))
  return { ...notes, anyOf }
}
