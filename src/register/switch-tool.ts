import type { ChangeOptions, RegistryCore } from './registry-core.ts'
import { DEFAULT_ACTOR } from './registry-entry.ts'

/** Switches a tool on or off, built-in ones too; false when there is none of the name. */
export function switchTool(
  core: RegistryCore,
  name: string,
  enabled: boolean,
  options: ChangeOptions,
): boolean {
  const { table, report, settings } = core
  const { by = DEFAULT_ACTOR } = options
  const at = settings.clock().toISOString()
  const before = table.entries.get(name)
  if (before === undefined) return false
  if (before.tool.definition.enabled === enabled) return true
  const definition = Object.freeze({ ...before.tool.definition, enabled })
  const entry = Object.freeze({
    ...before,
    tool: Object.freeze({ ...before.tool, definition }),
    updatedBy: by,
    updatedAt: at,
    revision: table.version + 1,
  })
  table.put(entry)
  table.commit()
  report.updated(entry, ['enabled'])
  return true
}
