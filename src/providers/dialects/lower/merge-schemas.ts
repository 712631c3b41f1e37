import { canonicalJson } from '../../../schema/canonical-json.ts'
import { jsonEqual } from '../../../schema/json-equal.ts'
import { isContainer, type SchemaObject } from '../../../schema/schema-object.ts'
import { isAssertion } from './keyword-facts.ts'
import { type Assertion, namesOf, own, put } from './lowering.ts'
import { commonTypes, fixedValues, hasType, listedTypes } from './types.ts'

interface MergedPair {
  readonly node: SchemaObject
  /** What one schema cannot say together with the other. */
  readonly leftOver: readonly Assertion[]
}

const LARGER: ReadonlySet<string> = new Set([
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
  'minContains',
])
const SMALLER: ReadonlySet<string> = new Set([
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
])
const OBJECT_SHAPE = ['properties', 'required', 'additionalProperties', 'patternProperties']
/** Keywords that only mean something together. */
const GROUPS = [
  ['if', 'then', 'else'],
  ['items', 'prefixItems'],
  ['contains', 'minContains', 'maxContains'],
]

/** One schema that both hold in; what both say of one property is left to `allOf` inside it. False: nothing fits. */
export function mergeSchemas(left: SchemaObject, right: SchemaObject): MergedPair | false {
  if (Object.keys(left).length === 0) return { node: right, leftOver: [] }
  const node: SchemaObject = { ...left }
  const leftOver: Assertion[] = []
  const done = new Set<string>(['type', 'enum', 'const', ...OBJECT_SHAPE])
  if (!mergeTypes(node, left, right) || !mergeValues(node, left, right)) return false
  mergeObjects(node, left, right, leftOver)
  for (const group of GROUPS) mergeGroup(group, left, right, done, leftOver, node)
  for (const [keyword, value] of Object.entries(right)) {
    if (done.has(keyword)) continue
    const before = own(left, keyword)
    if (before === undefined) put(node, keyword, value)
    else if (typeof before === 'number' && typeof value === 'number' && LARGER.has(keyword)) {
      put(node, keyword, Math.max(before, value))
    } else if (typeof before === 'number' && typeof value === 'number' && SMALLER.has(keyword)) {
      put(node, keyword, Math.min(before, value))
    } else if (isAssertion(keyword) && !jsonEqual(before, value)) leftOver.push([keyword, value])
  }
  return { node, leftOver }
}

function mergeTypes(node: SchemaObject, left: SchemaObject, right: SchemaObject): boolean {
  const [a, b] = [listedTypes(left), listedTypes(right)]
  const types = a === undefined || b === undefined ? (a ?? b) : commonTypes(a, b)
  if (types === undefined) return true
  put(node, 'type', types.length === 1 ? types[0] : types)
  return types.length > 0
}

function mergeValues(node: SchemaObject, left: SchemaObject, right: SchemaObject): boolean {
  const [a, b] = [fixedValues(left), fixedValues(right)]
  if (a === undefined && b === undefined) return true
  const types = listedTypes(node)
  const both = a === undefined || b === undefined ? (a ?? b ?? []) : commonValues(a, b)
  const values = types === undefined ? both : both.filter((value) => hasType(value, types))
  const isConst = Object.hasOwn(left, 'const') || Object.hasOwn(right, 'const')
  delete (node as Record<string, unknown>)['const']
  delete (node as Record<string, unknown>)['enum']
  if (isConst) put(node, 'const', values[0])
  else put(node, 'enum', values)
  return values.length > 0
}

/** By their text: comparing each with each would take hours for long lists. */
function commonValues(left: readonly unknown[], right: readonly unknown[]): readonly unknown[] {
  const texts = new Set(right.map(canonicalJson))
  return left.filter((value) => texts.has(canonicalJson(value)))
}

function mergeObjects(
  node: SchemaObject,
  left: SchemaObject,
  right: SchemaObject,
  leftOver: Assertion[],
): void {
  if (!OBJECT_SHAPE.some((keyword) => Object.hasOwn(right, keyword))) return
  const required = [...new Set([...namesOf(own(left, 'required')), ...namesOf(own(right, 'required'))])]
  if (required.length > 0) put(node, 'required', required)
  const isPatterned = [left, right].some((side) => Object.hasOwn(side, 'patternProperties'))
  const shapes = OBJECT_SHAPE.filter((keyword) => keyword !== 'required')
  if (isPatterned && shapes.some((keyword) => Object.hasOwn(left, keyword))) {
    for (const keyword of shapes) {
      if (Object.hasOwn(right, keyword)) leftOver.push([keyword, right[keyword]])
    }
    return
  }
  if (isPatterned) put(node, 'patternProperties', right['patternProperties'])
  const [a, b] = [own(left, 'properties'), own(right, 'properties')]
  const [others, otherwise] = [own(left, 'additionalProperties'), own(right, 'additionalProperties')]
  const properties = {}
  const names = new Set([...Object.keys(isContainer(a) ? a : {}), ...Object.keys(isContainer(b) ? b : {})])
  for (const name of names) {
    const fromLeft = isContainer(a) && Object.hasOwn(a, name) ? a[name] : others
    const fromRight = isContainer(b) && Object.hasOwn(b, name) ? b[name] : otherwise
    put(properties, name, conjunction(fromLeft, fromRight))
  }
  if (names.size > 0 || a !== undefined || b !== undefined) put(node, 'properties', properties)
  if (others !== undefined || otherwise !== undefined) {
    put(node, 'additionalProperties', conjunction(others, otherwise))
  }
}

function conjunction(left: unknown, right: unknown): unknown {
  if (left === false || right === false) return false
  if (left === undefined || left === true) return right ?? left
  if (right === undefined || right === true || jsonEqual(left, right)) return left
  return { allOf: [left, right] }
}

function mergeGroup(
  group: readonly string[],
  left: SchemaObject,
  right: SchemaObject,
  done: Set<string>,
  leftOver: Assertion[],
  node: SchemaObject,
): void {
  const has = (side: SchemaObject) => group.some((keyword) => Object.hasOwn(side, keyword))
  if (!has(left) || !has(right)) return
  for (const keyword of group) done.add(keyword)
  if (group.every((keyword) => jsonEqual(own(left, keyword), own(right, keyword)))) return
  const isOnlyItems = (side: SchemaObject) => !Object.hasOwn(side, 'prefixItems')
  if (group.includes('items') && isOnlyItems(left) && isOnlyItems(right)) {
    put(node, 'items', conjunction(own(left, 'items'), own(right, 'items')))
    return
  }
  for (const keyword of group) {
    if (Object.hasOwn(right, keyword)) leftOver.push([keyword, right[keyword]])
  }
}
