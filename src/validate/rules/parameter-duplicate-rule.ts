import { eachParameter } from '../each-parameter.ts'
import { formatPath } from '../format-path.ts'
import type { Rule } from '../rule.ts'

/** No two parameters have the same name. */
export const parameterDuplicateRule: Rule = (draft, report) => {
  const seen = new Map<string, string>()
  eachParameter(draft, ({ name }, path) => {
    if (typeof name !== 'string' || name === '') return
    const earlier = seen.get(name)
    if (earlier === undefined) seen.set(name, path)
    else {
      const at = formatPath(path, ['name'])
      report(
        at,
        'DEFINE_PARAMETER_DUPLICATE',
        `the parameter \`${name.slice(0, 64)}\` is there already as \`${earlier}\``,
      )
    }
  })
}
