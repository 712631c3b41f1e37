import { addProblem, countOnly, type Listing, listMissing, type ValueProblem } from './problem-listing.ts'
import { showValue } from '../show-value.ts'
import { rulesForBit, rulesOf } from './explain-rules.ts'
import { listApplicators } from './explain-applicators.ts'
import { listUnion } from './explain-union.ts'
import { nearestNames } from '../nearest.ts'
import {
  includesValue,
  itemPlan,
  type ObjectShape,
  type Plan,
  propertyPlan,
  TYPE_BITS,
  typeBitOf,
} from '../plan/plan.ts'

// Some tenths of a second at the very most, and a hundred times what a sensible value needs.
const MAX_STEPS = 1_000_000
const MAX_DEPTH = 400

/** What the plan finds wrong with a value. It may miss what only the engine understands; it decides nothing. */
export function listProblems(plan: Plan, value: unknown): ValueProblem[] {
  const listing: Listing = { path: [], problems: [], total: 0, stepsLeft: MAX_STEPS, listAt }
  listAt(plan, value, listing)
  const more = listing.total - listing.problems.length
  if (more > 0) {
    const message = `and ${more} more ${more === 1 ? 'problem' : 'problems'}`
    listing.problems.push({ path: '', keyword: 'more', expected: 'none', received: message, message })
  }
  return listing.problems
}

function listAt(plan: Plan, value: unknown, listing: Listing): void {
  if (listing.stepsLeft-- <= 0 || listing.path.length > MAX_DEPTH) return
  const bit = typeBitOf(value)
  const { values } = plan
  if (values === undefined ? (plan.types & bit) === 0 : !includesValue(values, value)) {
    listMismatch(plan, value, listing)
    return
  }
  const rules = rulesOf(plan)
  for (const rule of rulesForBit(rules, bit)) {
    if (rule.isBroken(value)) addProblem(listing, rule.keyword, rule.expected, showValue(value))
  }
  if (bit === TYPE_BITS.object) listProperties(plan, value as Record<string, unknown>, listing)
  else if (bit === TYPE_BITS.array) listItems(plan, value as readonly unknown[], listing)
  for (const union of plan.unions) {
    // Known values fit anyOf by themselves; of oneOf, two branches may have the same value.
    if (values === undefined || union.keyword === 'oneOf') listUnion(union, value, listing)
  }
  if (rules.applicators !== undefined) listApplicators(rules.applicators, value, listing)
}

function listMismatch(plan: Plan, value: unknown, listing: Listing): void {
  if (countOnly(listing)) return
  const { values } = plan
  const { expected, texts } = rulesOf(plan)
  if (plan.types === 0 && values === undefined) {
    addProblem(listing, 'false', 'nothing here', showValue(value), {
      message: 'nothing is allowed here: leave it out',
    })
  } else if (values === undefined) addProblem(listing, 'type', expected, showValue(value))
  else {
    const nearest = typeof value === 'string' ? nearestNames(value, texts, 1)[0] : undefined
    const keyword = values.length === 1 ? 'const' : 'enum'
    addProblem(listing, keyword, expected, showValue(value), { nearest })
  }
}

function listProperties(plan: Plan, value: Record<string, unknown>, listing: Listing): void {
  const { path } = listing
  for (const name of plan.requiredNames) {
    if (!Object.hasOwn(value, name)) listMissing(plan, name, value, listing)
  }
  for (const name of Object.keys(value)) {
    const child = propertyPlan(plan, name)
    if (child === undefined && plan.shapes.length === 0) continue
    path.push(name)
    if (child !== undefined) listAt(child, value[name], listing)
    // With a single schema, a listed name is known to it.
    if (plan.schemas.length > 1 || child === undefined) listIfUnknown(plan, name, value, listing)
    path.pop()
  }
}

function listIfUnknown(plan: Plan, name: string, value: Record<string, unknown>, listing: Listing): void {
  for (let index = 0; index < plan.shapes.length; index++) {
    const shape = plan.shapes[index]
    if (shape === undefined || shape.additional !== false || isKnown(shape, name) || countOnly(listing))
      continue
    const words = rulesOf(plan).allowedNames[index] ?? ''
    const free: string[] = []
    for (const known of shape.names) if (!Object.hasOwn(value, known)) free.push(known)
    const message =
      words === '' ? 'unknown name: none is allowed here' : `unknown name; the allowed names are ${words}`
    addProblem(
      listing,
      'additionalProperties',
      words === '' ? 'no properties' : `only ${words}`,
      showValue(value[name]),
      {
        message,
        nearest: nearestNames(name, free, 1)[0],
      },
    )
  }
}

function isKnown(shape: ObjectShape, name: string): boolean {
  return shape.names.has(name) || shape.patterns.some((entry) => entry.matches(name))
}

function listItems(plan: Plan, value: readonly unknown[], listing: Listing): void {
  if (plan.items === undefined && plan.prefixItems.length === 0) return
  for (let index = 0; index < value.length; index++) {
    const child = itemPlan(plan, index)
    if (child === undefined) continue
    listing.path.push(index)
    listAt(child, value[index], listing)
    listing.path.pop()
  }
}
