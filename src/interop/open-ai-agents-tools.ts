import type { JsonSchema } from '../schema/json-schema.ts'
import { resultToText } from '../results/render.ts'
import type { ContentPart, ToolResult } from '../results/tool-result.ts'
import { type BridgeHost, type BridgeOptions, offeredTools, runCall } from './bridge.ts'

/** The part of a call's details that we read. */
interface AgentsCallDetails {
  readonly toolCall?: { readonly callId?: string | undefined } | undefined
  readonly signal?: AbortSignal | undefined
}

type AgentsOutput =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly image: string }

/** A function tool as an `Agent` of the OpenAI Agents SDK takes it. */
export interface OpenAiAgentsTool {
  type: 'function'
  name: string
  description: string
  parameters: {
    type: 'object'
    properties: Record<string, JsonSchema>
    required: string[]
    additionalProperties: boolean
  }
  strict: boolean
  invoke(runContext: unknown, input: string, details?: AgentsCallDetails): Promise<string | AgentsOutput[]>
  needsApproval(): Promise<boolean>
  isEnabled(): Promise<boolean>
}

/**
 * The tools for the OpenAI Agents SDK: `new Agent({ name, tools: toOpenAiAgentsTools(toolwright) })`. A failed call is
 * answered with its reason as text, as the SDK itself does it. Approval is ours: the SDK is told that none is needed.
 */
export function toOpenAiAgentsTools(toolwright: BridgeHost, options: BridgeOptions = {}): OpenAiAgentsTool[] {
  const offered = offeredTools('toOpenAiAgentsTools', toolwright, options)
  return offered.map(({ name, description, inputSchema }) => ({
    type: 'function',
    name,
    description,
    // The SDK's type names four keywords only; the schema is sent as it is.
    parameters: inputSchema as OpenAiAgentsTool['parameters'],
    strict: false,
    async invoke(_runContext, input, details) {
      const { toolCall, signal } = details ?? {}
      return agentsOutput(
        await runCall(toolwright, options, { name, args: input, id: toolCall?.callId, signal }),
      )
    },
    needsApproval: () => Promise.resolve(false),
    isEnabled: () => Promise.resolve(toolwright.registry.get(name)?.definition.enabled === true),
  }))
}

function agentsOutput(result: ToolResult): string | AgentsOutput[] {
  const { content } = result
  return content.type === 'parts' && result.ok ? content.parts.map(agentsPart) : resultToText(result)
}

function agentsPart(part: ContentPart): AgentsOutput {
  switch (part.type) {
    case 'text':
      return part
    case 'image':
      return { type: 'image', image: `data:${part.mimeType};base64,${part.data}` }
    case 'audio':
      return { type: 'text', text: `[audio ${part.mimeType}]` }
    case 'resource':
      return { type: 'text', text: part.text ?? `[resource ${part.uri}]` }
  }
}
