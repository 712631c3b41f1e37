import type { ApprovalAnswer, ApprovalChannel, ApprovalRequest } from '../approve/approval-channel.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import type { DecodedCall } from '../providers/decoded.ts'
import { fail } from '../results/create-result.ts'
import type { ToolResult } from '../results/tool-result.ts'
import type { Toolwright } from '../toolwright.ts'
import type { AgentListener } from './agent-events.ts'
import type { AgentPorts, AgentSettings } from './agent-options.ts'

export interface CallRun {
  readonly toolwright: Toolwright
  readonly settings: AgentSettings
  readonly approval: AgentPorts['approval']
  readonly onApproval: AgentPorts['onApproval']
  readonly signal: AbortSignal
  readonly step: number
  readonly emit: AgentListener
}

/** How the calls of one answer ended. */
export interface CallsEnd {
  /** One for each call, in order. */
  readonly results: readonly ToolResult[]
  /** The last question about each call, as it was put. */
  readonly questions: ReadonlyMap<string, ApprovalRequest>
}

/** Keeps no question: the state of the run does. */
export const PAUSE: ApprovalChannel = {
  name: 'pause',
  ask: ({ callId }): ApprovalAnswer => ({ decision: 'later', approvalId: callId }),
}

/** Runs the calls of one answer as a batch, and tells of it. */
export async function runCalls(calls: readonly DecodedCall[], run: CallRun): Promise<CallsEnd> {
  const { step, emit, settings, approval } = run
  for (const call of calls) emit({ type: 'tool-call', step, call })
  const { timeoutMs, caller, conversationId } = settings
  const questions = new Map<string, ApprovalRequest>()
  const given = await run.toolwright.executeBatch(calls, {
    timeoutMs,
    caller,
    conversationId,
    signal: run.signal,
    approval: approval === 'pause' ? PAUSE : approval,
    onApproval: approval === 'pause' ? 'return' : run.onApproval,
    onApprovalRequest(request) {
      questions.set(request.callId, request)
      emit({ type: 'approval-requested', step, request: noticeOf(request) })
    },
  })
  const results = given.map((result) => (questions.has(result.callId) ? result : withoutQuestion(result)))
  for (const result of results) if (result.status !== 'pending') emit({ type: 'tool-result', step, result })
  return { results, questions }
}

/** A step of the host may answer `pending` by itself; nothing can be decided about a call that nobody was asked about. */
function withoutQuestion(result: ToolResult): ToolResult {
  if (result.status !== 'pending') return result
  const { callId: id, toolName: name, echo } = result
  const error = new ToolwrightError(
    'APPROVAL_PENDING',
    'The call waits for approval and has not run. Do not repeat it; tell the user.',
    { details: { approvalId: result.approval.id } },
  )
  return fail({ id, name, ...(echo === undefined ? {} : { echo }) }, error)
}

function noticeOf(request: ApprovalRequest) {
  const { id, callId, toolName, dangerLevel, reason, confirmation, confirmations } = request
  return {
    id,
    callId,
    toolName,
    arguments: request.arguments,
    dangerLevel,
    reason,
    confirmation,
    confirmations,
  }
}
