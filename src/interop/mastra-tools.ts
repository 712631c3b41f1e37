import { ToolwrightError } from '../errors/toolwright-error.ts'
import { contentValue } from '../results/content-value.ts'
import { type BridgeHost, type BridgeOptions, offeredTools, runCall } from './bridge.ts'
import { type DescribingSchema, describingSchema } from './describing-schema.ts'

/** The part of a run's context that we read. */
interface MastraContext {
  readonly abortSignal?: AbortSignal | undefined
  readonly agent?: { readonly toolCallId?: string | undefined } | undefined
}

interface MastraFields {
  readonly id: string
  readonly description: string
  readonly inputSchema: DescribingSchema
  execute(args: unknown, context?: MastraContext): Promise<unknown>
}

/** What of Mastra is needed, given by the caller: we depend on no framework. */
export interface MastraParts<MastraTool> {
  /** `createTool` of `@mastra/core/tools`. */
  createTool(fields: MastraFields): MastraTool
}

/**
 * The tools for Mastra: `new Agent({ …, tools: toMastraTools(toolwright, { createTool }) })`. A failed call throws,
 * which Mastra shows to the model as the tool's error; the run goes on.
 */
export function toMastraTools<MastraTool>(
  toolwright: BridgeHost,
  { createTool }: MastraParts<MastraTool>,
  options: BridgeOptions = {},
): Record<string, MastraTool> {
  const offered = offeredTools('toMastraTools', toolwright, options)
  return Object.fromEntries(
    offered.map(({ name, description, inputSchema }) => [
      name,
      createTool({
        id: name,
        description,
        inputSchema: describingSchema(inputSchema),
        async execute(args, context) {
          const { agent, abortSignal: signal } = context ?? {}
          const result = await runCall(toolwright, options, { name, args, id: agent?.toolCallId, signal })
          if (result.status === 'failed') throw new ToolwrightError(result.error.code, result.error.message)
          return contentValue(result.content)
        },
      }),
    ]),
  )
}
