import type { ApprovalAnswer, ApprovalChannel } from '../approve/approval-channel.ts'
import { aFunction, aListOf, checkOptions, type OptionRules, withFunctions } from '../define/check-options.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import { type Clock, systemClock } from '../execute/clock.ts'
import type { ToolResult } from '../results/tool-result.ts'
import { jsonEqual } from '../schema/json-equal.ts'
import type { Toolwright } from '../toolwright.ts'
import { type AgentListener, guardListener } from './agent-events.ts'
import { runLoop } from './agent-loop.ts'
import { type AgentPorts, aToolwright, PORT_RULES, refusal, checkPorts } from './agent-options.ts'
import type { AgentOutcome } from './agent-outcome.ts'
import { type AgentState, checkState, type PendingCall } from './agent-state.ts'
import { type Claim, memoryClaims } from './claims.ts'
import { PAUSE, runCalls } from './run-calls.ts'
import { turnOptions } from './turn-options.ts'

/** What somebody decided about one call. */
export interface AgentDecision {
  readonly callId: string
  readonly decision: 'approve' | 'deny'
  /** Shown to the model. */
  readonly reason?: string | undefined
  /** Who decided, for the reason of a denial. */
  readonly by?: string | undefined
}

/** What `resumeAgent` takes beside the state. */
export interface ResumeOptions extends AgentPorts {
  /** One for each pending call; a call without one is denied. */
  readonly decisions: readonly AgentDecision[]
  /** With the same tools as before the pause. */
  readonly toolwright: Toolwright
  /** Lets one resume through for each state. @default within this process: give `fileClaims(folder)` where there are several */
  readonly claim?: Claim | undefined
  readonly clock?: Clock | undefined
}

const claimInProcess = memoryClaims()

const RULES: OptionRules<ResumeOptions> = {
  ...PORT_RULES,
  decisions: aListOf("`{ callId, decision: 'approve' or 'deny' }`", isDecision),
  toolwright: aToolwright,
  claim: aFunction,
  clock: withFunctions('an object with `nowMs` and `isoTime`', 'nowMs', 'isoTime'),
}

/**
 * Goes on with a paused run: calls that were approved run, the others are denied, and the model hears of both. Throws
 * AGENT_STATE_INVALID for a state that was changed or whose tools have changed, and AGENT_STATE_USED the second time.
 */
export async function resumeAgent(state: AgentState, options: ResumeOptions): Promise<AgentOutcome> {
  checkResumeOptions(options)
  const { toolwright, decisions, claim = claimInProcess, clock = systemClock } = options
  checkState(state, toolwright, options.stateSecret)
  checkDecisions(decisions, state.pending)
  // Whatever the next step would throw for, it throws before the state is used up.
  toolwright.prepare(options.model.provider, turnOptions(state.settings, true))
  if ((await claim(state.id)) !== true) {
    throw new ToolwrightError('AGENT_STATE_USED', 'This paused run was resumed before.', {
      details: { id: state.id },
    })
  }
  const { settings, step } = state
  const pendingIds = new Set(state.pending.map(({ callId }) => callId))
  const waiting = step.calls.filter(({ id }) => pendingIds.has(id))
  const end = await runCalls(
    // Asked about whatever the rules say by now: what a person denied must not run because a rule became laxer.
    waiting.map((call) => ({ ...call, requiresConfirmation: true })),
    {
      toolwright,
      settings,
      approval: decisionChannel(state.pending, decisions, clock),
      onApproval: 'return',
      signal: options.signal ?? new AbortController().signal,
      step: step.number,
      emit: newQuestionsOnly(state.pending, options),
    },
  )
  const answered = new Map([...state.completed, ...end.results].map((result) => [result.callId, result]))
  const results = step.calls.flatMap(({ id }): ToolResult[] => {
    const result = answered.get(id)
    return result === undefined ? [] : [result]
  })
  return runLoop(toolwright, settings, options, {
    messages: state.messages,
    usage: state.usage,
    failures: state.failures,
    stepsDone: step.number,
    paused: { step, end: { results, questions: end.questions } },
  })
}

/**
 * Answers for exactly the calls that were decided, as they were decided: the tool and the arguments that were asked
 * about, before the question expired. A question that comes after it, the second about a critical call, waits again.
 */
function decisionChannel(
  pending: readonly PendingCall[],
  decisions: readonly AgentDecision[],
  clock: Clock,
): ApprovalChannel {
  const pendingOf = new Map(pending.map((call) => [call.callId, call]))
  const decisionOf = new Map(decisions.map((decision) => [decision.callId, decision]))
  return {
    name: 'resume',
    ask(request) {
      const call = pendingOf.get(request.callId)
      const made = decisionOf.get(request.callId)
      if (call === undefined || made === undefined) return denial('nobody approved this call')
      if (made.decision !== 'approve') return denial(denialReason(made))
      if (call.definitionHash !== request.definitionHash)
        return denial('the tool has changed since the call was approved')
      // Approved before the pause, with the arguments that were settled then.
      if (request.confirmation < call.confirmation) return { decision: 'approve', arguments: call.arguments }
      if (!jsonEqual(request.arguments, call.arguments))
        return denial('the arguments are not those that were approved')
      if (request.confirmation > call.confirmation) return PAUSE.ask(request)
      if (call.expiresAt !== undefined && Date.parse(clock.isoTime()) > Date.parse(call.expiresAt)) {
        return denial(`the approval came too late: the question expired at ${call.expiresAt}`)
      }
      return 'approve'
    },
  }
}

function denialReason({ by, reason }: AgentDecision): string {
  const who = by === undefined ? 'the person who was asked' : by
  return reason === undefined || reason.trim() === '' ? `${who} said no` : `${who} said no: ${reason}`
}

function denial(reason: string): ApprovalAnswer {
  return { decision: 'deny', reason }
}

/** That a question of before the pause is answered now is no new one. */
function newQuestionsOnly(pending: readonly PendingCall[], { onEvent }: ResumeOptions): AgentListener {
  const emit = guardListener(onEvent)
  const pendingOf = new Map(pending.map((call) => [call.callId, call]))
  return (event) => {
    if (event.type === 'approval-requested') {
      const { callId, confirmation } = event.request
      const asked = pendingOf.get(callId)
      if (asked !== undefined && confirmation <= asked.confirmation) return
    }
    emit(event)
  }
}

function checkResumeOptions(options: ResumeOptions): void {
  checkOptions('resumeAgent', options, RULES)
  checkPorts('resumeAgent', options)
  if (options.toolwright === undefined) throw refusal('`resumeAgent` needs the `toolwright` of the run.')
  if (options.decisions === undefined)
    throw refusal('`resumeAgent` needs `decisions`, a list; an empty one denies all.')
}

function checkDecisions(decisions: readonly AgentDecision[], pending: readonly PendingCall[]): void {
  const waiting = new Set(pending.map(({ callId }) => callId))
  const decided = new Set<string>()
  for (const { callId } of decisions) {
    if (!waiting.has(callId)) {
      const those = [...waiting].join(', ')
      throw refusal(`No call '${callId}' waits for a decision. Those that wait: ${those}.`)
    }
    if (decided.has(callId)) throw refusal(`There are two decisions about call '${callId}'.`)
    decided.add(callId)
  }
}

function isDecision(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { callId, decision } = value as Partial<AgentDecision>
  return typeof callId === 'string' && (decision === 'approve' || decision === 'deny')
}
