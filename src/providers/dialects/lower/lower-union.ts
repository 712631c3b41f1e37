import type { JsonObject } from '../../../schema/json-schema.ts'
import { canonicalJson } from '../../../schema/canonical-json.ts'
import { isContainer, type SchemaObject } from '../../../schema/schema-object.ts'
import type { BranchPlan } from '../codec/codec-plan.ts'
import { describeInto } from './describe.ts'
import { isAssertion } from './keyword-facts.ts'
import {
  inside,
  listOf,
  type Lowered,
  type Lowering,
  loosen,
  own,
  type Place,
  reportChange,
  without,
} from './lowering.ts'
import { lowerNotes } from './lower-keywords.ts'
import { mergeAllOf } from './merge-all-of.ts'

/** Which of the two keywords holds the union of a schema. */
export function unionKeyword(node: SchemaObject): 'anyOf' | 'oneOf' | undefined {
  if (Array.isArray(own(node, 'anyOf'))) return 'anyOf'
  return Array.isArray(own(node, 'oneOf')) ? 'oneOf' : undefined
}

/** What a schema says beside its union. */
export function splitUnion(node: SchemaObject): {
  readonly core: SchemaObject
  readonly notes: SchemaObject
} {
  const rest = without(node, 'anyOf', 'oneOf', '$defs', 'definitions')
  const keys = Object.keys(rest)
  return {
    core: without(rest, ...keys.filter((key) => !isAssertion(key))),
    notes: without(rest, ...keys.filter(isAssertion)),
  }
}

/** Branches that only narrow what stands beside them (`required` alone) are described: copies of the rest would tell no more. */
export function onlyNarrows(branches: readonly unknown[], core: SchemaObject): boolean {
  if (Object.keys(core).length === 0) return false
  return branches.every(
    (branch) =>
      isContainer(branch) &&
      Object.keys(branch).every((key) => ['required', 'not', 'description', 'title'].includes(key)),
  )
}

/** The branches of a union with what stands beside it merged in; those that nothing fits are left out. */
export function mergedBranches(
  lowering: Lowering,
  node: SchemaObject,
  place: Place,
): readonly { readonly schema: SchemaObject; readonly place: Place }[] {
  const keyword = unionKeyword(node) ?? 'anyOf'
  const { core } = splitUnion(node)
  const hasCore = Object.keys(core).length > 0
  return listOf(own(node, keyword)).flatMap((branch, index) => {
    const at = { ...inside(place, keyword, index), leftOver: place.leftOver }
    const needsMerge = hasCore || (isContainer(branch) && Array.isArray(own(branch, 'allOf')))
    if (!needsMerge && isContainer(branch)) return [{ schema: branch, place: at }]
    const merged = mergeAllOf(lowering, { allOf: hasCore ? [core, branch] : [branch] }, at)
    if (!hasCore && merged !== false) {
      reportChange(lowering, `${at.path}/allOf`, 'rewritten', '`allOf` is merged into one schema')
    }
    if (merged !== false) return [{ schema: merged.node, place: merged.place }]
    reportChange(lowering, at.path, 'dropped', 'nothing fits this branch')
    return []
  })
}

/** A union in a dialect where it stands alone. */
export function lowerUnion(lowering: Lowering, node: SchemaObject, place: Place): Lowered {
  const keyword = unionKeyword(node) ?? 'anyOf'
  const { core, notes } = splitUnion(node)
  if (keyword === 'anyOf' && Array.isArray(own(node, 'oneOf'))) {
    if (lowering.dialect.strict) loosen(lowering, `${place.path}/oneOf`, 'two unions hold at once')
    const leftOver = [...place.leftOver, ['oneOf', node['oneOf']] as const]
    return lowerUnion(lowering, without(node, 'oneOf'), { ...place, leftOver })
  }
  if (onlyNarrows(listOf(own(node, keyword)), core)) {
    const leftOver = [...place.leftOver, [keyword, node[keyword]] as const]
    return lowering.lower({ ...core, ...notes }, { ...place, leftOver })
  }
  if (keyword === 'oneOf') {
    reportChange(lowering, `${place.path}/oneOf`, 'rewritten', '`oneOf` is sent as `anyOf`')
  }
  const branches = mergedBranches(lowering, node, place)
  if (branches.length === 0) return lowering.lower(false, place)
  if (Object.keys(core).length > 0) {
    reportChange(lowering, place.path, 'rewritten', 'what stands beside the union is said in each branch')
  }
  const lowered = branches.map((branch) => ({
    ...lowering.lower(branch.schema, branch.place),
    source: branch.schema,
  }))
  return joinBranches(lowering, lowered, notes, place)
}

function joinBranches(
  lowering: Lowering,
  lowered: readonly (Lowered & { readonly source: SchemaObject })[],
  notes: SchemaObject,
  place: Place,
): Lowered {
  const isNullable = lowering.dialect.nullForm === 'nullable'
  const spoken = isNullable ? lowered.filter(({ source }) => own(source, 'type') !== 'null') : lowered
  const hadNull = spoken.length < lowered.length
  const distinct = new Map(spoken.map((branch) => [canonicalJson(branch.schema), branch]))
  const [only] = distinct.values()
  if (only === undefined) return lowered[0] ?? lowering.lower(false, place)
  const plans = spoken.some(({ plan }) => plan !== undefined)
  const outer = lowerNotes(lowering, notes, place)
  const text = outer['description']
  const nullable = hadNull ? { nullable: true } : {}
  if (distinct.size === 1) {
    const { description: _, ...others } = outer
    // Some take nothing beside a reference.
    const isLone = Object.hasOwn(only.schema, '$ref') && lowering.dialect.references === 'alone'
    if (isLone && Object.keys(outer).length > 0)
      return { schema: { ...outer, anyOf: [only.schema] }, plan: only.plan }
    const schema = { ...others, ...only.schema, ...nullable }
    return {
      schema: typeof text === 'string' ? describeInto(schema, text) : schema,
      plan: only.plan,
    }
  }
  const anyOf: JsonObject[] = [...distinct.values()].map(({ schema }) => schema)
  const branches: BranchPlan[] = spoken.map(({ plan, source, schema }) => ({
    plan,
    schema: source,
    wireSchema: schema,
  }))
  return {
    schema: { ...outer, anyOf, ...nullable },
    plan: plans ? { kind: 'union', branches } : undefined,
  }
}
