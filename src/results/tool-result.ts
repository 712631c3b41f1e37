// What comes back. Comes in: whatever a tool returned or threw. Goes out: a ToolResult, a value that is always safe to
// serialise and to show to a model. Never a throw.
import type { ResultError } from '../errors/result-error.ts'
import type { JsonValue } from '../schema/json-schema.ts'
import type { Note } from '../define/note.ts'

export type { Note, ResultError }

/** One piece of a result that is more than text or JSON. Binary data is base64. */
export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource'
      readonly uri: string
      readonly mimeType?: string
      readonly text?: string
      readonly data?: string
    }

/** What the model sees, told apart by `type`. */
export type ResultContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'json'; readonly value: JsonValue }
  | { readonly type: 'parts'; readonly parts: readonly ContentPart[] }

/** What a level of isolation could measure. */
export interface ResourceUse {
  readonly cpuMs?: number
  readonly peakMemoryBytes?: number
  readonly outputBytes?: number
}

interface ResultBase {
  readonly callId: string
  readonly toolName: string
  /** Always what the model sees, also of a failure. */
  readonly content: ResultContent
  /** Time the tool itself took; 0 when it never ran. */
  readonly durationMs: number
  /** True when the output was over its limit and has been cut. */
  readonly truncated: boolean
  readonly notes: readonly Note[]
  readonly resources?: ResourceUse
  /** Data of the call that the provider wants back. */
  readonly echo?: unknown
}

/** The answer to one call. What a model or user can cause is told apart here, never thrown. */
export type ToolResult =
  | (ResultBase & { readonly ok: true; readonly status: 'succeeded' })
  | (ResultBase & { readonly ok: false; readonly status: 'failed'; readonly error: ResultError })
  | (ResultBase & {
      readonly ok: false
      readonly status: 'pending'
      readonly approval: { readonly id: string; readonly expiresAt?: string }
    })
