import type { PolicyDecision } from '../../approve/policy.ts'
import { type ApprovalOutcome, requestApproval } from '../../approve/request-approval.ts'
import { strongestIsolation } from '../../define/isolation.ts'
import { hashTool } from '../../define/tool-hash.ts'
import { messageOf } from '../../errors/from-unknown.ts'
import { pend } from '../../results/create-result.ts'
import type { ToolResult } from '../../results/tool-result.ts'
import type { CallContext } from '../call-context.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import type { CallPolicy } from '../call-policy.ts'
import type { Clock } from '../clock.ts'
import { cancelledCall, failCall } from '../finish-call.ts'
import type { Next, Step } from '../step.ts'
import { tellCaller } from '../tell-caller.ts'
import { toolOf } from '../tool-of.ts'
import type { ArgumentChecker } from './check-arguments.ts'

export interface ApproveStepParts {
  readonly policy: CallPolicy
  readonly clock: Clock
  readonly checkArguments: ArgumentChecker
}

const NEVER_ABORTED = new AbortController().signal

/** Lets a call run, refuses it, or asks whoever may approve it. The time limit has not begun. */
export function approveStep(parts: ApproveStepParts): Step {
  const { policy, clock } = parts

  return (call, context, next) => {
    const decision = decideNow(call, context)
    if (decision.action === 'ask') return ask(call, context, next, decision)
    if (decision.action === 'deny') return deny(call, decision.reason)
    call.decision = { action: 'run', reason: decision.reason }
    return next(call, context)
  }

  function decideNow(call: CallInProgress, context: CallContext): PolicyDecision {
    const subject = { call: call.call, tool: toolOf(call), arguments: call.arguments }
    const decision = policy.decide(subject, context)
    if (decision.isolation !== undefined)
      call.isolation = strongestIsolation(call.isolation, decision.isolation)
    return decision
  }

  async function ask(
    call: CallInProgress,
    context: CallContext,
    next: Next,
    decision: Extract<PolicyDecision, { readonly action: 'ask' }>,
  ): Promise<ToolResult> {
    const tool = toolOf(call)
    const { definition } = tool
    const { caller, conversationId, channelId, signal } = context
    let refusedEdit: ToolResult | undefined
    const outcome = await requestApproval(
      context.approval,
      {
        callId: call.id,
        toolName: call.name,
        definition,
        definitionHash: hashTool(tool),
        arguments: call.arguments,
        dangerLevel: definition.dangerLevel,
        reason: decision.reason,
        ...(caller === undefined ? {} : { caller }),
        ...(conversationId === undefined ? {} : { conversationId }),
        ...(channelId === undefined ? {} : { channelId }),
        mayAnswerLater: context.onApproval === 'return',
        rememberable: decision.rememberable,
        signal: signal ?? NEVER_ABORTED,
      },
      decision.confirmations,
      {
        now: () => new Date(clock.isoTime()),
        onQuestion: (request) => tellCaller(context.onApprovalRequest, request, context.logger),
        onChannelError: (thrown) =>
          context.logger?.log('TLS-CALL-006', {
            call_id: call.id,
            tool_name: call.name,
            text: messageOf(thrown),
          }),
        async reviewEdit(edited) {
          refusedEdit = await reviewEdit(call, context, edited)
          return refusedEdit === undefined ? call.arguments : undefined
        },
      },
    )
    if (outcome.outcome !== 'approved') return refusedEdit ?? refuse(call, outcome)
    call.decision = { action: 'approved', reason: decision.reason }
    policy.remember(tool, context, outcome.remember)
    return next(call, context)
  }

  /** What the approver wrote is checked like anything else, and no edit gets past a rule that denies. */
  async function reviewEdit(
    call: CallInProgress,
    context: CallContext,
    edited: Readonly<Record<string, unknown>>,
  ): Promise<ToolResult | undefined> {
    const failure = await parts.checkArguments(call, context, edited)
    if (failure !== undefined) return refuseEdit(call, 'they do not fit', failure)
    call.notes = [...call.notes, { kind: 'edited', path: '', message: 'the approver changed the arguments' }]
    const { action, reason } = decideNow(call, context)
    if (action !== 'deny') return undefined
    return refuseEdit(call, reason)
  }
}

/** The model did not write these arguments: it is not told to correct them. */
function refuseEdit(call: CallInProgress, reason: string, failure?: ToolResult): ToolResult {
  call.decision = { action: 'denied', reason }
  return failCall(
    call,
    'APPROVAL_DENIED',
    `tool execution denied: the approver changed the arguments to some that are refused: ${sentence(reason)} Ask the user; do not repeat the call.`,
    failure?.status === 'failed' ? { edit: failure.error } : undefined,
  )
}

function refuse(
  call: CallInProgress,
  outcome: Exclude<ApprovalOutcome, { readonly outcome: 'approved' }>,
): ToolResult {
  switch (outcome.outcome) {
    case 'denied':
      return deny(call, outcome.reason)
    case 'edit-refused':
      return deny(call, 'the arguments that the approver wrote may not run')
    case 'cancelled':
      return cancelledCall(call)
    case 'unavailable':
      call.decision = { action: 'unavailable', reason: outcome.reason }
      return failCall(
        call,
        'APPROVAL_UNAVAILABLE',
        `tool execution denied: ${sentence(outcome.reason)} The host must give createToolwright an \`approve\` callback or a channel that can ask somebody.`,
      )
    case 'pending': {
      call.decision = { action: 'pending', reason: 'waits for approval' }
      const { approvalId: id, expiresAt } = outcome
      return pend(call, { id, ...(expiresAt === undefined ? {} : { expiresAt }) }, call)
    }
  }
}

function deny(call: CallInProgress, reason: string): ToolResult {
  call.decision = { action: 'denied', reason }
  return failCall(
    call,
    'APPROVAL_DENIED',
    `tool execution denied: ${sentence(reason)} Do not call '${call.name}' again with these arguments; do something else or ask the user.`,
  )
}

/** People end a reason with a full stop, or do not. */
function sentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`
}
