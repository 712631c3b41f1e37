import { pickBranch } from './pick-branch.ts'
import { itemPlan, type Plan, propertyPlan } from './plan.ts'

/**
 * The plans that a part of a value must fit, all of them; empty where anything goes. Undefined where that is not
 * sure: the name is not allowed, or the branch of a union that was meant cannot be told.
 */
export function plansAtPath(
  plan: Plan,
  value: unknown,
  path: readonly (string | number)[],
): readonly Plan[] | undefined {
  let plans: readonly Plan[] = [plan]
  let part = value
  for (const key of path) {
    const inner: Plan[] = []
    for (const outer of plans) {
      const found = stepInto(outer, part, key)
      if (found === undefined) return undefined
      inner.push(...found)
    }
    plans = inner
    part = (part as Record<string | number, unknown>)[key]
  }
  return plans
}

function stepInto(plan: Plan, value: unknown, key: string | number): Plan[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const child = typeof key === 'number' ? itemPlan(plan, key) : propertyPlan(plan, key)
  const isRefused = child === undefined && plan.shapes.some((shape) => shape.additional === false)
  if (isRefused && typeof key === 'string') return undefined
  const found = child === undefined ? [] : [child]
  for (const union of plan.unions) {
    const branch = pickBranch(union, value)
    const inner = branch === undefined ? undefined : stepInto(branch, value, key)
    if (inner === undefined) return undefined
    found.push(...inner)
  }
  return found
}
