import { eachParameterAndItems } from '../each-parameter.ts'
import { formatPath, quote } from '../format-path.ts'
import { reportSchemaProblems } from './input-validity-rule.ts'
import { isObject, type Rule } from '../rule.ts'

/** A schema that a parameter brings along is a valid one, of the type that the parameter says. */
export const parameterSchemaRule: Rule = (draft, report) => {
  eachParameterAndItems(draft, (parameter, path) => {
    const { schema, type } = parameter
    if (!isObject(schema)) return
    const at = formatPath(path, ['schema'])
    if (schema.type !== undefined && schema.type !== type) {
      const message = `the schema has the type ${quote(schema.type)}, its parameter ${quote(type)}`
      report(
        formatPath(at, ['type']),
        'DEFINE_FIELD_TYPE',
        message,
        'Give both the same type, or leave it out of the schema.',
      )
    }
    if (!reportSchemaProblems(draft, schema, at, report)) return
    for (const bad of draft.look(schema).badDefaults)
      report(formatPath(at, bad.path), 'DEFINE_DEFAULT_INVALID', bad.message)
  })
}
