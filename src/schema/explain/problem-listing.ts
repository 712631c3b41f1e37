import { quoteText, renderPath } from '../show-value.ts'
import { rulesOf } from './explain-rules.ts'
import { nearestNames } from '../nearest.ts'
import { type Plan, propertyPlan } from '../plan/plan.ts'

/** One thing wrong with a value. */
export interface ValueProblem {
  /** `items[2].city`; empty for the value as a whole. */
  readonly path: string
  /** The JSON Schema keyword that was broken. */
  readonly keyword: string
  readonly expected: string
  readonly received: string
  /** The whole sentence, without the path. */
  readonly message: string
  /** What was probably meant: the nearest name or value. */
  readonly nearest?: string
}

/** A listing under way. */
export interface Listing {
  readonly path: (string | number)[]
  readonly problems: ValueProblem[]
  /** All that were found; those over the limit are only counted. */
  total: number
  /** Plans that may still be looked at: unions in recursive schemas could otherwise take exponential time. */
  stepsLeft: number
  /** Lists into `listing` what is wrong with a value; here so that the parts of the lister need not import each other in a circle. */
  readonly listAt: (plan: Plan, value: unknown, listing: Listing) => void
}

const MAX_PROBLEMS = 20
/** A hostile value may have a million unknown names. */
const MAX_COMPARED_NAMES = 50
/** Whether the plan finds nothing wrong; spends steps of the listing that asks. */
export function fitsPlan(plan: Plan, value: unknown, asking: Listing): boolean {
  return trial(plan, value, asking).total === 0
}

/** Lists into a listing of its own, from which the caller may take over what it likes. */
export function trial(
  plan: Plan,
  value: unknown,
  asking: Listing,
  path: readonly (string | number)[] = [],
): Listing {
  const listing: Listing = { ...asking, path: [...path], problems: [], total: 0 }
  asking.listAt(plan, value, listing)
  asking.stepsLeft = listing.stepsLeft
  return listing
}

export function addProblem(
  listing: Listing,
  keyword: string,
  expected: string,
  received: string,
  extra?: { readonly message?: string; readonly nearest?: string | undefined },
): void {
  listing.total++
  if (listing.problems.length >= MAX_PROBLEMS) return
  const nearest = extra?.nearest
  let message = extra?.message ?? `expected ${expected}, received ${received}`
  const path = renderPath(listing.path)
  if (nearest === undefined) listing.problems.push({ path, keyword, expected, received, message })
  else {
    message += `; did you mean \`${nearest}\`?`
    listing.problems.push({ path, keyword, expected, received, message, nearest })
  }
}

/** Once the list is full, problems are only counted: what they would say need not be worked out. */
export function countOnly(listing: Listing): boolean {
  if (listing.problems.length < MAX_PROBLEMS) return false
  listing.total++
  return true
}

/** Takes over what a trial found. */
export function takeOver(from: Listing, listing: Listing): void {
  listing.total += from.total
  const room = MAX_PROBLEMS - listing.problems.length
  listing.problems.push(...from.problems.slice(0, room))
}

export function listMissing(
  plan: Plan,
  name: string,
  value: Record<string, unknown>,
  listing: Listing,
): void {
  if (countOnly(listing)) return
  const child = propertyPlan(plan, name)
  const expected = child === undefined ? 'a value' : rulesOf(child).expected
  const unknown: string[] = []
  for (const key of Object.keys(value)) {
    if (unknown.length < MAX_COMPARED_NAMES && !plan.properties.has(key)) unknown.push(key)
  }
  const [nearest] = unknown.length === 0 ? [] : nearestNames(name, unknown, 1)
  const hint = nearest === undefined ? '' : `; was ${quoteText(nearest)} meant to be it?`
  listing.path.push(name)
  addProblem(listing, 'required', expected, 'nothing', {
    message: `required but missing; expected ${expected}${hint}`,
  })
  listing.path.pop()
}
