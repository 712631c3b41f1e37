import { eachParameterAndItems } from '../each-parameter.ts'
import { formatPath, quote } from '../format-path.ts'
import { typeOf } from './parameter-type-rule.ts'
import type { Rule } from '../rule.ts'

/** Minimum and maximum are numbers in order, and stand on integers and numbers only. */
export const parameterRangeRule: Rule = (draft, report) => {
  eachParameterAndItems(draft, (parameter, path) => {
    const type = typeOf(parameter)
    for (const key of ['minimum', 'maximum'] as const) {
      const bound = parameter[key]
      const at = formatPath(path, [key])
      if (bound === undefined) continue
      if (typeof bound !== 'number') {
        report(at, 'DEFINE_RANGE_INVALID', `\`${at}\` is ${quote(bound)}; expected a number`)
      } else if (type !== undefined && type !== 'integer' && type !== 'number') {
        report(at, 'DEFINE_RANGE_INVALID', `a parameter of type \`${type}\` has no ${key}`)
      }
    }
    const { minimum, maximum } = parameter
    if (typeof minimum === 'number' && typeof maximum === 'number' && minimum > maximum) {
      report(
        formatPath(path, ['minimum']),
        'DEFINE_RANGE_INVALID',
        `the minimum ${minimum} is above the maximum ${maximum}`,
      )
    }
  })
}
