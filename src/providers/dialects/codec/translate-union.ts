import { jsonEqual } from '../../../schema/json-equal.ts'
import { isContainer, type SchemaObject } from '../../../schema/schema-object.ts'
import type { BranchPlan, CodecPlan } from './codec-plan.ts'
import type { Effort } from '../schema-dialect.ts'
import { listOf } from '../lower/lowering.ts'
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
 * The branch that a value fits in both forms; where several fit and disagree, what the author has most names for. Where
 * that disagrees too, nothing is known and nothing changed, unless the author takes no such value.
 */
export function translateUnion(
  branches: readonly BranchPlan[],
  value: unknown,
  context: UnionContext,
  inner: Inner,
): unknown {
  const results: unknown[] = []
  for (const branch of branches) {
    if (!isOfBranch(branch, value, context.direction, context)) continue
    const result = inner(branch.plan, value)
    const opposite = context.direction === 'toWire' ? 'fromWire' : 'toWire'
    if (!isOfBranch(branch, result, opposite, context)) continue
    // Any branch that fits makes a form that the provider takes; what it means is asked on the way back.
    if (context.direction === 'toWire') return result
    results.push(result)
  }
  const best = agreed(results) ?? agreed(bestNamed(results, branches, context))
  if (best !== undefined) return best
  return branches.some((branch) => isOfBranch(branch, value, 'toWire', context))
    ? value
    : (results[0] ?? value)
}

/** The result that is all of them; undefined where they differ. */
function agreed(results: readonly unknown[]): unknown {
  return results.every((result) => jsonEqual(result, results[0])) ? results[0] : undefined
}

/** Those with the fewest properties that no branch of the author's names. */
function bestNamed(
  results: readonly unknown[],
  branches: readonly BranchPlan[],
  context: UnionContext,
): readonly unknown[] {
  const parts = partsOf(
    branches.map(({ schema }) => schema),
    context,
  )
  const counts = results.map((result) => countUnnamed(parts, result, context))
  const least = Math.min(...counts)
  return results.filter((_, index) => counts[index] === least)
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

/** How many properties in a value none of the schemas names, at any depth; below one that has no name, none has. */
function countUnnamed(
  parts: readonly SchemaObject[],
  value: unknown,
  context: UnionContext,
  depth = 0,
): number {
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return 0
  if (--context.effort.stepsLeft <= 0) return 0
  let count = 0
  if (Array.isArray(value)) {
    const prefix = Math.max(...parts.map((part) => itemsOf(part).prefix.length), 0)
    const rest = partsOf(
      parts.map((part) => itemsOf(part).rest),
      context,
    )
    value.forEach((item, index) => {
      const named =
        index < prefix
          ? partsOf(
              parts.map((part) => itemAt(part, index)),
              context,
            )
          : rest
      count += countUnnamed(named, item, context, depth + 1)
    })
    return count
  }
  for (const [name, member] of Object.entries(value)) {
    const named = parts.flatMap(({ properties }) =>
      isContainer(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [],
    )
    if (named.length === 0) count++
    count += countUnnamed(partsOf(named, context), member, context, depth + 1)
  }
  return count
}

function itemsOf({ items, prefixItems }: SchemaObject): {
  readonly prefix: readonly unknown[]
  readonly rest: unknown
} {
  return Array.isArray(items)
    ? { prefix: items, rest: undefined }
    : { prefix: listOf(prefixItems), rest: items }
}

function itemAt(part: SchemaObject, index: number): unknown {
  const { prefix, rest } = itemsOf(part)
  return index < prefix.length ? prefix[index] : rest
}

/** The schemas with all that they refer to, join and choose from, each once. */
function partsOf(schemas: readonly unknown[], { resolve, effort }: UnionContext): readonly SchemaObject[] {
  const parts = new Set<SchemaObject>()
  const open = [...schemas]
  while (open.length > 0) {
    const part = open.pop()
    if (--effort.stepsLeft <= 0) break
    if (!isContainer(part) || parts.has(part)) continue
    parts.add(part)
    if (typeof part['$ref'] === 'string') open.push(resolve(part['$ref']))
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) open.push(...listOf(part[keyword]))
  }
  return [...parts]
}
