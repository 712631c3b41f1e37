import { decide, type PolicyDecision } from '../../approve/policy.ts'
import type { RememberedDecisions } from '../../approve/remembered-decisions.ts'
import { type ApprovalOutcome, requestApproval } from '../../approve/request-approval.ts'
import type { CompiledRule } from '../../approve/rule.ts'
import { hashDefinition } from '../../define/definition-hash.ts'
import type { Logger } from '../../observe/logger.ts'
import { pend } from '../../results/create-result.ts'
import type { ToolResult } from '../../results/tool-result.ts'
import type { CallContext } from '../call-context.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import { failCall } from '../finish-call.ts'
import type { Next, Step } from '../step.ts'
import { toolOf } from '../tool-of.ts'
import type { ArgumentChecker } from './check-arguments.ts'

export interface ApproveStepParts {
  readonly paranoid: boolean
  rules(): readonly CompiledRule[]
  readonly remembered: RememberedDecisions
  readonly logger: Logger | undefined
  readonly checkArguments: ArgumentChecker
}

const NEVER_ABORTED = new AbortController().signal

/** Lets a call run, refuses it, or asks whoever may approve it. The time limit has not begun. */
export function approveStep(parts: ApproveStepParts): Step {
  const { paranoid, remembered, logger } = parts

  return (call, context, next) => {
    const decision = decideNow(call, context)
    if (decision.action === 'ask') return ask(call, context, next, decision)
    if (decision.action === 'deny') return denied(call, decision.reason)
    call.decision = { action: 'run', reason: decision.reason }
    return next(call, context)
  }

  function decideNow(call: CallInProgress, context: CallContext): PolicyDecision {
    const { definition } = toolOf(call)
    const decision = decide({
      definition,
      arguments: call.arguments,
      caller: context.caller,
      callRequiresConfirmation: context.requireConfirmation || call.call.requiresConfirmation === true,
      paranoid,
      rules: parts.rules(),
      remembered: context.conversationId !== undefined && remembered.isRemembered(subjectOf(call, context)),
    })
    for (const { rule, wouldHave } of decision.shadow) {
      logger?.log('TLS-POL-001', {
        tool_name: call.name,
        rule,
        decided: decision.action,
        would_have: wouldHave,
      })
    }
    return decision
  }

  async function ask(
    call: CallInProgress,
    context: CallContext,
    next: Next,
    decision: Extract<PolicyDecision, { readonly action: 'ask' }>,
  ): Promise<ToolResult> {
    const { definition } = toolOf(call)
    const { caller, conversationId, channelId, signal } = context
    const outcome = await requestApproval(
      context.approval,
      {
        callId: call.id,
        toolName: call.name,
        definition,
        definitionHash: hashDefinition(definition),
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
    )
    if (outcome.outcome !== 'approved') return refuse(call, outcome)
    call.decision = { action: 'approved', reason: decision.reason }
    remembered.remember(subjectOf(call, context), outcome.remember)
    return outcome.edited ? goOnEdited(call, context, next, outcome.arguments) : next(call, context)
  }

  /** What the approver wrote is checked like anything else, and no edit gets past a rule that denies. */
  async function goOnEdited(
    call: CallInProgress,
    context: CallContext,
    next: Next,
    edited: Readonly<Record<string, unknown>>,
  ): Promise<ToolResult> {
    const failure = await parts.checkArguments(call, context, edited)
    if (failure !== undefined) return failure
    const decision = decideNow(call, context)
    if (decision.action === 'deny') return denied(call, decision.reason)
    const note = { kind: 'edited', path: '', message: 'the approver changed the arguments' } as const
    call.notes = [...call.notes, note]
    return next(call, context)
  }
}

function refuse(
  call: CallInProgress,
  outcome: Exclude<ApprovalOutcome, { outcome: 'approved' }>,
): ToolResult {
  switch (outcome.outcome) {
    case 'denied':
      return denied(call, outcome.reason)
    case 'cancelled':
      return failCall(call, 'EXECUTE_CANCELLED', `tool execution cancelled: ${outcome.reason}.`)
    case 'unavailable':
      call.decision = { action: 'unavailable', reason: outcome.reason }
      return failCall(
        call,
        'APPROVAL_UNAVAILABLE',
        `tool execution denied: ${outcome.reason}. The host must give createToolwright an \`approve\` callback or a channel that can ask somebody.`,
      )
    case 'pending': {
      call.decision = { action: 'pending', reason: 'waits for approval' }
      const { approvalId: id, expiresAt } = outcome
      return pend(call, { id, ...(expiresAt === undefined ? {} : { expiresAt }) }, call)
    }
  }
}

function denied(call: CallInProgress, reason: string): ToolResult {
  call.decision = { action: 'denied', reason }
  return failCall(
    call,
    'APPROVAL_DENIED',
    `tool execution denied: ${reason}. Do not call '${call.name}' again with these arguments; do something else or ask the user.`,
  )
}

function subjectOf(call: CallInProgress, context: CallContext) {
  const { definition } = toolOf(call)
  return {
    conversationId: context.conversationId,
    toolName: definition.name,
    definitionHash: hashDefinition(definition),
    callerId: context.caller?.id,
  }
}
