import { LIMITS } from '../limits.ts'
import { kindOf } from '../read-draft.ts'
import { isObject, type Rule } from '../rule.ts'

/** Metadata is an object of a bounded size. */
export const metadataRule: Rule = (draft, report) => {
  const { metadata } = draft.fields
  if (metadata === undefined) return
  const path = draft.spell('metadata')
  if (!isObject(metadata)) {
    return report(path, 'DEFINE_METADATA_INVALID', `\`${path}\` is ${kindOf(metadata)}; expected an object`)
  }
  const { length } = JSON.stringify(metadata)
  if (length > LIMITS.metadataJsonCharacters) {
    const message = `the metadata has ${length} characters of JSON, at most ${LIMITS.metadataJsonCharacters} are allowed`
    report(path, 'DEFINE_METADATA_INVALID', message)
  }
}
