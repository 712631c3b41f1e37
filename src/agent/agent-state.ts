import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ApprovalRequest } from '../approve/approval-channel.ts'
import type { DangerLevel } from '../define/danger-levels.ts'
import { hashTool } from '../define/tool-hash.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import type { TokenUsage } from '../providers/decoded.ts'
import type { Message } from '../providers/transcript.ts'
import type { ToolResult } from '../results/tool-result.ts'
import { canonicalJson } from '../schema/canonical-json.ts'
import { hashCanonical } from '../schema/hash.ts'
import type { Toolwright } from '../toolwright.ts'
import type { AgentSettings } from './agent-options.ts'
import type { AgentStep } from './agent-outcome.ts'
import type { FailureCounts } from './loop-breaker.ts'
import type { CallsEnd } from './run-calls.ts'

const STATE_VERSION = 1

/** A call that waits, and everything that a decision about it is bound to. */
export interface PendingCall {
  readonly callId: string
  readonly toolName: string
  /** What would run: checked, with defaults. It runs with exactly these or not at all. */
  readonly arguments: Readonly<Record<string, unknown>>
  readonly definitionHash: string
  readonly dangerLevel: DangerLevel
  /** Why it is asked. */
  readonly reason: string
  /** Which question of how many: a critical call is asked about twice. */
  readonly confirmation: 1 | 2
  readonly confirmations: 1 | 2
  /** Under which the channel keeps the question. */
  readonly approvalId: string
  /** ISO 8601; after it the answer is no. */
  readonly expiresAt?: string
}

/** A run that waits for decisions. Plain JSON: keep it in a file or a database, resume it in any process, once. */
export interface AgentState {
  readonly version: typeof STATE_VERSION
  /** What `claim` is asked about. */
  readonly id: string
  /** Up to and with the message whose calls wait. */
  readonly messages: readonly Message[]
  readonly pending: readonly PendingCall[]
  /** Results of the same answer that are there already. */
  readonly completed: readonly ToolResult[]
  /** The step that is not over: its results are missing. */
  readonly step: AgentStep
  readonly usage: TokenUsage
  readonly failures: FailureCounts
  readonly settings: AgentSettings
  /** Over everything else. */
  readonly seal: string
}

/** Everything of a state but what making it adds. */
export type StateContent = Omit<AgentState, 'version' | 'id' | 'seal' | 'pending' | 'completed'>

/** Keeps a run whose calls wait. The ends are those of the step, some of them pending, each with its question. */
export function createState(
  content: StateContent,
  { results, questions }: CallsEnd,
  secret: string | undefined,
): AgentState {
  const pending = results.flatMap((result): PendingCall[] => {
    const question = questions.get(result.callId)
    return result.status === 'pending' && question !== undefined
      ? [pendingCall(question, result.approval)]
      : []
  })
  const completed = results.filter(({ status }) => status !== 'pending')
  // Through JSON once, so that what is sealed is what a file gives back.
  const state = JSON.parse(
    JSON.stringify({ version: STATE_VERSION, id: crypto.randomUUID(), ...content, pending, completed }),
  ) as Omit<AgentState, 'seal'>
  return { ...state, seal: sealOf(state, secret) }
}

function pendingCall(
  question: ApprovalRequest,
  approval: { readonly id: string; readonly expiresAt?: string },
): PendingCall {
  const { callId, toolName, definitionHash, dangerLevel, reason, confirmation, confirmations } = question
  return {
    callId,
    toolName,
    arguments: question.arguments,
    definitionHash,
    dangerLevel,
    reason,
    confirmation,
    confirmations,
    approvalId: approval.id,
    ...(approval.expiresAt === undefined ? {} : { expiresAt: approval.expiresAt }),
  }
}

/** Throws for a state that is none, was changed, or no longer fits the tools. */
export function checkState(state: AgentState, toolwright: Toolwright, secret: string | undefined): void {
  if (!isState(state)) throw invalid('This is not the state of a paused run.')
  const version: unknown = state.version
  if (version !== STATE_VERSION) {
    throw invalid(`The state has version ${String(version)}; this release reads version ${STATE_VERSION}.`)
  }
  const { seal, ...content } = state
  if (!isSameText(seal, sealOf(content, secret))) {
    throw invalid('The state was changed since the run was paused, or sealed with another secret.')
  }
  for (const pending of state.pending) checkPending(pending, toolwright)
}

/** Looked at before the version: only as far as the checks after it read. */
function isState(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { seal, pending, completed, messages, step } = value as Partial<AgentState>
  const lists: readonly unknown[] = [pending, completed, messages, step?.calls]
  return typeof seal === 'string' && lists.every(Array.isArray)
}

function checkPending(pending: PendingCall, toolwright: Toolwright): void {
  const { callId, toolName } = pending
  const tool = toolwright.registry.get(toolName)
  if (tool === undefined) throw invalid(`The tool '${toolName}' of call '${callId}' is no longer registered.`)
  if (hashTool(tool) !== pending.definitionHash) {
    throw invalid(`The tool '${toolName}' has changed since call '${callId}' was to be approved.`)
  }
}

function sealOf(content: Omit<AgentState, 'seal'>, secret: string | undefined): string {
  if (secret === undefined) return `sha256:${hashCanonical(content)}`
  return `hmac-sha256:${createHmac('sha256', secret).update(canonicalJson(content)).digest('hex')}`
}

function isSameText(first: string, second: string): boolean {
  const [a, b] = [Buffer.from(first), Buffer.from(second)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function invalid(message: string): ToolwrightError {
  return new ToolwrightError('AGENT_STATE_INVALID', message)
}
