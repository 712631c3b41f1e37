import { ToolwrightError } from '../errors/toolwright-error.ts'
import type { JsonSchema, JsonValue } from '../schema/json-schema.ts'
import type { ContentPart, ResultContent } from '../results/tool-result.ts'
import { type BridgeHost, type BridgeOptions, offeredTools, runCall } from './bridge.ts'
import { type DescribingSchema, describingSchema } from './describing-schema.ts'

/** Marks a schema of the AI SDK; without `validate` it only describes, and the arguments reach us as they were sent. */
export const AI_SDK_SCHEMA = Symbol.for('vercel.ai.schema')

/**
 * A schema of the SDK. It is a Standard Schema too, for the types: the SDK's symbol cannot be named from here, and what
 * the SDK makes of a Standard Schema closes every object.
 */
interface AiSdkSchema extends DescribingSchema {
  readonly [AI_SDK_SCHEMA]: true
  readonly jsonSchema: JsonSchema
  readonly validate: undefined
}

type AiSdkModelOutput =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'json'; readonly value: JsonValue }
  | { readonly type: 'content'; readonly value: AiSdkContent[] }

type AiSdkContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file-data'; readonly data: string; readonly mediaType: string }

/** A tool as `generateText` and `streamText` of the AI SDK take it. */
export interface AiSdkTool {
  readonly description: string
  readonly inputSchema: AiSdkSchema
  execute(
    args: Readonly<Record<string, unknown>>,
    options: { readonly toolCallId: string; readonly abortSignal?: AbortSignal | undefined },
  ): Promise<ResultContent>
  toModelOutput(given: { readonly output: ResultContent }): AiSdkModelOutput
}

/**
 * The tools for the AI SDK: `generateText({ model, tools: toAiSdkTools(toolwright) })`. A failed call throws, which the
 * SDK shows to the model as the tool's error; the run goes on.
 */
export function toAiSdkTools(
  toolwright: BridgeHost,
  options: BridgeOptions = {},
): Readonly<Record<string, AiSdkTool>> {
  const offered = offeredTools('toAiSdkTools', toolwright, options)
  return Object.fromEntries(
    offered.map(({ name, description, inputSchema }): [string, AiSdkTool] => [
      name,
      {
        description,
        inputSchema: {
          ...describingSchema(inputSchema),
          [AI_SDK_SCHEMA]: true,
          jsonSchema: inputSchema,
          validate: undefined,
        },
        async execute(args, { toolCallId, abortSignal }) {
          const result = await runCall(toolwright, options, {
            name,
            args,
            id: toolCallId,
            signal: abortSignal,
          })
          if (result.status === 'failed') throw new ToolwrightError(result.error.code, result.error.message)
          return result.content
        },
        toModelOutput: ({ output }) => modelOutput(output),
      },
    ]),
  )
}

/** A result in the AI SDK's own words. */
function modelOutput(content: ResultContent): AiSdkModelOutput {
  if (content.type === 'text') return { type: 'text', value: content.text }
  if (content.type === 'json') return { type: 'json', value: content.value }
  return { type: 'content', value: content.parts.map(modelContent) }
}

function modelContent(part: ContentPart): AiSdkContent {
  switch (part.type) {
    case 'text':
      return part
    case 'image':
    case 'audio':
      return { type: 'file-data', data: part.data, mediaType: part.mimeType }
    case 'resource':
      return part.data === undefined
        ? { type: 'text', text: part.text ?? part.uri }
        : { type: 'file-data', data: part.data, mediaType: part.mimeType ?? 'application/octet-stream' }
  }
}
