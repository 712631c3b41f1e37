import { includesValue, type Plan, type UnionPlan, typeBitOf } from './plan.ts'

/** The one branch of a union that an array or object can have meant: by type, then by a property with fixed values. */
export function pickBranch(union: UnionPlan, value: object): Plan | undefined {
  const bit = typeBitOf(value)
  const fitting: Plan[] = []
  for (const link of union.branches) {
    const branch = link()
    if ((branch.types & bit) !== 0) fitting.push(branch)
  }
  if (fitting.length <= 1) return fitting[0]
  const tag = findDiscriminator(fitting)
  if (tag === undefined || !Object.hasOwn(value, tag)) return undefined
  const named = branchesTagged(fitting, tag, (value as Record<string, unknown>)[tag])
  return named.length === 1 ? named[0] : undefined
}

/** A property that every branch lists with values of its own (`kind: { const: 'a' }`). */
export function findDiscriminator(branches: readonly Plan[]): string | undefined {
  const first = branches[0]
  if (first === undefined) return undefined
  for (const name of first.properties.keys()) {
    if (branches.every((branch) => branch.properties.get(name)?.().values !== undefined)) return name
  }
  return undefined
}

export function branchesTagged(branches: readonly Plan[], tag: string, value: unknown): Plan[] {
  return branches.filter((branch) => includesValue(branch.properties.get(tag)?.().values ?? [], value))
}
