import { type ForeignTool, type ImportedTools, type ImportOptions, importTools } from './import-tools.ts'
import { entriesOf, memberOf, methodOf } from './read-foreign.ts'

/** What the tools of the OpenAI Agents SDK need besides. */
export interface FromOpenAiAgentsOptions extends ImportOptions {
  /** Handed to every tool: `new RunContext(yours)` for tools that read it. @default an empty context */
  readonly runContext?: unknown
}

/** Takes over function tools of the OpenAI Agents SDK; hosted ones, which its servers run, are reported as problems. */
export function fromOpenAiAgentsTools(
  tools: readonly object[],
  { runContext = { context: {} }, ...options }: FromOpenAiAgentsOptions = {},
): ImportedTools {
  const entries = entriesOf(tools, (tool) => memberOf(tool, 'name'))
  const given = entries.map(([name, tool]) => [name, () => readTool(name, tool, runContext)] as const)
  return importTools('fromOpenAiAgentsTools', 'openai-agents', given, options)
}

function readTool(name: string, tool: unknown, runContext: unknown): ForeignTool {
  const invoke = memberOf(tool, 'type') === 'function' ? methodOf(tool, 'invoke') : undefined
  return {
    name,
    description: memberOf(tool, 'description'),
    schema: memberOf(tool, 'parameters'),
    run:
      invoke &&
      (async (args, { callId, signal }) => {
        const input = JSON.stringify(args)
        const toolCall = { type: 'function_call', callId, name, arguments: input, status: 'completed' }
        return invoke(runContext, input, { toolCall, signal })
      }),
  }
}
