import { jsonEqual } from '../../../schema/json-equal.ts'
import { isContainer } from '../../../schema/schema-object.ts'
import type { BranchPlan, CodecPlan } from './codec-plan.ts'
import type { Effort } from '../schema-dialect.ts'
import { fits } from './fits.ts'

const MAX_DEPTH = 60

export type Direction = 'toWire' | 'fromWire'

/** Translates a part of the value. */
export type Inner = (plan: CodecPlan | undefined, value: unknown) => unknown

interface UnionContext {
  readonly direction: Direction
  readonly resolve: (pointer: string) => unknown
  readonly resolveWire: (address: string) => unknown
  readonly effort: Effort
}

/**
 * The branch that a value fits in both forms, before open ones that which lists every property; where several fit and
 * disagree, nothing is known and nothing changed.
 */
export function translateUnion(
  branches: readonly BranchPlan[],
  value: unknown,
  context: UnionContext,
  inner: Inner,
): unknown {
  const fitting: unknown[] = []
  const listing: unknown[] = []
  for (const branch of branches) {
    if (!isOfBranch(branch, value, context.direction, context)) continue
    const result = inner(branch.plan, value)
    const opposite = context.direction === 'toWire' ? 'fromWire' : 'toWire'
    if (!isOfBranch(branch, result, opposite, context)) continue
    // Any branch that fits makes a form that the provider takes; what it means is asked on the way back.
    if (context.direction === 'toWire') return result
    fitting.push(result)
    if (listsAll(branch.wireSchema, value, context)) listing.push(result)
  }
  const results = listing.length > 0 ? listing : fitting
  return results.length > 0 && results.every((result) => jsonEqual(result, results[0])) ? results[0] : value
}

/** Whether a value that is to go in a direction has the form of a branch. */
function isOfBranch(
  { schema, wireSchema }: BranchPlan,
  value: unknown,
  direction: Direction,
  { resolve, resolveWire, effort }: UnionContext,
): boolean {
  return direction === 'toWire'
    ? fits(schema, value, resolve, effort)
    : fits(wireSchema, value, resolveWire, effort)
}

/** Whether a branch names every property of a value; one that is a union itself, whether one of its branches does. */
function listsAll(schema: unknown, value: unknown, context: UnionContext, depth = 0): boolean {
  if (!isContainer(schema) || !isContainer(value)) return false
  if (depth > MAX_DEPTH || --context.effort.stepsLeft <= 0) return false
  const { $ref, anyOf, properties } = schema
  const lists = (part: unknown): boolean => listsAll(part, value, context, depth + 1)
  if (typeof $ref === 'string') return lists(context.resolveWire($ref))
  if (Array.isArray(anyOf)) return anyOf.some(lists)
  return isContainer(properties) && Object.keys(value).every((name) => Object.hasOwn(properties, name))
}
