import { DEFINITION_FIELDS } from '../define/field-names.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import { canonicalJson } from '../schema/canonical-json.ts'

/** The fields in which two definitions differ; the order of keys does not count. */
export function changedFields(before: ToolDefinition, after: ToolDefinition): string[] {
  return DEFINITION_FIELDS.filter((field) => isDifferent(before[field], after[field]))
}

function isDifferent(before: unknown, after: unknown): boolean {
  if (before === after) return false
  if (before === undefined || after === undefined) return true
  return canonicalJson(before) !== canonicalJson(after)
}
