import { canonicalJson } from '../../../schema/canonical-json.ts'
import { isContainer, type SchemaObject } from '../../../schema/schema-object.ts'
import { isAssertion } from './keyword-facts.ts'
import { lowerTyped } from './lower-typed.ts'
import { mergedBranches, onlyNarrows, splitUnion, unionKeyword } from './lower-union.ts'
import {
  listOf,
  type Lowered,
  type Lowering,
  loosen,
  namesOf,
  own,
  type Place,
  put,
  reportChange,
  without,
} from './lowering.ts'
import { mergeAllOf } from './merge-all-of.ts'
import { fixedValues, hasType, listedTypes, typeOfValue } from './types.ts'

/** Under which name a value stands that is not an object with properties. */
const WRAPPED_NAME = 'value'

/** Lowers the whole: every provider wants an object with properties at the root, without union or reference. */
export function lowerRoot(lowering: Lowering, schema: unknown, place: Place): Lowered {
  const merged = schema === false ? false : mergeAllOf(lowering, isContainer(schema) ? schema : {}, place)
  if (merged === false) {
    loosen(lowering, place.path, 'no value fits')
    return lowerRootObject(lowering, {}, place)
  }
  const { node } = merged
  const at = { ...merged.place, inlining: ['#', ...merged.place.inlining] }
  if (isContainer(schema) && ['$ref', 'allOf'].some((keyword) => Object.hasOwn(schema, keyword))) {
    reportChange(lowering, place.path, 'rewritten', 'what the root refers to is merged into it')
  }
  return lowerMergedRoot(lowering, node, at)
}

function lowerMergedRoot(lowering: Lowering, node: SchemaObject, place: Place): Lowered {
  const keyword = unionKeyword(node)
  if (!canBeObject(node)) return wrap(lowering, node, place)
  if (keyword === undefined) return lowerRootObject(lowering, node, place)
  const { core, notes } = splitUnion(node)
  const second = keyword === 'anyOf' ? own(node, 'oneOf') : undefined
  const leftOver = second === undefined ? place.leftOver : [...place.leftOver, ['oneOf', second] as const]
  if (second !== undefined && lowering.dialect.strict) loosen(lowering, place.path, 'two unions hold at once')
  if (onlyNarrows(listOf(node[keyword]), core)) {
    const at = { ...place, leftOver: [...leftOver, [keyword, node[keyword]] as const] }
    return lowerRootObject(lowering, { ...core, ...notes }, at)
  }
  const at = { ...place, leftOver: [] }
  const branches = mergedBranches(lowering, node, at).flatMap((branch) => {
    // A branch may be a reference or a union itself.
    const merged = mergeAllOf(lowering, branch.schema, branch.place)
    if (merged !== false && canBeObject(merged.node)) return [merged]
    reportChange(lowering, branch.place.path, 'dropped', 'arguments are an object, which this branch is not')
    return []
  })
  const [only] = branches
  if (only === undefined) return wrap(lowering, node, place)
  if (branches.length === 1) {
    reportChange(
      lowering,
      `${place.path}/${keyword}`,
      'rewritten',
      'the one branch at the root is merged into it',
    )
    const inlining = [...place.inlining, ...only.place.inlining]
    return lowerMergedRoot(lowering, { ...notes, ...only.node }, { ...place, leftOver, inlining })
  }
  const canFold = branches.every(({ node: branch }) => isFoldable(branch))
  if (lowering.dialect.rootUnion === 'wrap' || !canFold) return wrap(lowering, node, place)
  const inlining = [...new Set([...place.inlining, ...branches.flatMap((branch) => branch.place.inlining)])]
  reportChange(
    lowering,
    `${place.path}/${keyword}`,
    'rewritten',
    'the branches at the root are folded into one object',
  )
  const folded = fold(branches.map((branch) => branch.node))
  const said = [keyword, branches.map(({ node: branch }) => beyondProperties(branch))] as const
  return lowerRootObject(
    lowering,
    { ...notes, ...folded },
    { ...place, inlining, leftOver: [...leftOver, said] },
  )
}

function canBeObject(node: SchemaObject): boolean {
  const types = listedTypes(node)
  const values = fixedValues(node)
  return (
    (types === undefined || types.includes('object')) && (values === undefined || values.some(isContainer))
  )
}

/** What would take a property of another branch in a form of its own cannot share one object with it. */
function isFoldable(branch: SchemaObject): boolean {
  const others = own(branch, 'additionalProperties')
  const names = own(branch, 'properties')
  const isListed = others === false || (isContainer(names) && Object.keys(names).length > 0)
  const isFree = others === true || isContainer(others) || Object.hasOwn(branch, 'patternProperties')
  return isListed && !isFree && unionKeyword(branch) === undefined && fixedValues(branch) === undefined
}

