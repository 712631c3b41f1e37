import { checkSchema } from '../schema/check-schema.ts'
import { formatPath } from './format-path.ts'
import { inputSchemaOf } from './input-schema-rule.ts'
import type { Rule } from './rule.ts'
import { findBadDefaults } from './schema-defaults.ts'

/** Every default in the input schema, at any depth, is valid for the schema that it stands in. */
export const inputDefaultRule: Rule = (draft, report) => {
  const schema = inputSchemaOf(draft)
  // A schema that is no schema has its own problems; what it would make of a default is anybody's guess.
  if (schema === undefined || checkSchema(schema).length > 0) return
  for (const bad of findBadDefaults(schema)) {
    report(formatPath(draft.spell('inputSchema'), bad.path), 'DEFINE_DEFAULT_INVALID', bad.message)
  }
}
