import { branchesTagged, findDiscriminator } from '../plan/pick-branch.ts'
import { describeValues } from './explain-expected.ts'
import { addProblem, type Listing, takeOver, trial } from './problem-listing.ts'
import { showValue } from '../show-value.ts'
import { nearestNames } from '../nearest.ts'
import { type Plan, typeBitOf, type UnionPlan } from '../plan/plan.ts'

/** Lists what is wrong with the branch that was most likely meant: all branches at once would only confuse. */
export function listUnion(union: UnionPlan, value: unknown, listing: Listing): void {
  const branches = union.branches.map((link) => link())
  const bit = typeBitOf(value)
  const candidates = branches.filter((branch) => (branch.types & bit) !== 0)
  const [only] = candidates
  if (only === undefined) return // the types of a plan are those of its branches: told already
  if (candidates.length === 1) {
    listing.listAt(only, value, listing)
    return
  }
  const tried = candidates.map((branch) => trial(branch, value, listing, listing.path))
  const fitting = tried.filter((listed) => listed.total === 0).length
  if (fitting === 1 || (fitting > 1 && union.keyword === 'anyOf')) return
  if (fitting > 1) {
    const message = `fits ${fitting} of the ${branches.length} allowed forms, but must fit exactly one; leave out what belongs to the others`
    addProblem(listing, 'oneOf', 'exactly one of the allowed forms', showValue(value), { message })
    return
  }
  if (typeof value === 'object' && value !== null && listByTag(candidates, tried, value, listing)) return
  let nearest = tried[0]
  for (const listed of tried) if (nearest === undefined || listed.total < nearest.total) nearest = listed
  if (nearest !== undefined) takeOver(nearest, listing)
}

/** Tells branches apart by a property with fixed values; false when there is none. */
function listByTag(
  candidates: readonly Plan[],
  tried: readonly Listing[],
  value: object,
  listing: Listing,
): boolean {
  const tag = findDiscriminator(candidates)
  if (tag === undefined) return false
  const given = Object.hasOwn(value, tag) ? (value as Record<string, unknown>)[tag] : undefined
  const [named] = given === undefined ? [] : branchesTagged(candidates, tag, given)
  const listed = named === undefined ? undefined : tried[candidates.indexOf(named)]
  if (listed !== undefined) {
    takeOver(listed, listing)
    return true
  }
  const allowed = [...new Set(candidates.flatMap((branch) => branch.properties.get(tag)?.().values ?? []))]
  const texts = allowed.filter((candidate) => typeof candidate === 'string')
  listing.path.push(tag)
  addProblem(listing, 'enum', describeValues(allowed), showValue(given), {
    nearest: typeof given === 'string' ? nearestNames(given, texts, 1)[0] : undefined,
  })
  listing.path.pop()
  return true
}
