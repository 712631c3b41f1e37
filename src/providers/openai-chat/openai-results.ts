import type { ToolResult } from '../../results/tool-result.ts'
import type { JsonObject } from '../../schema/json-schema.ts'
import type { MessageContext, WireReference } from '../provider-format.ts'
import { resultParts, resultText } from '../wire/result-content.ts'
import { imageUrl } from './chat-messages.ts'

/** A picture as a piece of content. */
export function openAiImage(url: string): JsonObject {
  return { type: 'image_url', image_url: { url } }
}

/** Tool messages hold text alone: pictures follow in one message of the user, after all of them. */
export function encodeOpenAiResults(
  results: readonly ToolResult[],
  context: MessageContext,
): readonly JsonObject[] {
  const messages: JsonObject[] = []
  const pictures: JsonObject[] = []
  for (const result of results) {
    const reference = context.referTo({ id: result.callId, name: result.toolName, echo: result.echo })
    const content = resultText(result)
    messages.push(
      reference.echo['kind'] === 'function_call'
        ? { role: 'function', name: reference.name, content }
        : { role: 'tool', tool_call_id: reference.id, content },
    )
    pictures.push(...picturesOf(result, reference))
  }
  if (pictures.length > 0) messages.push({ role: 'user', content: pictures })
  return messages
}

function picturesOf(result: ToolResult, { id, name }: WireReference): readonly JsonObject[] {
  const pictures = resultParts(result).flatMap((part) =>
    part.type === 'image' ? [openAiImage(imageUrl(part))] : [],
  )
  if (pictures.length === 0) return []
  return [{ type: 'text', text: `From the result of \`${name}\` (call ${id}):` }, ...pictures]
}
