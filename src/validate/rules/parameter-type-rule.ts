import { PARAMETER_TYPES, type ParameterType } from '../../define/parameter.ts'
import type { JsonObject } from '../../schema/json-schema.ts'
import { eachParameterAndItems } from '../each-parameter.ts'
import { formatPath, quote } from '../format-path.ts'
import type { Rule } from '../rule.ts'
import { suggest } from '../suggest.ts'

/** A parameter, and what its items are, has a known type. */
export const parameterTypeRule: Rule = (draft, report) => {
  eachParameterAndItems(draft, (parameter, path) => {
    if (typeOf(parameter) !== undefined) return
    const at = formatPath(path, ['type'])
    const { type } = parameter
    const found = type === undefined ? 'there is no parameter type' : `unknown parameter type ${quote(type)}`
    const message = `${found}.${suggest(type, PARAMETER_TYPES)}`
    report(at, 'DEFINE_PARAMETER_TYPE_UNKNOWN', message)
  })
}

/** The type of a parameter, when it is a known one. */
export function typeOf(parameter: JsonObject): ParameterType | undefined {
  return PARAMETER_TYPES.find((type) => type === parameter.type)
}
