import { eachParameter } from '../each-parameter.ts'
import { formatPath, quote } from '../format-path.ts'
import { isObject, type Rule } from '../rule.ts'

/** `required` is true or false, and a required parameter has no default; null is no default. */
export const parameterRequiredRule: Rule = (draft, report) => {
  eachParameter(draft, (parameter, path) => {
    const { required, name, schema } = parameter
    const own = parameter.default !== undefined && parameter.default !== null
    const initial = own || !isObject(schema) ? parameter.default : schema.default
    if (required !== undefined && typeof required !== 'boolean') {
      const at = formatPath(path, ['required'])
      report(at, 'DEFINE_FIELD_TYPE', `\`${at}\` is ${quote(required)}; expected true or false`)
    } else if (required === true && initial !== undefined && initial !== null) {
      const message = `the parameter ${quote(name)} is required and has the default ${quote(initial)}`
      report(
        formatPath(path, own ? ['default'] : ['schema', 'default']),
        'DEFINE_REQUIRED_WITH_DEFAULT',
        message,
      )
    }
  })
}
