import { hashTool } from '../../define/tool-hash.ts'
import type { McpTool } from './import-mcp-tools.ts'

/** Names of tools that came, went, or are no longer what they were. */
export interface ToolChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

/** The new tools, where those that are the same as before are the very same values, and what is different. */
export function diffTools(
  before: readonly McpTool[],
  after: readonly McpTool[],
): { readonly kept: readonly McpTool[]; readonly changes: ToolChanges } {
  const known = new Map(before.map((entry) => [entry.tool.definition.name, entry]))
  const added: string[] = []
  const changed: string[] = []
  const kept = after.map((entry) => {
    const { name } = entry.tool.definition
    const old = known.get(name)
    known.delete(name)
    if (old === undefined) added.push(name)
    else if (hashTool(old.tool) === hashTool(entry.tool)) return old
    else changed.push(name)
    return entry
  })
  return { kept, changes: { added, removed: [...known.keys()], changed } }
}
