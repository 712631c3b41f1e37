import { LIMITS } from '../limits.ts'
import { kindOf } from '../read-draft.ts'
import type { Rule } from '../rule.ts'

/** The description says something, within its limit; imports may be longer. */
export const descriptionRule: Rule = (draft, report, options) => {
  const { description } = draft.fields
  const path = draft.spell('description')
  const maximum =
    options.imported === true ? LIMITS.importedDescriptionCharacters : LIMITS.descriptionCharacters
  if (description === undefined || (typeof description === 'string' && description.trim() === '')) {
    report(path, 'DEFINE_DESCRIPTION_EMPTY', 'tool description cannot be empty')
  } else if (typeof description !== 'string') {
    report(path, 'DEFINE_FIELD_TYPE', `\`${path}\` is ${kindOf(description)}; expected text`)
  } else if (description.length > maximum) {
    const message = `the description has ${description.length} characters, at most ${maximum} are allowed`
    report(path, 'DEFINE_DESCRIPTION_TOO_LONG', message)
  }
}
