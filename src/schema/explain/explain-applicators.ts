import { addProblem, fitsPlan, type Listing, listMissing, trial } from './problem-listing.ts'
import { quoteText, showValue } from '../show-value.ts'
import { type Applicators, rulesOf } from './explain-rules.ts'
import { createOpenPlan } from '../plan/plan.ts'

/** Lists what the rarer keywords find: not, if/then/else, contains, propertyNames, dependent*. */
export function listApplicators(applicators: Applicators, value: unknown, listing: Listing): void {
  for (const link of applicators.not) {
    const plan = link()
    if (!fitsPlan(plan, value, listing)) continue
    addProblem(listing, 'not', `anything but ${rulesOf(plan).expected}`, showValue(value), {
      message: `${showValue(value)} is of a form that is ruled out here (\`not\`)`,
    })
  }
  for (const condition of applicators.conditions) {
    const chosen = fitsPlan(condition.if(), value, listing) ? condition.whenTrue : condition.whenFalse
    if (chosen !== undefined) listing.listAt(chosen(), value, listing)
  }
  if (Array.isArray(value)) listContains(applicators, value, listing)
  else if (typeof value === 'object' && value !== null)
    listNames(applicators, value as Record<string, unknown>, listing)
}

function listContains(applicators: Applicators, value: readonly unknown[], listing: Listing): void {
  for (const { link, least, most } of applicators.contains) {
    const plan = link()
    let count = 0
    for (const item of value) if (fitsPlan(plan, item, listing)) count++
    if (count >= least && count <= most) continue
    const bound = count < least ? `at least ${least}` : `at most ${most}`
    const keyword = count < least && least <= 1 ? 'contains' : count < least ? 'minContains' : 'maxContains'
    addProblem(listing, keyword, `${bound} of the items to be ${rulesOf(plan).expected}`, `${count} of them`)
  }
}

function listNames(applicators: Applicators, value: Record<string, unknown>, listing: Listing): void {
  for (const link of applicators.propertyNames) {
    for (const name of Object.keys(value)) {
      const listed = trial(link(), name, listing)
      const [first] = listed.problems
      if (first === undefined) continue
      listing.path.push(name)
      addProblem(listing, 'propertyNames', first.expected, `the name ${quoteText(name)}`)
      listing.path.pop()
    }
  }
  for (const { name, required, link } of applicators.dependents) {
    if (!Object.hasOwn(value, name)) continue
    if (link !== undefined) listing.listAt(link(), value, listing)
    for (const wanted of required) {
      if (!Object.hasOwn(value, wanted)) listMissing(createOpenPlan(OPEN_DOCUMENT), wanted, value, listing)
    }
  }
}

const OPEN_DOCUMENT = { root: {}, plans: new Map(), ids: new Map() }
