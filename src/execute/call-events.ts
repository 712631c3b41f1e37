import type { ToolCall } from '../calls/tool-call.ts'
import type { ProgressUpdate } from '../define/tool-context.ts'
import type { ToolResult } from '../results/tool-result.ts'
import type { JsonValue } from '../schema/json-schema.ts'
import type { CallDecision } from './call-in-progress.ts'

/** Which call an event is about, and when it happened (ISO 8601). */
interface CallEvent {
  readonly callId: string
  readonly toolName: string
  readonly conversationId: string | undefined
  readonly callerId: string | undefined
  readonly at: string
}

/** What subscribers hear of calls; nothing is built for an event that nobody listens to. */
export type CallEvents = {
  'call-started': CallEvent & { readonly call: ToolCall }
  'call-progress': CallEvent & ProgressUpdate
  'call-partial': CallEvent & { readonly piece: JsonValue }
  'call-finished': CallEvent & { readonly result: ToolResult; readonly decision: CallDecision | undefined }
  /** The tool came to its end after its limit or after a cancellation: what it gave is thrown away. */
  'late-value-discarded': CallEvent & { readonly afterMs: number; readonly outcome: 'value' | 'error' }
  /**
   * The event loop stood still while the call ran. Where several ran, each is named: it may have been any of them. What
   * stops such a tool is isolation.
   */
  'event-loop-blocked': CallEvent & { readonly blockedMs: number }
  /** The output was over its limit; `output` is all of it, as the tool returned it. */
  'output-truncated': CallEvent & { readonly output: unknown; readonly outputBytes: number }
}

export const CALL_EVENTS = [
  'call-started',
  'call-progress',
  'call-partial',
  'call-finished',
  'late-value-discarded',
  'event-loop-blocked',
  'output-truncated',
] as const satisfies readonly (keyof CallEvents)[]
