import { toolError } from '../results/content.ts'
import { type ForeignTool, type ImportedTools, type ImportOptions, importTools } from './import-tools.ts'
import { entriesOf, memberOf, methodOf } from './read-foreign.ts'

/** Takes over structured tools of LangChain. */
export function fromLangChainTools(tools: readonly object[], options: ImportOptions = {}): ImportedTools {
  const entries = entriesOf('fromLangChainTools', tools, 'a list of tools', (tool) => memberOf(tool, 'name'))
  const given = entries.map(([name, tool]) => [name, () => readTool(name, tool)] as const)
  return importTools('fromLangChainTools', 'langchain', given, options)
}

function readTool(name: string, tool: unknown): ForeignTool {
  const invoke = methodOf(tool, 'invoke')
  return {
    name,
    description: memberOf(tool, 'description'),
    schema: memberOf(tool, 'schema'),
    parsesItself: true,
    run: invoke && (async (args, { signal }) => readOutput(await invoke(args, { signal }))),
  }
}

/** Most tools give their value; some give a whole message, which may say that they failed. */
function readOutput(output: unknown): unknown {
  if (memberOf(output, 'lc_direct_tool_output') !== true) return output
  const content = memberOf(output, 'content')
  if (memberOf(output, 'status') !== 'error') return content
  return toolError(typeof content === 'string' ? content : JSON.stringify(content))
}
