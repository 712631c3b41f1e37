// What filling, coercing and explaining walk along a value: a schema with `$ref` and `allOf` folded in, types as bits,
// names in Maps. Comes in: a schema. Goes out: a Plan, built as far as values reach. Never here: the verdict itself,
// which the engine alone gives.
import type { CompiledSchema } from '../compile/compile-schema.ts'
import { jsonEqual } from '../json-equal.ts'
import type { JsonSchema } from '../json-schema.ts'
import { type DefaultEntry, defaultsOf, markDefaults, mentionsDefault } from './plan-defaults.ts'
import { compiledSchema } from '../compile/schema-cache.ts'
import { collectInPlace, type Document } from './plan-references.ts'

/** One bit per JSON type; a number that has a fraction is told apart, so `number` is two bits. */
export const TYPE_BITS = {
  string: 1,
  integer: 2,
  number: 6,
  boolean: 8,
  null: 16,
  array: 32,
  object: 64,
} as const

const FRACTION = 4
const ANY_TYPE = 127

/** Bit of a value's type; 0 for what JSON cannot hold. */
export function typeBitOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return TYPE_BITS.string
    case 'number':
      return Number.isInteger(value) ? TYPE_BITS.integer : FRACTION
    case 'boolean':
      return TYPE_BITS.boolean
    case 'object':
      if (value === null) return TYPE_BITS.null
      return Array.isArray(value) ? TYPE_BITS.array : TYPE_BITS.object
    default:
      return 0
  }
}

/** A plan that is built when a value first reaches it: recursive schemas stay finite. */
export type PlanLink = () => Plan

/** A `patternProperties` entry. */
interface PatternLink {
  readonly pattern: string
  readonly matches: (name: string) => boolean
  readonly link: PlanLink
}

/** What one schema says of names that it does not list. */
export interface ObjectShape {
  readonly names: ReadonlySet<string>
  readonly patterns: readonly PatternLink[]
  readonly additional: PlanLink | false | undefined
}

export interface UnionPlan {
  readonly keyword: 'anyOf' | 'oneOf'
  readonly branches: readonly PlanLink[]
}

/** One schema, seen from a value. */
export interface Plan {
  readonly document: Document
  /** The schema itself with everything it includes by `$ref` and `allOf`. */
  readonly schemas: readonly JsonSchema[]
  readonly types: number
  /** Values of `enum` and `const`, also of a union of such. */
  readonly values: readonly unknown[] | undefined
  readonly required: ReadonlySet<string>
  readonly requiredNames: readonly string[]
  readonly properties: ReadonlyMap<string, PlanLink>
  readonly shapes: readonly ObjectShape[]
  readonly prefixItems: readonly PlanLink[]
  readonly items: PlanLink | undefined
  readonly unions: readonly UnionPlan[]
  readonly defaults: readonly DefaultEntry[]
  /** Whether a default can be met at this plan or anywhere below. */
  hasDefaults: boolean
  /** Whether one can be met below: most plans have theirs at the top, and then nothing need be walked. */
  hasInnerDefaults: boolean
  /** Filled in by the lister, once. */
  memo: object | undefined
}

const plans = new WeakMap<JsonSchema, Plan>()

/** The plan of a schema; a frozen one always gives the same plan. */
export function planSchema(schema: JsonSchema): Plan {
  const known = plans.get(schema)
  if (known !== undefined) return known
  const document: Document = { root: schema, plans: new Map(), ids: new Map() }
  const plan = linkOf(document, [schema])()
  if (mentionsDefault(schema)) markDefaults(plan)
  if (Object.isFrozen(schema)) plans.set(schema, plan)
  return plan
}

/** Links to the plan of a value that must fit all of `schemas` (the same place, said more than once). */
export function linkOf(document: Document, schemas: readonly unknown[]): PlanLink {
  let plan: Plan | undefined
  return () => {
    plan ??= planAt(document, schemas)
    return plan
  }
}

/** The plan of one property, by name: listed, by pattern, or additional. */
export function propertyPlan(plan: Plan, name: string): Plan | undefined {
  const listed = plan.properties.get(name)
  if (listed !== undefined) return listed()
  for (const shape of plan.shapes) {
    const matching = shape.patterns.find((entry) => entry.matches(name))
    if (matching !== undefined) return matching.link()
    if (typeof shape.additional === 'function') return shape.additional()
  }
  return undefined
}

/** The plan of one item, by position. */
export function itemPlan(plan: Plan, index: number): Plan | undefined {
  return (plan.prefixItems[index] ?? plan.items)?.()
}

function planAt(document: Document, schemas: readonly unknown[]): Plan {
  const key = schemas.map((schema) => idOf(document, schema)).join(' ')
  const known = document.plans.get(key)
  if (known !== undefined) return known as Plan
  // A union that leads back to itself without a step into the value says nothing: whatever fits the rest fits it.
  document.plans.set(key, createOpenPlan(document))
  const plan = createPlan(document, schemas)
  document.plans.set(key, plan)
  return plan
}

