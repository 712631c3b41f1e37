import type { SchemaObject } from '../../../schema/schema-object.ts'
import { isContainer } from '../../../schema/schema-object.ts'
import {
  type Assertion,
  type Lowering,
  listOf,
  loosen,
  loosenTooLarge,
  own,
  type Place,
  without,
} from './lowering.ts'
import { mergeSchemas } from './merge-schemas.ts'
import { normalForm } from './normal-form.ts'

const MERGED_IN_TURN = 16
const TOIL_OF_PROPERTY = 20

/** One schema without `$ref` and `allOf` at its top. */
interface Merged {
  readonly node: SchemaObject
  readonly place: Place
}

/** Merges what holds at one place: the schema, what its `$ref` names, the members of its `allOf`. False: nothing fits. */
export function mergeAllOf(lowering: Lowering, schema: SchemaObject, place: Place): Merged | false {
  const flat = flatten(lowering, schema, place)
  if (flat === false) return false
  const leftOver: Assertion[] = [...place.leftOver]
  const node = mergeParts(lowering, flat.parts, place, leftOver)
  if (node === false) return false
  const inlining = flat.pointers.length === 0 ? place.inlining : [...place.inlining, ...flat.pointers]
  return { node, place: { ...place, leftOver, inlining } }
}

/** Each merge copies all properties so far: of many parts, halves are merged first. */
function mergeParts(
  lowering: Lowering,
  parts: readonly SchemaObject[],
  place: Place,
  leftOver: Assertion[],
): SchemaObject | false {
  if (parts.length > MERGED_IN_TURN) {
    const half = parts.length >> 1
    const halves = [parts.slice(0, half), parts.slice(half)].map((some) =>
      mergeParts(lowering, some, place, leftOver),
    )
    return halves.includes(false)
      ? false
      : mergeParts(
          lowering,
          halves.filter((some) => some !== false),
          place,
          leftOver,
        )
  }
  let node: SchemaObject = {}
  for (const part of parts) {
    if (!lowering.toil(TOIL_OF_PROPERTY * (countNames(node) + countNames(part)))) {
      loosenTooLarge(lowering, place.path)
      break
    }
    const merged = mergeSchemas(node, part)
    if (merged === false) return false
    node = merged.node
    for (const [keyword, value] of merged.leftOver) {
      // A union that is only described would lose the properties that its branches name.
      if (lowering.dialect.strict && (keyword === 'anyOf' || keyword === 'oneOf')) {
        loosen(lowering, place.path, 'two unions hold at once')
      }
      leftOver.push([keyword, value])
    }
  }
  return node
}

function countNames(node: SchemaObject): number {
  const properties = own(node, 'properties')
  const names = isContainer(properties) ? Object.keys(properties).length : 0
  return names + listOf(own(node, 'required')).length
}

function flatten(
  lowering: Lowering,
  schema: SchemaObject,
  place: Place,
): { readonly parts: readonly SchemaObject[]; readonly pointers: readonly string[] } | false {
  const parts: SchemaObject[] = []
  // The same schema twice in one conjunction adds nothing, which also ends circles.
  const pointers = new Set<string>()
  const open: unknown[] = [schema]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === false) return false
    if (!isContainer(next)) continue
    if (!lowering.spend()) {
      loosenTooLarge(lowering, place.path)
      break
    }
    const form = normalForm(next)
    parts.push(without(form, '$ref', 'allOf', '$defs', 'definitions'))
    const reference = own(form, '$ref')
    open.push(...listOf(own(form, 'allOf')).toReversed())
    if (typeof reference !== 'string' || pointers.has(reference)) continue
    const target = lowering.resolve(reference)
    if (target === undefined) loosen(lowering, place.path, `\`$ref: ${reference}\` leads out of the schema`)
    else if (lowering.dialect.references === 'inline' && place.inlining.includes(reference)) {
      loosen(lowering, place.path, 'the schema names itself')
    } else {
      pointers.add(reference)
      open.push(target)
    }
  }
  return { parts, pointers: [...pointers] }
}
