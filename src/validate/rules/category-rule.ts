import { CATEGORIES } from '../../define/categories.ts'
import { quote } from '../format-path.ts'
import { suggest } from '../suggest.ts'
import type { Rule } from '../rule.ts'

const NAMES = Object.keys(CATEGORIES)

/** The category is a known one. */
export const categoryRule: Rule = (draft, report) => {
  const { category } = draft.fields
  if (category === undefined || (typeof category === 'string' && Object.hasOwn(CATEGORIES, category))) return
  const message = `unknown category ${quote(category)}; the categories are ${NAMES.join(', ')}.${suggest(category, NAMES)}`
  report(draft.spell('category'), 'DEFINE_CATEGORY_UNKNOWN', message)
}
