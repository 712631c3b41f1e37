import { eachParameter } from '../each-parameter.ts'
import { formatPath, quote } from '../format-path.ts'
import { LIMITS } from '../limits.ts'
import { SNAKE_CASE } from './name-rule.ts'
import type { Rule } from '../rule.ts'

/** A parameter has a snake_case name of at most 64 characters. */
export const parameterNameRule: Rule = (draft, report) => {
  eachParameter(draft, ({ name }, path) => {
    const at = formatPath(path, ['name'])
    if (name === undefined || name === '') {
      report(at, 'DEFINE_PARAMETER_NAME_INVALID', 'parameter name cannot be empty')
    } else if (typeof name === 'string' && name.length > LIMITS.parameterNameCharacters) {
      const message = `the parameter name ${quote(name, 20)} has ${name.length} characters, at most ${LIMITS.parameterNameCharacters} are allowed`
      report(at, 'DEFINE_PARAMETER_NAME_INVALID', message)
    } else if (typeof name !== 'string' || !SNAKE_CASE.test(name)) {
      report(at, 'DEFINE_PARAMETER_NAME_INVALID', `the parameter name ${quote(name)} is not snake_case`)
    }
  })
}
