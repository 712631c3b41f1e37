import { parameterToSchema } from '../../define/parameters-to-schema.ts'
import type { ToolParameter } from '../../define/parameter.ts'
import { checkSchema } from '../../schema/check/check-schema.ts'
import type { JsonObject } from '../../schema/json-schema.ts'
import { eachParameter } from '../each-parameter.ts'
import { formatPath, quote } from '../format-path.ts'
import { typeOf } from './parameter-type-rule.ts'
import { isObject, type Rule } from '../rule.ts'
import { valueFits } from '../value-fits.ts'

/** A default is valid for its own parameter; null is no default. */
export const parameterDefaultRule: Rule = (draft, report) => {
  eachParameter(draft, (parameter, path) => {
    const initial = parameter.default
    if (initial === undefined || initial === null || !isRenderable(parameter)) return
    const schema = parameterToSchema(parameter)
    if (checkSchema(schema).length > 0 || valueFits(schema, initial)) return
    const message = `the default ${quote(initial)} is not valid for the parameter ${quote(parameter.name)} of type \`${parameter.type}\``
    report(formatPath(path, ['default']), 'DEFINE_DEFAULT_INVALID', message)
  })
}

/** Enough of a parameter to be rendered; what else is wrong with it shows in the schema. */
function isRenderable(parameter: JsonObject): parameter is JsonObject & ToolParameter {
  const { items, schema } = parameter
  if (typeOf(parameter) === undefined || (schema !== undefined && !isObject(schema))) return false
  return items === undefined || (isObject(items) && isRenderable(items))
}
