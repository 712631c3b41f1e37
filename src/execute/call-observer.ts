import type { ProgressUpdate } from '../define/tool-context.ts'
import { ERROR_CODES } from '../errors/error-codes.ts'
import { createRedactor } from '../errors/redact.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import type { Emitter } from '../observe/event-emitter.ts'
import { redactFields } from '../observe/redact-fields.ts'
import type { JsonValue } from '../schema/json-schema.ts'
import type { ToolResult } from '../results/tool-result.ts'
import type { CallContext } from './call-context.ts'
import type { CallEvents } from './call-events.ts'
import type { CallInProgress } from './call-in-progress.ts'
import type { Clock } from './clock.ts'
import { tellCaller } from './tell-caller.ts'

/** Tells subscribers, the waiting caller and the log what happens to a call. Nobody listening costs nothing. */
export interface CallObserver {
  progress(call: CallInProgress, context: CallContext, update: ProgressUpdate): void
  partial(call: CallInProgress, context: CallContext, piece: JsonValue): void
  toolLog(
    call: CallInProgress,
    context: CallContext,
    message: string,
    fields?: Readonly<Record<string, unknown>>,
  ): void
  blocked(call: CallInProgress, context: CallContext, blockedMs: number): void
  /** A tool threw; what only the operator can mend is logged. */
  threw(call: CallInProgress, context: CallContext, thrown: unknown): void
  late(call: CallInProgress, context: CallContext, afterMs: number, outcome: 'value' | 'error'): void
  truncated(call: CallInProgress, context: CallContext): void
  started(call: CallInProgress, context: CallContext): void
  finished(call: CallInProgress, context: CallContext, result: ToolResult): void
}

export function createCallObserver(
  events: Emitter<CallEvents>,
  clock: Clock,
  secrets: readonly string[] = [],
): CallObserver {
  const hideSecrets = createRedactor(secrets).hideSecrets ?? ((text: string) => text)
  const about = (call: CallInProgress, context: CallContext) => ({
    callId: call.id,
    toolName: call.name,
    conversationId: context.conversationId,
    callerId: context.caller?.id,
    at: clock.isoTime(),
  })

  return {
    progress(call, context, update) {
      tellCaller(context.onProgress, update, context.logger)
      if (events.hasListeners('call-progress'))
        events.emit('call-progress', { ...about(call, context), ...update })
    },
    partial(call, context, piece) {
      tellCaller(context.onPartial, piece, context.logger)
      if (events.hasListeners('call-partial')) events.emit('call-partial', { ...about(call, context), piece })
    },
    toolLog(call, context, message, fields) {
      context.logger?.log('TLS-CALL-005', {
        ...(fields === undefined ? {} : redactFields(fields, { secrets })),
        text: hideSecrets(message),
        call_id: call.id, // last: a tool must not pass for another
        tool_name: call.name,
      })
    },
    blocked(call, context, blockedMs) {
      context.logger?.log('TLS-CALL-004', {
        call_id: call.id,
        tool_name: call.name,
        blocked_ms: Math.round(blockedMs),
      })
      if (events.hasListeners('event-loop-blocked')) {
        events.emit('event-loop-blocked', { ...about(call, context), blockedMs })
      }
    },
    threw(call, context, thrown) {
      if (context.logger === undefined || !isForOperator(thrown)) return
      context.logger.log('TLS-CALL-007', {
        call_id: call.id,
        tool_name: call.name,
        error_code: thrown.code,
        text: hideSecrets(thrown.message),
        cure: hideSecrets(thrown.hint),
      })
    },
    late(call, context, afterMs, outcome) {
      context.logger?.log('TLS-CALL-003', {
        call_id: call.id,
        tool_name: call.name,
        after_ms: Math.round(afterMs),
        outcome,
      })
      if (events.hasListeners('late-value-discarded')) {
        events.emit('late-value-discarded', { ...about(call, context), afterMs, outcome })
      }
    },
    truncated(call, context) {
      context.logger?.log('TLS-DEF-006', {
        tool_name: call.name,
        constraint: 'max_output_bytes',
        value: call.outputBytes,
        maximum: call.limits.maxOutputBytes,
      })
      if (events.hasListeners('output-truncated')) {
        events.emit('output-truncated', {
          ...about(call, context),
          output: call.output,
          outputBytes: call.outputBytes,
        })
      }
    },
    started(call, context) {
      if (events.hasListeners('call-started'))
        events.emit('call-started', { ...about(call, context), call: call.call })
    },
    finished(call, context, result) {
      if (events.hasListeners('call-finished')) {
        events.emit('call-finished', { ...about(call, context), result, decision: call.decision })
      }
    },
  }
}

function isForOperator(thrown: unknown): thrown is ToolwrightError {
  try {
    return ToolwrightError.is(thrown) && ERROR_CODES[thrown.code].audience === 'operator'
  } catch {
    return false // a hostile proxy
  }
}
