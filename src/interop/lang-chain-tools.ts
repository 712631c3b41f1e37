import type { JsonSchema } from '../schema/json-schema.ts'
import { resultToText } from '../results/render.ts'
import type { ContentPart, ToolResult } from '../results/tool-result.ts'
import { type BridgeHost, type BridgeOptions, offeredTools, runCall } from './bridge.ts'

/** The part of a run's configuration that we read. */
interface LangChainConfig {
  readonly signal?: AbortSignal | undefined
  readonly toolCall?: { readonly id?: string | undefined } | undefined
}

interface LangChainFields {
  readonly name: string
  readonly description: string
  readonly schema: JsonSchema
  readonly responseFormat: 'content_and_artifact'
}

type LangChainRun = (args: unknown, config: LangChainConfig) => Promise<[unknown, ToolResult]>

/** What of LangChain is needed, given by the caller: we depend on no framework. */
export interface LangChainParts<LangChainTool extends object> {
  /** `tool` of `@langchain/core/tools`. */
  // Method syntax: the real one is generic, and overloaded by the kind of schema.
  tool(run: LangChainRun, fields: LangChainFields): LangChainTool
  /** `ToolMessage` of `@langchain/core/messages`: with it, a failed call has the status `error`. */
  readonly ToolMessage?: new (fields: {
    readonly content: string
    readonly status: 'error'
    readonly artifact: ToolResult
    readonly tool_call_id: string
    readonly name: string
  }) => unknown
}

/**
 * The tools for LangChain and LangGraph: `toLangChainTools(toolwright, { tool, ToolMessage })`. A failed call is
 * answered with its reason, as a message; the whole {@link ToolResult} is the artifact of the message.
 */
export function toLangChainTools<LangChainTool extends object>(
  toolwright: BridgeHost,
  { tool, ToolMessage }: LangChainParts<LangChainTool>,
  options: BridgeOptions = {},
): LangChainTool[] {
  const offered = offeredTools('toLangChainTools', toolwright, options)
  return offered.map(({ name, description, inputSchema }) => {
    const run: LangChainRun = async (args, config) => {
      const { signal, toolCall } = config
      const id = toolCall?.id
      const result = await runCall(toolwright, options, { name, args, id, signal })
      const content = messageContent(result)
      if (result.ok || ToolMessage === undefined || id === undefined || typeof content !== 'string')
        return [content, result]
      const fields = { content, status: 'error', artifact: result, tool_call_id: id, name } as const
      return [new ToolMessage(fields), result]
    }
    const fields = { name, description, responseFormat: 'content_and_artifact' } as const
    const shown = tool(run, { ...fields, schema: inputSchema })
    // LangChain's own check says only that something did not match. A twin that takes any object runs in its place, so
    // that the model hears our reasons and our coercions are tried first.
    const twin = tool(run, { ...fields, schema: ANY_OBJECT })
    for (const method of ['invoke', 'call'] as const) {
      const value: unknown = Reflect.get(twin, method)
      if (typeof value === 'function')
        Object.defineProperty(shown, method, { value: value.bind(twin), configurable: true, writable: true })
    }
    return shown
  })
}

const ANY_OBJECT: JsonSchema = { type: 'object', properties: {} }

function messageContent(result: ToolResult): unknown {
  const { content } = result
  return content.type === 'parts' && result.ok ? content.parts.map(contentBlock) : resultToText(result)
}

function contentBlock(part: ContentPart): unknown {
  switch (part.type) {
    case 'text':
      return part
    case 'image':
    case 'audio':
      return { type: part.type, source_type: 'base64', data: part.data, mime_type: part.mimeType }
    case 'resource':
      return { type: 'text', text: part.text ?? `[resource ${part.uri}]` }
  }
}
