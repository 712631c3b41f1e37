import { isContainer, type SchemaObject } from '../../../schema/schema-object.ts'
import { put } from '../lower/lowering.ts'
import type { ArgumentCodec, Effort } from '../schema-dialect.ts'
import type { CodecPlan } from './codec-plan.ts'
import { readNulls } from './read-nulls.ts'
import { type Direction, type Inner, translateUnion } from './translate-union.ts'

/** Deeper values are left as they are. */
const MAX_DEPTH = 200
const MAX_REFERENCES = 1_000

/**
 * Steps of one translation. A value that fits several branches at each of its levels would double the work with each;
 * what takes more than this is left as it came, and the check of arguments has the last word.
 */
const MAX_STEPS = 1_000_000

interface Plans {
  /** By canonical reference. */
  readonly plans: ReadonlyMap<string, CodecPlan | undefined>
  readonly resolve: (pointer: string) => unknown
  readonly resolveWire: (address: string) => unknown
}

interface Translation extends Plans {
  readonly direction: Direction
  readonly effort: Effort
}

/** Makes the codec of a plan; undefined when it never changes anything. */
export function createCodec(plan: CodecPlan | undefined, context: Plans): ArgumentCodec | undefined {
  if (plan === undefined || !acts(plan, context, new Set())) return undefined
  return {
    toWire: (value) => run(plan, value, 'toWire', context, { stepsLeft: MAX_STEPS }),
    fromWire: (value, effort = { stepsLeft: MAX_STEPS }) => run(plan, value, 'fromWire', context, effort),
  }
}

function run(plan: CodecPlan, value: unknown, direction: Direction, plans: Plans, effort: Effort): unknown {
  const result = translate(plan, value, { ...plans, direction, effort }, 0)
  return effort.stepsLeft > 0 ? result : value
}

/** Whether a plan changes anything: one that is only references may not. */
function acts(plan: CodecPlan | undefined, context: Plans, seen: Set<string>): boolean {
  // A long chain of references: values are not translated that deep, but asking is harmless.
  if (seen.size > MAX_REFERENCES) return true
  switch (plan?.kind) {
    case undefined:
      return false
    case 'entries':
    case 'wrap':
      return true
    case 'object':
      return plan.properties.some(
        (property) =>
          property.name !== property.wireName || property.absentAsNull || acts(property.plan, context, seen),
      )
    case 'array':
      return [...plan.prefix, plan.rest].some((part) => acts(part, context, seen))
    case 'both':
      return acts(plan.object, context, seen) || acts(plan.array, context, seen)
    case 'union':
      return plan.branches.some((branch) => acts(branch.plan, context, seen))
    case 'reference':
      if (seen.has(plan.pointer)) return false
      seen.add(plan.pointer)
      return acts(context.plans.get(plan.pointer), context, seen)
  }
}

function translate(
  plan: CodecPlan | undefined,
  value: unknown,
  context: Translation,
  depth: number,
): unknown {
  if (plan === undefined || depth > MAX_DEPTH || --context.effort.stepsLeft <= 0) return value
  const { direction } = context
  const inner = (part: CodecPlan | undefined, member: unknown): unknown =>
    translate(part, member, context, depth + 1)
  switch (plan.kind) {
    case 'reference':
      return inner(context.plans.get(plan.pointer), value)
    case 'object':
      return isContainer(value) ? translateObject(plan, value, context, inner) : value
    case 'array':
      return Array.isArray(value)
        ? value.map((item, index) => inner(plan.prefix[index] ?? prefixRest(plan, index), item))
        : value
    case 'both':
      return inner(Array.isArray(value) ? plan.array : plan.object, value)
    case 'entries':
      return direction === 'toWire'
        ? toEntries(value, plan.value, inner)
        : fromEntries(value, plan.value, inner)
    case 'wrap':
      if (direction === 'toWire') return { [plan.name]: inner(plan.value, value) }
      return isContainer(value) && Object.hasOwn(value, plan.name) && Object.keys(value).length === 1
        ? inner(plan.value, value[plan.name])
        : value
    case 'union':
      return translateUnion(plan.branches, value, context, inner)
  }
}

function prefixRest(plan: Extract<CodecPlan, { kind: 'array' }>, index: number): CodecPlan | undefined {
  return index < plan.prefix.length ? undefined : plan.rest
}

function translateObject(
  { properties, presence }: Extract<CodecPlan, { kind: 'object' }>,
  value: SchemaObject,
  context: Translation,
  inner: Inner,
): SchemaObject {
  const isToWire = context.direction === 'toWire'
  const nulls: string[] = []
  const byName = new Map(
    properties.map((property) => [isToWire ? property.name : property.wireName, property]),
  )
  const result = {}
  for (const [key, member] of Object.entries(value)) {
    const property = byName.get(key)
    if (property === undefined) put(result, key, member)
    else if (isToWire || member !== null || !property.absentAsNull) {
      put(result, isToWire ? property.wireName : property.name, inner(property.plan, member))
    } else if (!property.nullAsAbsent) {
      if (presence === undefined) put(result, property.name, null)
      else nulls.push(property.name)
    }
  }
  if (!isToWire) return presence === undefined ? result : readNulls(presence, result, nulls, context)
  for (const { name, wireName, absentAsNull } of properties) {
    if (absentAsNull && !Object.hasOwn(value, name)) put(result, wireName, null)
  }
  return result
}

function toEntries(value: unknown, plan: CodecPlan | undefined, inner: Inner): unknown {
  if (!isContainer(value)) return value
  return Object.entries(value).map(([key, member]) => ({ key, value: inner(plan, member) }))
}

/** The last of equal keys wins, as in JSON. */
function fromEntries(value: unknown, plan: CodecPlan | undefined, inner: Inner): unknown {
  const isEntry = (item: unknown): item is { key: string; value: unknown } =>
    isContainer(item) && typeof item['key'] === 'string' && Object.hasOwn(item, 'value')
  if (!Array.isArray(value) || !value.every(isEntry)) return value
  const result = {}
  for (const entry of value) put(result, entry.key, inner(plan, entry.value))
  return result
}
