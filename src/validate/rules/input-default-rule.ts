import { formatPath } from '../format-path.ts'
import { inputSchemaOf } from './input-schema-rule.ts'
import type { Rule } from '../rule.ts'

/** Every default in the input schema, at any depth, is valid for the schema that it stands in. */
export const inputDefaultRule: Rule = (draft, report) => {
  const schema = inputSchemaOf(draft)
  if (schema === undefined) return
  for (const bad of draft.look(schema).badDefaults) {
    report(formatPath(draft.spell('inputSchema'), bad.path), 'DEFINE_DEFAULT_INVALID', bad.message)
  }
}
