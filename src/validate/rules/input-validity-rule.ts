import type { JsonObject } from '../../schema/json-schema.ts'
import { formatPath } from '../format-path.ts'
import { inputSchemaOf } from './input-schema-rule.ts'
import type { Draft, Report, Rule } from '../rule.ts'

/** The input schema is itself a valid JSON Schema, bounded, with local references and safe patterns only. */
export const inputValidityRule: Rule = (draft, report) => {
  const schema = inputSchemaOf(draft)
  if (schema !== undefined) reportSchemaProblems(draft, schema, draft.spell('inputSchema'), report)
}

/** Reports what is wrong with a schema; true when nothing is. */
export function reportSchemaProblems(
  draft: Draft,
  schema: JsonObject,
  path: string,
  report: Report,
): boolean {
  const { problems } = draft.look(schema)
  for (const problem of problems)
    report(formatPath(path, problem.path), problem.code, problem.message, problem.hint)
  return problems.length === 0
}
