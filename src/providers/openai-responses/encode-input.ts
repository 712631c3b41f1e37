import { partToText } from '../../results/render.ts'
import type { ContentPart, ToolResult } from '../../results/tool-result.ts'
import type { JsonObject } from '../../schema/json-schema.ts'
import type { MessageContext } from '../provider-format.ts'
import type { Message } from '../transcript.ts'
import { ownMessages } from '../wire/own-messages.ts'
import { isFields } from '../wire/read-fields.ts'
import { resultText } from '../wire/result-content.ts'

/** Results as input items, one for each call. */
export function encodeOutputs(
  results: readonly ToolResult[],
  context: MessageContext,
): readonly JsonObject[] {
  return results.map((result) => {
    const { id, echo } = context.referTo({ id: result.callId, name: result.toolName, echo: result.echo })
    const { caller } = echo
    return {
      type: echo['kind'] === 'custom' ? 'custom_tool_call_output' : 'function_call_output',
      call_id: id,
      output: outputOf(result),
      // A program that the model wrote waits for this one.
      ...(isFields(caller) ? { caller } : {}),
    }
  })
}

/** A transcript as input items; system messages are not among them. */
export function encodeInput(
  messages: readonly Message[],
  providerId: string,
  context: MessageContext,
): readonly JsonObject[] {
  return messages.flatMap((message): readonly JsonObject[] => {
    switch (message.role) {
      case 'system':
        return []
      case 'user': {
        const { content } = message
        return [{ role: 'user', content: typeof content === 'string' ? content : content.map(encodePart) }]
      }
      case 'assistant':
        return ownMessages(message, providerId) ?? encodeAssistant(message, context)
      case 'tool':
        return encodeOutputs(message.results, context)
    }
  })
}

function encodeAssistant(
  { content, calls = [] }: Extract<Message, { role: 'assistant' }>,
  context: MessageContext,
): readonly JsonObject[] {
  return [
    ...(content === '' ? [] : [{ role: 'assistant', content }]),
    ...calls.map((call): JsonObject => {
      const { id, name } = context.referTo(call)
      const args = JSON.stringify(context.wireArguments(call.name, call.arguments))
      return { type: 'function_call', call_id: id, name, arguments: args }
    }),
  ]
}

function outputOf(result: ToolResult): string | readonly JsonObject[] {
  const { content } = result
  const hasImages = result.ok && content.type === 'parts' && content.parts.some(isImage)
  return hasImages ? content.parts.map(encodePart) : resultText(result)
}

function isImage({ type }: ContentPart): boolean {
  return type === 'image'
}

function encodePart(part: ContentPart): JsonObject {
  return part.type === 'image'
    ? { type: 'input_image', image_url: `data:${part.mimeType};base64,${part.data}`, detail: 'auto' }
    : { type: 'input_text', text: partToText(part) }
}
