import { deepFreeze } from '../define/deep-freeze.ts'
import { jsonEqual } from '../schema/json-equal.ts'
import type { ApprovalChannel, ApprovalRequest } from './approval-channel.ts'
import { denial, normaliseAnswer, type NormalisedAnswer } from './normalise-answer.ts'
import { raceAbort, type WaitEnd } from './race-abort.ts'

/** What is to be approved: a request without what differs from question to question. */
export type ApprovalSubject = Omit<ApprovalRequest, 'id' | 'confirmation' | 'confirmations' | 'requestedAt'>

/** How asking ended. */
export type ApprovalOutcome =
  | {
      readonly outcome: 'approved'
      /** What to run with, reviewed when it was edited. */
      readonly arguments: Readonly<Record<string, unknown>>
      readonly edited: boolean
      /** True only where the request was rememberable. */
      readonly remember: boolean
      /** One for each question that was answered. */
      readonly requestIds: readonly string[]
    }
  | { readonly outcome: 'denied'; readonly reason: string }
  | { readonly outcome: 'unavailable'; readonly reason: string }
  | {
      readonly outcome: 'pending'
      readonly approvalId: string
      readonly expiresAt: string | undefined
      /** The question that waits. */
      readonly confirmation: 1 | 2
    }
  | { readonly outcome: 'cancelled'; readonly reason: string }
  /** What the approver wrote instead may not run; `reviewEdit` knows why. */
  | { readonly outcome: 'edit-refused' }

/** What asking needs from outside. */
export interface RequestSources {
  createId(): string
  now(): Date
  /**
   * Checks arguments that the approver wrote, before anybody is asked about them again. Gives what would run
   * (defaults filled in), or undefined when they may not.
   */
  reviewEdit(
    edited: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>> | undefined>
  /** Hears each question, just before it is put. It must not throw. */
  onQuestion(request: ApprovalRequest): void
  /** Hears what a channel threw; the model only hears that it failed. */
  onChannelError(thrown: unknown): void
}

const SOURCES: RequestSources = {
  createId: () => crypto.randomUUID(),
  now: () => new Date(),
  reviewEdit: (edited) => Promise.resolve(edited),
  onQuestion: () => undefined,
  onChannelError: () => undefined,
}
const NOBODY = 'the call needs approval and there is nobody to ask'

/**
 * Asks as often as needed, each time a question of its own; the second only after the first was approved. Nobody to
 * ask, a throw, or an answer that is not understood never approves. Never rejects.
 */
export async function requestApproval(
  channel: ApprovalChannel | undefined,
  subject: ApprovalSubject,
  confirmations: 1 | 2,
  given: Partial<RequestSources> = {},
): Promise<ApprovalOutcome> {
  const sources = { ...SOURCES, ...given }
  // Whatever is not exactly 1 asks twice: a wrong count must not skip a question.
  const needed = confirmations === 1 ? 1 : 2
  const rememberable = subject.rememberable && subject.conversationId !== undefined && needed === 1
  const requestIds: string[] = []
  let args = subject.arguments
  let edited = false
  let remember = false
  for (const confirmation of needed === 1 ? ONCE : TWICE) {
    if (subject.signal.aborted) return CANCELLED
    const answer = await askOnce(
      channel,
      () => {
        const id = sources.createId()
        requestIds.push(id)
        const requestedAt = sources.now().toISOString()
        const shown = deepFreeze(structuredClone(args))
        return {
          ...subject,
          arguments: shown,
          id,
          confirmation,
          confirmations: needed,
          requestedAt,
          rememberable,
        }
      },
      subject,
      sources,
    )
    if (answer === 'aborted' || subject.signal.aborted) return CANCELLED
    if (answer.decision === 'deny') {
      return { outcome: answer.unavailable ? 'unavailable' : 'denied', reason: answer.reason }
    }
    if (answer.decision === 'later') {
      return { outcome: 'pending', approvalId: answer.approvalId, expiresAt: answer.expiresAt, confirmation }
    }
    if (answer.arguments !== undefined && !jsonEqual(answer.arguments, args)) {
      if (confirmation === 2) return EDITED_TOO_LATE
      const reviewed = await sources.reviewEdit(answer.arguments)
      if (reviewed === undefined) return { outcome: 'edit-refused' }
      args = reviewed
      edited = true
    }
    remember = rememberable && answer.remember
  }
  return { outcome: 'approved', arguments: args, edited, remember, requestIds }
}

const ONCE = [1] as const
const TWICE = [1, 2] as const
const CANCELLED: ApprovalOutcome = {
  outcome: 'cancelled',
  reason: 'the call was cancelled while it waited for approval',
}
const EDITED_TOO_LATE: ApprovalOutcome = {
  outcome: 'denied',
  reason: 'the second confirmation changed the arguments that the first one approved',
}

/** Puts one question, and waits for an answer that comes later where the caller waits and the channel can. */
async function askOnce(
  channel: ApprovalChannel | undefined,
  createRequest: () => ApprovalRequest,
  subject: ApprovalSubject,
  { onQuestion, onChannelError }: RequestSources,
): Promise<NormalisedAnswer | 'aborted'> {
  if (channel === undefined) return denial(NOBODY, true)
  const { signal } = subject
  const read = (end: WaitEnd<unknown>): NormalisedAnswer | 'aborted' => {
    if (end.ended === 'aborted') return 'aborted'
    if (end.ended === 'value') return normaliseAnswer(end.value)
    onChannelError(end.thrown)
    // What it threw may name files and secrets of the host; the reason is shown to the model.
    return denial('the approval channel failed')
  }
  const answer = read(
    await raceAbort<unknown>(() => {
      if (channel.isAvailable?.() === false) return { decision: 'deny', reason: NOBODY, unavailable: true }
      const request = createRequest()
      onQuestion(request)
      return channel.ask(request)
    }, signal),
  )
  const { waitFor } = channel
  if (answer === 'aborted' || answer.decision !== 'later' || waitFor === undefined) return answer
  if (subject.mayAnswerLater === true) return answer
  return read(await raceAbort<unknown>(() => waitFor.call(channel, answer.approvalId, signal), signal))
}
