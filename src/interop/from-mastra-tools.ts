import { toolError } from '../results/content.ts'
import { type ForeignTool, type ImportedTools, type ImportOptions, importTools } from './import-tools.ts'
import { entriesOf, memberOf, methodOf } from './read-foreign.ts'

/** Takes over tools of Mastra, as a list or as the record that an agent has. */
export function fromMastraTools(
  tools: Readonly<Record<string, unknown>> | readonly object[],
  options: ImportOptions = {},
): ImportedTools {
  const entries = entriesOf('fromMastraTools', tools, 'a record of tools by name, or a list', (tool) =>
    memberOf(tool, 'id'),
  )
  const given = entries.map(([name, tool]) => [name, () => readTool(name, tool)] as const)
  return importTools('fromMastraTools', 'mastra', given, options)
}

function readTool(name: string, tool: unknown): ForeignTool {
  const execute = methodOf(tool, 'execute')
  const requireApproval = memberOf(tool, 'requireApproval')
  return {
    name,
    description: memberOf(tool, 'description'),
    schema: memberOf(tool, 'inputSchema'),
    parsesItself: true,
    needsApproval: requireApproval === true || typeof memberOf(tool, 'needsApprovalFn') === 'function',
    run: execute && (async (args, { signal }) => readOutput(await execute(args, { abortSignal: signal }))),
  }
}

/** Mastra gives what it refuses back as a value. */
function readOutput(output: unknown): unknown {
  const message = memberOf(output, 'message')
  const isRefusal = memberOf(output, 'error') === true && memberOf(output, 'validationErrors') !== undefined
  return isRefusal && typeof message === 'string' ? toolError(message) : output
}
