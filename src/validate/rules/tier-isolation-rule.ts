import { CATEGORIES } from '../../define/categories.ts'
import { IMPLEMENTATION_KINDS } from '../../define/implementation-kinds.ts'
import { ISOLATION_LEVELS, strongestIsolation } from '../../define/isolation.ts'
import { DEFAULT_TIER, lowestTierWhere, TIERS } from '../../define/tiers.ts'
import { pathOf } from './constraints-rule.ts'
import { categoryOf, isolationOf } from './isolation-rule.ts'
import type { Rule } from '../rule.ts'

/** The isolation that the tool will run at is part of the tier, whether the author, the category or the kind asks for it. */
export const tierIsolationRule: Rule = (draft, report, options) => {
  const tier = options.tier ?? DEFAULT_TIER
  const category = categoryOf(draft)
  const given = isolationOf(draft)
  const byCategory = category === undefined ? 'none' : CATEGORIES[category].lowestIsolation
  const byAuthor = given ?? IMPLEMENTATION_KINDS[options.kind ?? 'closure'].defaultIsolation
  const wanted = strongestIsolation(byAuthor, byCategory)
  const strongest = TIERS[tier].strongestIsolation
  if (strongestIsolation(wanted, strongest) === strongest) return
  const needed = lowestTierWhere(
    (traits) => ISOLATION_LEVELS.indexOf(traits.strongestIsolation) >= ISOLATION_LEVELS.indexOf(wanted),
  )
  const path = byAuthor === wanted ? pathOf(draft, 'isolation') : draft.spell('category')
  const message = `the tier \`${tier}\` has no isolation \`${wanted}\`; the tier \`${needed}\` has`
  report(path, 'TIER_ISOLATION', message, `Ask for less isolation, or move to the tier \`${needed}\`.`)
}
