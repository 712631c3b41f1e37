import type { JsonObject } from '../../schema/json-schema.ts'
import { formatPath, quote } from '../format-path.ts'
import { kindOf } from '../read-draft.ts'
import { type Draft, isObject, type Rule } from '../rule.ts'

/** There is one input: a list of parameters, or a schema of type object with properties. */
export const inputSchemaRule: Rule = (draft, report) => {
  const { inputSchema, parameters } = draft.fields
  const path = draft.spell('inputSchema')
  if (parameters !== undefined) {
    if (inputSchema === undefined) return
    const message = `there are both \`${draft.spell('parameters')}\` and \`${path}\``
    return report(path, 'DEFINE_FIELD_UNKNOWN', message, 'Keep one of the two.')
  }
  if (inputSchema === undefined) {
    const hint = 'Give an object schema or a list of parameters; an empty list for a tool without arguments.'
    return report(path, 'DEFINE_INPUT_NOT_OBJECT', 'there is no input schema', hint)
  }
  if (!isObject(inputSchema)) {
    return report(
      path,
      'DEFINE_INPUT_NOT_OBJECT',
      `\`${path}\` is ${kindOf(inputSchema)}; expected an object schema`,
    )
  }
  if (inputSchema.type !== 'object') {
    const found = inputSchema.type === undefined ? 'no type' : `the type ${quote(inputSchema.type)}`
    const message = `the input schema has ${found}; expected the type "object"`
    return report(formatPath(path, ['type']), 'DEFINE_INPUT_NOT_OBJECT', message)
  }
  if (!isObject(inputSchema.properties)) {
    const message = `the properties of the input schema are ${kindOf(inputSchema.properties)}; expected an object`
    report(formatPath(path, ['properties']), 'DEFINE_INPUT_NOT_OBJECT', message)
  }
}

/** The raw input schema, when that is what the author gave. */
export function inputSchemaOf(draft: Draft): JsonObject | undefined {
  const { inputSchema, parameters } = draft.fields
  return parameters === undefined && isObject(inputSchema) ? inputSchema : undefined
}