export function createOpenPlan(document: Document): Plan {
  return {
    document,
    schemas: [],
    types: ANY_TYPE,
    values: undefined,
    required: new Set(),
    requiredNames: [],
    properties: new Map(),
    shapes: [],
    prefixItems: [],
    items: undefined,
    unions: [],
    defaults: [],
    hasDefaults: false,
    hasInnerDefaults: false,
    memo: undefined,
  }
}

function idOf(document: Document, schema: unknown): number {
  const known = document.ids.get(schema)
  if (known !== undefined) return known
  document.ids.set(schema, document.ids.size)
  return document.ids.size - 1
}

function createPlan(document: Document, given: readonly unknown[]): Plan {
  const { schemas, never } = collectInPlace(document.root, given)
  let types: number = never ? 0 : ANY_TYPE
  let values: readonly unknown[] | undefined
  const required = new Set<string>()
  const children = new Map<string, unknown[]>()
  const shapes: ObjectShape[] = []
  const unions: UnionPlan[] = []
  let prefixItems: readonly PlanLink[] = []
  let items: PlanLink | undefined
  for (const schema of schemas) {
    types &= typesOf(schema)
    const allowed = Object.hasOwn(schema, 'const') ? [schema.const] : schema.enum
    if (Array.isArray(allowed)) values = narrowValues(values, allowed)
    if (Array.isArray(schema.required)) for (const name of schema.required) required.add(name)
    for (const [name, child] of entriesOf(schema.properties)) {
      const same = children.get(name)
      if (same === undefined) children.set(name, [child])
      else same.push(child)
    }
    const shape = shapeOf(document, schema)
    if (shape !== undefined) shapes.push(shape)
    const listed = schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : undefined)
    if (Array.isArray(listed)) prefixItems = listed.map((item) => linkOf(document, [item]))
    const rest = Array.isArray(schema.items) ? schema['additionalItems'] : schema.items
    if (rest !== undefined) items = linkOf(document, [rest])
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const branches = schema[keyword]
      if (Array.isArray(branches))
        unions.push({ keyword, branches: branches.map((b) => linkOf(document, [b])) })
    }
  }
  const properties = new Map<string, PlanLink>()
  for (const [name, same] of children) properties.set(name, linkOf(document, same))
  for (const union of unions) {
    const narrowed = unionValues(union)
    if (narrowed.values !== undefined) values = narrowValues(values, narrowed.values)
    types &= narrowed.types
  }
  if (values !== undefined) types &= values.reduce((bits: number, value) => bits | typeBitOf(value), 0)
  return {
    ...createOpenPlan(document),
    schemas,
    types,
    values,
    required,
    requiredNames: [...required],
    properties,
    shapes,
    prefixItems,
    items,
    unions,
    defaults: defaultsOf(children, required),
  }
}

function typesOf(schema: JsonSchema): number {
  const { type } = schema
  if (type === undefined) return ANY_TYPE
  const names: readonly unknown[] = Array.isArray(type) ? type : [type]
  let bits = 0
  for (const name of names) {
    if (typeof name === 'string' && Object.hasOwn(TYPE_BITS, name))
      bits |= TYPE_BITS[name as keyof typeof TYPE_BITS]
  }
  return bits
}

function unionValues(union: UnionPlan): { types: number; values: readonly unknown[] | undefined } {
  let types = 0
  let values: unknown[] | undefined = []
  for (const branch of union.branches) {
    const plan = branch()
    types |= plan.types
    if (plan.values === undefined) values = undefined
    else values?.push(...plan.values)
  }
  return { types, values }
}

function narrowValues(
  known: readonly unknown[] | undefined,
  allowed: readonly unknown[],
): readonly unknown[] {
  return known === undefined ? allowed : known.filter((value) => includesValue(allowed, value))
}

/** Whether a list of JSON values holds this one; objects count by what is in them. */
export function includesValue(values: readonly unknown[], value: unknown): boolean {
  if (values.includes(value)) return true
  return (
    typeof value === 'object' && value !== null && values.some((candidate) => jsonEqual(candidate, value))
  )
}

function shapeOf(document: Document, schema: JsonSchema): ObjectShape | undefined {
  const patterns = entriesOf(schema['patternProperties'])
  const { additionalProperties } = schema
  if (patterns.length === 0 && additionalProperties === undefined) return undefined
  return {
    names: new Set(entriesOf(schema.properties).map(([name]) => name)),
    patterns: patterns.map(([pattern, child]) => ({
      pattern,
      matches: patternTest(pattern),
      link: linkOf(document, [child]),
    })),
    additional:
      additionalProperties === false
        ? false
        : typeof additionalProperties === 'object'
          ? linkOf(document, [additionalProperties])
          : undefined,
  }
}

/** Asks the engine, which guards against patterns that take exponential time; RegExp itself does not. */
export function patternTest(pattern: string): (text: string) => boolean {
  let compiled: CompiledSchema | undefined
  return (text) => {
    try {
      compiled ??= compiledSchema({ type: 'string', pattern })
      return compiled.check(text)
    } catch {
      return true // a pattern that cannot run refuses nothing
    }
  }
}

/** Own entries of a schema's map; nothing for what is no map. */
export function entriesOf(map: unknown): [string, unknown][] {
  return typeof map === 'object' && map !== null && !Array.isArray(map) ? Object.entries(map) : []
}
