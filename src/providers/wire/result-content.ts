import { resultToText } from '../../results/render.ts'
import type { ContentPart, ToolResult } from '../../results/tool-result.ts'

/** A result as one text: JSON compact, a failure as `Error: …`, binary pieces by their kind and size. */
export function resultText(result: ToolResult): string {
  return result.ok && result.content.type === 'json'
    ? JSON.stringify(result.content.value)
    : resultToText(result)
}

/** The same for a provider that has a flag for failures: the words alone. */
export function flaggedText(result: ToolResult): string {
  return result.status === 'failed' ? result.error.message : resultText(result)
}

/** The pieces of a result, for providers that take more than text; JSON is a piece of compact text. */
export function resultParts(result: ToolResult): readonly ContentPart[] {
  if (result.ok && result.content.type === 'parts') return result.content.parts
  return [{ type: 'text', text: flaggedText(result) }]
}
