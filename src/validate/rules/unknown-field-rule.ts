import { formatPath } from '../format-path.ts'
import { suggest } from '../suggest.ts'
import type { Rule } from '../rule.ts'

/** Every field is part of a definition: what is misspelt would otherwise be lost without a word. */
export const unknownFieldRule: Rule = (draft, report) => {
  for (const name of draft.unknown) {
    const path = formatPath('', [name])
    const message = `\`${path}\` is not part of a definition.${suggest(name, draft.allowed)}`
    report(path, 'DEFINE_FIELD_UNKNOWN', message)
  }
}
