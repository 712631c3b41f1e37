import { reportSchemaProblems } from './input-validity-rule.ts'
import { kindOf } from '../read-draft.ts'
import { isObject, type Rule } from '../rule.ts'

/** The output schema is a valid JSON Schema; results may be of any type. */
export const outputSchemaRule: Rule = (draft, report) => {
  const { outputSchema } = draft.fields
  if (outputSchema === undefined) return
  const path = draft.spell('outputSchema')
  if (isObject(outputSchema)) reportSchemaProblems(draft, outputSchema, path, report)
  else
    report(
      path,
      'SCHEMA_INVALID',
      `\`${path}\` is ${kindOf(outputSchema)}; expected a JSON Schema, an object`,
    )
}
