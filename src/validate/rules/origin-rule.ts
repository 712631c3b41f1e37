import { formatPath } from '../format-path.ts'
import { LIMITS } from '../limits.ts'
import { kindOf } from '../read-draft.ts'
import { isObject, type Rule } from '../rule.ts'

/** The origin is `{ source, name }`, both text. */
export const originRule: Rule = (draft, report) => {
  const { origin } = draft.fields
  if (origin === undefined) return
  const path = draft.spell('origin')
  if (!isObject(origin)) {
    return report(path, 'DEFINE_ORIGIN_INVALID', `\`${path}\` is ${kindOf(origin)}; expected an object`)
  }
  for (const key of ['source', 'name'] as const) {
    const value = origin[key]
    const at = formatPath(path, [key])
    if (typeof value !== 'string' || value === '') {
      report(
        at,
        'DEFINE_ORIGIN_INVALID',
        `\`${at}\` is ${kindOf(value)}; expected a text with something in it`,
      )
    } else if (value.length > LIMITS.originCharacters) {
      const message = `\`${at}\` has ${value.length} characters, at most ${LIMITS.originCharacters} are allowed`
      report(at, 'DEFINE_ORIGIN_INVALID', message, 'Shorten it.')
    }
  }
  for (const key of Object.keys(origin)) {
    if (key === 'source' || key === 'name') continue
    const at = formatPath(path, [key])
    report(at, 'DEFINE_ORIGIN_INVALID', `\`${at}\` is not part of an origin`)
  }
}
