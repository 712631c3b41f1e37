import { DANGER_LEVELS } from '../../define/danger-levels.ts'
import { quote } from '../format-path.ts'
import { suggest } from '../suggest.ts'
import type { Rule } from '../rule.ts'

const LEVELS: ReadonlySet<unknown> = new Set(DANGER_LEVELS)

/** The danger level is a known one. */
export const dangerLevelRule: Rule = (draft, report) => {
  const { dangerLevel } = draft.fields
  if (dangerLevel === undefined || LEVELS.has(dangerLevel)) return
  const message = `unknown danger level ${quote(dangerLevel)}.${suggest(dangerLevel, DANGER_LEVELS)}`
  report(draft.spell('dangerLevel'), 'DEFINE_DANGER_UNKNOWN', message)
}
