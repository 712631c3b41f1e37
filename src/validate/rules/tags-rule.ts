import { formatPath, quote } from '../format-path.ts'
import { LIMITS } from '../limits.ts'
import { isList, type Rule } from '../rule.ts'

/** Tags are a few short, different texts. */
export const tagsRule: Rule = (draft, report) => {
  const { tags } = draft.fields
  if (tags === undefined) return
  const path = draft.spell('tags')
  if (!isList(tags))
    return report(path, 'DEFINE_TAGS_INVALID', `\`${path}\` is ${quote(tags)}; expected a list of texts`)
  if (tags.length > LIMITS.tags) {
    return report(
      path,
      'DEFINE_TAGS_INVALID',
      `there are ${tags.length} tags, at most ${LIMITS.tags} are allowed`,
    )
  }
  tags.forEach((tag, index) => {
    const at = formatPath(path, [index])
    if (typeof tag !== 'string' || tag.trim() === '') {
      report(at, 'DEFINE_TAGS_INVALID', `the tag ${quote(tag)} is not a text with something in it`)
    } else if (tag.length > LIMITS.tagCharacters) {
      const message = `the tag ${quote(tag, 20)} has ${tag.length} characters, at most ${LIMITS.tagCharacters} are allowed`
      report(at, 'DEFINE_TAGS_INVALID', message)
    } else if (tags.indexOf(tag) < index) {
      report(at, 'DEFINE_TAGS_INVALID', `the tag ${quote(tag)} is given twice`)
    }
  })
}
