// Whether a call may run. Comes in: a definition, checked arguments, who calls, the host's rules. Goes out: run, ask or
// deny with the reason, and the answer of whoever was asked. Never here: running the tool, or guessing a yes.
import type { DangerLevel } from '../define/danger-levels.ts'
import type { Caller } from '../define/tool-context.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'

/**
 * One question to whoever may approve. Everything a decision is bound to is in it: the definition (by its hash), the
 * arguments, the caller. An answer counts for this question alone.
 */
export interface ApprovalRequest {
  /** Of this one question; the two confirmations of a critical call have different ids. */
  readonly id: string
  /** The call that waits; the same for both confirmations. */
  readonly callId: string
  readonly toolName: string
  readonly definition: ToolDefinition
  /** An answer given for another hash is an answer about another tool. */
  readonly definitionHash: string
  /** A frozen copy of what would run. To change it, answer with `arguments`. */
  readonly arguments: Readonly<Record<string, unknown>>
  readonly dangerLevel: DangerLevel
  /** Why it is asked, in words for the person. */
  readonly reason: string
  /** Which of the questions about this call it is, from 1. */
  readonly confirmation: 1 | 2
  /** How many approvals the call needs in all. */
  readonly confirmations: 1 | 2
  /** Absent when the host program itself makes the call. */
  readonly caller?: Caller
  /** Absent outside a conversation; nothing can be remembered then. */
  readonly conversationId?: string
  readonly channelId?: string
  /** ISO 8601, UTC. */
  readonly requestedAt: string
  /** Whether `remember: true` will count; offer "always" only when it is true. */
  readonly rememberable: boolean
  /** The caller does not wait: a channel that keeps questions should answer `later` at once. */
  readonly mayAnswerLater?: boolean
  /** Aborted when nobody waits for the answer any more: take the question away. */
  readonly signal: AbortSignal
}

/** Run it. */
export interface Approve {
  readonly decision: 'approve'
  /** Do not ask again for this tool in this conversation; ignored when the request is not `rememberable`. */
  readonly remember?: boolean
  /**
   * Run with these instead, all of them. They are checked like any arguments. Only the first answer may edit: the
   * second confirmation is about what the first one settled.
   */
  readonly arguments?: Readonly<Record<string, unknown>>
}

/** Do not run it. */
export interface Deny {
  readonly decision: 'deny'
  /** Shown to the model. */
  readonly reason?: string
  /** True when nobody could be asked after all: the call fails with APPROVAL_UNAVAILABLE, not APPROVAL_DENIED. */
  readonly unavailable?: boolean
}

/** The question is kept elsewhere and will be answered later; the call is pending until then. */
export interface Later {
  readonly decision: 'later'
  /** Under which the answer can be found. */
  readonly approvalId: string
  /** ISO 8601; after it the answer is no. */
  readonly expiresAt?: string
}

/** What a channel may answer. Anything else counts as a denial. */
export type ApprovalAnswer = Approve | Deny | Later | 'approve' | 'deny'

/**
 * A way to ask. Implementations need not defend themselves: a throw, a rejection or an answer of another form is a
 * denial, an answer after `request.signal` aborted is ignored, and confirmations are counted by the caller.
 */
export interface ApprovalChannel {
  /** For logs and messages. */
  readonly name: string
  /** False when there is nobody to ask, such as a terminal channel without a terminal. @default true */
  isAvailable?(): boolean
  /**
   * Puts one question and gives the answer to it. It may take as long as a person takes: the time limit of the call
   * starts later. Several questions may be open at once. When `request.signal` aborts, settle soon, with any answer.
   */
  ask(request: ApprovalRequest): Promise<ApprovalAnswer> | ApprovalAnswer
  /**
   * Waits for the answer to a question that `ask` answered with `later`; for a caller that would rather wait. Without
   * it such a call is pending.
   */
  waitFor?(approvalId: string, signal: AbortSignal): Promise<ApprovalAnswer>
}
