import { kindOf } from '../read-draft.ts'
import type { Rule } from '../rule.ts'

/** What is true or false is given as true or false: `"false"` would otherwise count as true somewhere. */
export const flagsRule: Rule = (draft, report) => {
  for (const field of ['requiresConfirmation', 'enabled'] as const) {
    const value = draft.fields[field]
    if (value === undefined || typeof value === 'boolean') continue
    const path = draft.spell(field)
    report(path, 'DEFINE_FIELD_TYPE', `\`${path}\` is ${kindOf(value)}; expected true or false`)
  }
}
