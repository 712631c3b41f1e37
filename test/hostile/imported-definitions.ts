import type { ToolDefinition } from '../../src/define/tool-definition.ts'
import { listCorpus, readJson } from './corpora.ts'

/** A tool as an MCP server lists it. */
export interface ImportedTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema?: object
  readonly outputSchema?: object
}

/** The tools of real MCP servers that have a schema. */
export function importedTools(): ImportedTool[] {
  const lists = [
    ...listCorpus('mcp-tools/docker-registry'),
    ...listCorpus('mcp-tools/reference-servers'),
  ].map((path) => {
    const content = readJson(path) as ImportedTool[] | { tools: ImportedTool[] }
    return Array.isArray(content) ? content : content.tools
  })
  const single = listCorpus('mcp-tools/github-toolsnaps').map((path) => readJson(path) as ImportedTool)
  return [...lists.flat(), ...single].filter(({ inputSchema }) => inputSchema !== undefined)
}

/** The same under their own names, as nobody validated them; each name once. */
export function importedDefinitions(): ToolDefinition[] {
  const byName = new Map(importedTools().map((tool) => [tool.name, tool]))
  return [...byName.values()].map(
    ({ name, description, inputSchema }) =>
      ({
        name,
        description: description ?? name,
        inputSchema: inputSchema ?? {},
        category: 'system',
        dangerLevel: 'high',
        requiredPermissions: [],
        requiresConfirmation: false,
        version: '1.0.0',
        tags: [],
        enabled: true,
        metadata: {},
        origin: { source: 'mcp:corpus', name },
      }) as ToolDefinition,
  )
}
