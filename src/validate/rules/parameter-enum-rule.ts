import type { JsonValue } from '../../schema/json-schema.ts'
import { canonicalJson } from '../../schema/canonical-json.ts'
import { eachParameterAndItems } from '../each-parameter.ts'
import { formatPath, quote } from '../format-path.ts'
import { LIMITS } from '../limits.ts'
import { typeOf } from './parameter-type-rule.ts'
import { kindOf } from '../read-draft.ts'
import { isList, type Report, type Rule } from '../rule.ts'
import { hasType } from '../value-fits.ts'

/** An enum lists at least one value, each once, all of the parameter's type. */
export const parameterEnumRule: Rule = (draft, report) => {
  eachParameterAndItems(draft, (parameter, path) => {
    const values = parameter.enum
    const at = formatPath(path, ['enum'])
    if (values === undefined) return
    if (!isList(values)) {
      report(at, 'DEFINE_ENUM_INVALID', `\`${at}\` is ${kindOf(values)}; expected a list`)
    } else if (values.length === 0) {
      report(at, 'DEFINE_ENUM_INVALID', `\`${at}\` is empty: no value would ever fit`)
    } else if (values.length > LIMITS.enumValues) {
      const message = `\`${at}\` has ${values.length} values, at most ${LIMITS.enumValues} are allowed`
      report(
        at,
        'DEFINE_ENUM_INVALID',
        message,
        'List fewer values, or take any text and check it in the tool.',
      )
    } else checkValues(values, typeOf(parameter), at, report)
  })
}

function checkValues(
  values: readonly JsonValue[],
  type: ReturnType<typeof typeOf>,
  path: string,
  report: Report,
): void {
  const seen = new Set<string>()
  values.forEach((value, index) => {
    const at = formatPath(path, [index])
    const key = canonicalJson(value)
    if (seen.has(key)) report(at, 'DEFINE_ENUM_INVALID', `${quote(value)} is listed twice`)
    else if (type !== undefined && !hasType(value, type)) {
      report(at, 'DEFINE_ENUM_INVALID', `${quote(value)} is not of the parameter's type \`${type}\``)
    }
    seen.add(key)
  })
}
