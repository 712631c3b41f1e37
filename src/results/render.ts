import { formatCount } from './cut-text.ts'
import { contentValue } from './content-value.ts'
import type { ContentPart, ResultContent, ToolResult } from './tool-result.ts'

/** A part on the wire. */
type PartMessage =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mime_type: string }
  | {
      readonly type: 'resource'
      readonly uri: string
      readonly mime_type?: string
      readonly text?: string
      readonly data?: string
    }

/** A result on the wire and on disk. */
export interface ResultMessage {
  readonly tool_call_id: string
  readonly name: string
  readonly content:
    | Exclude<ResultContent, { type: 'parts' }>
    | { readonly type: 'parts'; readonly parts: readonly PartMessage[] }
  readonly success: boolean
  readonly execution_time_ms: number
}

/** Results in a form that belongs to no provider. */
export interface NeutralResults {
  readonly tool_results: readonly {
    readonly call_id: string
    /** Text, any JSON value, or a list of parts; null of a failed call. */
    readonly result: unknown
    readonly error?: string
  }[]
}

/** A result as text: text as it is, JSON indented, a failure as `Error: …`, binary parts by their kind and size. */
export function resultToText(result: ToolResult): string {
  if (result.status === 'failed') return `Error: ${result.error.message}`
  const { content } = result
  switch (content.type) {
    case 'text':
      return content.text
    case 'json':
      return JSON.stringify(content.value, null, 2)
    case 'parts':
      return content.parts.map(partToText).join('\n')
  }
}

/** A result in its snake_case form; content keeps its tag. */
export function resultToMessage(result: ToolResult): ResultMessage {
  const { content } = result
  return {
    tool_call_id: result.callId,
    name: result.toolName,
    content: content.type === 'parts' ? { type: 'parts', parts: content.parts.map(partToMessage) } : content,
    success: result.ok,
    execution_time_ms: result.durationMs,
  }
}

/** Results as `{ tool_results: [{ call_id, result, error? }] }`, in the order given. */
export function resultsToNeutral(results: readonly ToolResult[]): NeutralResults {
  return {
    tool_results: results.map((result) =>
      result.status === 'failed'
        ? { call_id: result.callId, result: null, error: result.error.message }
        : { call_id: result.callId, result: bareContent(result.content) },
    ),
  }
}

function bareContent(content: ResultContent): unknown {
  return content.type === 'parts' ? content.parts.map(partToMessage) : contentValue(content)
}

/** One part as text: a binary one by its kind and size. */
export function partToText(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'image':
    case 'audio':
      return `[${part.type} ${part.mimeType}, ${formatCount(decodedBytes(part.data))} bytes]`
    case 'resource':
      return part.text ?? `[resource ${part.uri}]`
  }
}

function decodedBytes(base64: string): number {
  return Buffer.byteLength(base64, 'base64')
}

function partToMessage(part: ContentPart): PartMessage {
  if (part.type === 'text') return part
  const { mimeType, ...rest } = part
  if (rest.type === 'resource') return mimeType === undefined ? rest : { ...rest, mime_type: mimeType }
  return { type: rest.type, data: rest.data, mime_type: mimeType ?? '' }
}
