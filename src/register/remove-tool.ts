import type { Tool } from '../define/tool.ts'
import { checkNotBuiltin } from './protection.ts'
import type { ChangeOptions, RegistryCore } from './registry-core.ts'
import { DEFAULT_ACTOR } from './registry-entry.ts'

/** Takes a tool out and gives it back; undefined when there is none of the name. Throws when it is built in. */
export function removeTool(core: RegistryCore, name: string, options: ChangeOptions): Tool | undefined {
  const { table, report, settings } = core
  const { by = DEFAULT_ACTOR } = options
  const at = settings.clock().toISOString()
  const entry = table.entries.get(name)
  if (entry === undefined) return undefined
  const error = checkNotBuiltin(entry, 'removed')
  if (error !== undefined) throw error
  table.drop(name)
  table.commit()
  const { definition } = entry.tool
  report.removed(entry, by, at)
  report.counted(definition.category, table.countOf(definition.category))
  return entry.tool
}
