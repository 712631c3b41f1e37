import { CATEGORIES, type Category } from '../../define/categories.ts'
import { IMPLEMENTATION_KINDS } from '../../define/implementation-kinds.ts'
import { type Isolation, ISOLATION_LEVELS, strongestIsolation } from '../../define/isolation.ts'
import type { JsonValue } from '../../schema/json-schema.ts'
import { pathOf } from './constraints-rule.ts'
import { type Draft, isObject, type Rule } from '../rule.ts'

/** An isolation that is given is not below what the category and the kind of implementation demand. */
export const isolationRule: Rule = (draft, report, options) => {
  const given = isolationOf(draft)
  if (given === undefined) return
  const category = categoryOf(draft)
  const byCategory = category === undefined ? 'none' : CATEGORIES[category].lowestIsolation
  const kind = options.kind ?? 'closure'
  const byKind = IMPLEMENTATION_KINDS[kind].lowestIsolation
  if (strongestIsolation(given, byCategory, byKind) === given) return
  const [who, lowest] =
    strongestIsolation(byCategory, byKind) === byCategory
      ? [`the category \`${category}\``, byCategory]
      : [`an implementation of kind \`${kind}\``, byKind]
  report(
    pathOf(draft, 'isolation'),
    'DEFINE_ISOLATION_TOO_LOW',
    `the isolation \`${given}\` is too low: ${who} takes at least \`${lowest}\``,
  )
}

/** The isolation that the author asks for, when it is a known one. */
export function isolationOf(draft: Draft): Isolation | undefined {
  const { constraints } = draft.fields
  const level = isObject(constraints) ? constraints.isolation : undefined
  return ISOLATION_LEVELS.find((known) => known === level)
}

/** The category, when it is a known one. */
export function categoryOf(draft: Draft): Category | undefined {
  const { category } = draft.fields
  return isCategory(category) ? category : undefined
}

function isCategory(value: JsonValue | undefined): value is Category {
  return typeof value === 'string' && Object.hasOwn(CATEGORIES, value)
}