/** What an object with the properties of all branches says of each. */
const FOLDED: ReadonlySet<string> = new Set(['type', 'properties', 'additionalProperties', 'required'])

/** What a branch asserts that its properties do not say once they are folded. */
function beyondProperties(branch: SchemaObject): SchemaObject {
  const others = Object.keys(branch).filter((keyword) => isAssertion(keyword) && !FOLDED.has(keyword))
  return {
    required: namesOf(own(branch, 'required')),
    ...Object.fromEntries(others.map((keyword) => [keyword, branch[keyword]])),
  }
}

function lowerRootObject(lowering: Lowering, node: SchemaObject, place: Place): Lowered {
  const types = listedTypes(node)
  if (types?.length !== 1) {
    reportChange(lowering, place.path, 'rewritten', 'the root is sent as `type: object`')
  }
  const values = fixedValues(node)
  if (values !== undefined && lowering.dialect.strict)
    loosen(lowering, place.path, 'the root is a fixed value')
  const keyword = Object.hasOwn(node, 'const') ? 'const' : 'enum'
  const leftOver = values === undefined ? [] : [[keyword, node[keyword]] as const]
  const lowered = lowerTyped(
    lowering,
    { type: 'object', ...without(node, 'type', 'nullable', 'enum', 'const') },
    { ...place, leftOver: [...place.leftOver, ...leftOver] },
    true,
  )
  const { description, ...rest } = lowered.schema
  if (lowering.dialect.rootDescription || typeof description !== 'string') return lowered
  lowering.rootDescription = description
  reportChange(
    lowering,
    `${place.path}/description`,
    'rewritten',
    'the description of the root is said in that of the tool',
  )
  return { ...lowered, schema: rest }
}

function wrap(lowering: Lowering, node: SchemaObject, place: Place): Lowered {
  reportChange(
    lowering,
    place.path,
    'rewritten',
    `the root is sent as the property \`${WRAPPED_NAME}\` of an object`,
  )
  const value = lowering.lower(node, { ...place, depth: place.depth + 1 })
  return {
    schema: {
      type: 'object',
      properties: { [WRAPPED_NAME]: value.schema },
      required: [WRAPPED_NAME],
      ...(lowering.dialect.closedObjects ? { additionalProperties: false } : {}),
    },
    plan: { kind: 'wrap', name: WRAPPED_NAME, value: value.plan },
  }
}

/** One object that takes whatever one of the branches takes. */
function fold(branches: readonly SchemaObject[]): SchemaObject {
  const schemas = new Map<string, Map<string, unknown>>()
  for (const branch of branches) {
    const properties = own(branch, 'properties')
    for (const [name, schema] of Object.entries(isContainer(properties) ? properties : {})) {
      const known = schemas.get(name) ?? new Map<string, unknown>()
      if (schema !== false) known.set(canonicalJson(schema), schema)
      schemas.set(name, known)
    }
  }
  const properties = {}
  for (const [name, known] of schemas) if (known.size > 0) put(properties, name, unionOf([...known.values()]))
  const required = branches
    .map((branch) => namesOf(own(branch, 'required')))
    .reduce((common, names) => {
      const others = new Set(names)
      return common.filter((name) => others.has(name))
    })
  const isClosed = branches.every((branch) => own(branch, 'additionalProperties') === false)
  return { type: 'object', properties, required, ...(isClosed ? { additionalProperties: false } : {}) }
}

/** Several fixed values, such as the tags of branches, are one `enum`. */
function unionOf(schemas: readonly unknown[]): unknown {
  if (schemas.length === 1) return schemas[0]
  const isPlainValue = (schema: unknown): schema is SchemaObject =>
    isContainer(schema) &&
    fixedValues(schema) !== undefined &&
    Object.keys(schema).every((key) => ['type', 'enum', 'const', 'description', 'title'].includes(key))
  if (!schemas.every(isPlainValue)) return { anyOf: schemas }
  // A value that its own type refuses never fits.
  const values = schemas.flatMap((schema) => {
    const types = listedTypes(schema)
    return (fixedValues(schema) ?? []).filter((value) => types === undefined || hasType(value, types))
  })
  const types = new Set(values.map(typeOfValue))
  return { ...(types.size === 1 ? { type: [...types][0] } : {}), enum: [...new Set(values)] }
}
