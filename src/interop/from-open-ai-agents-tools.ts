import { toolError } from '../results/content.ts'
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
  const entries = entriesOf('fromOpenAiAgentsTools', tools, 'a list of tools', (tool) =>
    memberOf(tool, 'name'),
  )
  const isAsked = ALWAYS_ASKED.has(options.dangerLevel ?? 'high')
  const given = entries.map(
    ([name, tool]) => [name, () => readTool(name, tool, runContext, isAsked)] as const,
  )
  return importTools('fromOpenAiAgentsTools', 'openai-agents', given, options)
}

/** No rule and no remembered answer lets these run without a question. */
const ALWAYS_ASKED: ReadonlySet<string> = new Set(['high', 'critical'])

function readTool(name: string, tool: unknown, runContext: unknown, isAsked: boolean): ForeignTool {
  const needsApproval = methodOf(tool, 'needsApproval')
  const invoke = memberOf(tool, 'type') === 'function' ? methodOf(tool, 'invoke') : undefined
  return {
    name,
    description: memberOf(tool, 'description'),
    schema: memberOf(tool, 'parameters'),
    run:
      invoke &&
      (async (args, { callId, signal }) => {
        const input = JSON.stringify(args)
        // Every tool has this function, so that only a call tells whether somebody must be asked: too late for us.
        if (!isAsked && needsApproval && (await needsApproval(runContext, args, callId)) !== false) {
          return toolError(
            `${name} wants this call to be approved, and nobody was asked. The host must import it with the danger level \`high\`.`,
          )
        }
        const toolCall = { type: 'function_call', callId, name, arguments: input, status: 'completed' }
        return invoke(runContext, input, { toolCall, signal })
      }),
  }
}
