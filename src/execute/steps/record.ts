import type { Tool } from '../../define/tool.ts'
import type { Logger } from '../../observe/logger.ts'
import { METRIC_ATTRIBUTES, type Metrics } from '../../observe/metrics.ts'
import type { Tracer } from '../../observe/tracer.ts'
import { fromUnknown } from '../../errors/from-unknown.ts'
import type { Redactor } from '../../errors/redact.ts'
import type { ToolResult } from '../../results/tool-result.ts'
import type { CallContext } from '../call-context.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import type { CallObserver } from '../call-observer.ts'
import { failFromThrown } from '../finish-call.ts'
import { type Answer, type Step, whenAnswered } from '../step.ts'

export interface RecordStepParts {
  readonly observer: CallObserver
  readonly metrics: Metrics | undefined
  readonly tracer: Tracer | undefined
  findTool(name: string): Tool | undefined
  readonly redactor: Redactor
}

const DENIALS: ReadonlySet<string> = new Set(['APPROVAL_DENIED', 'APPROVAL_UNAVAILABLE', 'PERMISSION_DENIED'])

/** The outermost step: whatever happens inside ends as one result, told to subscribers, log, metrics and trace. */
export function recordStep(parts: RecordStepParts): Step {
  const { observer, metrics, tracer, redactor } = parts

  // A name that no tool has would make a series of its own for whatever a model invents.
  const knownName = (name: string): string => parts.findTool(name)?.definition.name ?? '<unknown>'

  return (call, context, next) => {
    observer.started(call, context)
    if (tracer !== undefined && tracer.isListening?.() !== false) {
      call.span = tracer.startCall({
        callId: call.id,
        toolName: knownName(call.name),
        description: parts.findTool(call.name)?.definition.description,
        conversationId: context.conversationId,
      })
    }
    let answer: Answer
    try {
      answer = next(call, context)
    } catch (thrown) {
      return finish(call, context, failFromThrown(call, fromUnknown(thrown), redactor))
    }
    if (!(answer instanceof Promise)) return whenAnswered(answer, (result) => finish(call, context, result))
    return answer.then(
      (result) => finish(call, context, result),
      (thrown: unknown) => finish(call, context, failFromThrown(call, fromUnknown(thrown), redactor)),
    )
  }

  function finish(call: CallInProgress, context: CallContext, result: ToolResult): ToolResult {
    if (context.logger !== undefined) logCall(context.logger, call, context, result)
    if (metrics !== undefined && metrics.isListening?.() !== false)
      measure(metrics, knownName(call.name), result)
    call.span?.end({
      status: result.status,
      ...(result.status === 'failed' ? { errorCode: result.error.code, message: result.error.message } : {}),
    })
    observer.finished(call, context, result)
    return result
  }

  function logCall(to: Logger, call: CallInProgress, context: CallContext, result: ToolResult): void {
    const errorCode = result.status === 'failed' ? result.error.code : undefined
    to.log(errorCode !== undefined && DENIALS.has(errorCode) ? 'TLS-CALL-002' : 'TLS-CALL-001', {
      call_id: call.id,
      tool_name: call.name,
      tool_version: call.tool?.definition.version,
      caller: context.caller?.id,
      conversation_id: context.conversationId,
      arguments: call.loggedArguments,
      decision: call.decision,
      isolation: call.isolation,
      duration_ms: result.durationMs,
      status: result.status,
      error_code: errorCode,
    })
  }
}

function measure(metrics: Metrics, toolName: string, result: ToolResult): void {
  const errorCode = result.status === 'failed' ? result.error.code : undefined
  const attributes = {
    [METRIC_ATTRIBUTES.toolName]: toolName,
    [METRIC_ATTRIBUTES.status]: result.status,
    ...(errorCode === undefined ? {} : { [METRIC_ATTRIBUTES.errorType]: errorCode }),
  }
  metrics.record('tools.executions.total', 1, attributes)
  metrics.record('tools.executions.duration', result.durationMs, attributes)
  metrics.record('gen_ai.execute_tool.duration', result.durationMs / 1_000, attributes)
  if (errorCode !== undefined && DENIALS.has(errorCode))
    metrics.record('tools.executions.denied', 1, attributes)
}
