import type { ImplementationKind } from '../../define/implementation-kinds.ts'
import type { ToolDefinition } from '../../define/tool-definition.ts'
import { validateDefinition } from '../../validate/validate-definition.ts'
import type { EntryFields, EntryReport } from './read-entry.ts'

/** The definition of a tool of a file. One that bears its origin is somebody else's, as in the registry. */
export function validateEntry(
  { fields, options }: Pick<EntryFields, 'fields' | 'options'>,
  kind: ImplementationKind,
  report: EntryReport,
): ToolDefinition | undefined {
  const { tier, permissions, keywords } = options
  const imported = (fields['origin'] ?? null) !== null
  const validation = validateDefinition(fields, { tier, permissions, keywords, kind, imported })
  if (validation.ok) return validation.definition
  for (const { path, code, message, hint } of validation.problems) report(path, code, message, hint)
  return undefined
}
