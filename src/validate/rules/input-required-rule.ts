import { formatPath, quote } from '../format-path.ts'
import { inputSchemaOf } from './input-schema-rule.ts'
import { isList, isObject, type Rule } from '../rule.ts'

/** Every name in `required` of the input schema exists in `properties`. */
export const inputRequiredRule: Rule = (draft, report) => {
  const schema = inputSchemaOf(draft)
  if (schema === undefined || !isObject(schema.properties) || !isList(schema.required)) return
  for (const [index, name] of schema.required.entries()) {
    if (typeof name !== 'string' || Object.hasOwn(schema.properties, name)) continue
    const path = formatPath(draft.spell('inputSchema'), ['required', index])
    report(
      path,
      'DEFINE_REQUIRED_UNKNOWN',
      `\`required\` names ${quote(name)}, which is not one of the properties`,
    )
  }
}
