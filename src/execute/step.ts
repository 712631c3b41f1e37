// The last station: one call, run. Comes in: a call and its context. Goes out: a ToolResult, always, within the limit.
// Steps of a call are small functions in one list (execute-call.ts); hosts may add their own by name.
import type { ToolResult } from '../results/tool-result.ts'
import type { CallContext } from './call-context.ts'
import type { CallInProgress } from './call-in-progress.ts'
import { LateResult, type ShapeResult } from './late-result.ts'

/** A result now or later. Steps answer at once when they can: a promise for each would cost more than the work. */
export type Answer = ToolResult | LateResult | Promise<ToolResult>

/** Goes on to the steps after this one. */
export type Next = (call: CallInProgress, context: CallContext) => Answer

/**
 * One step of a call's life. It may answer itself (a denial), change what goes on (checked arguments), or go on and
 * change what comes back (a cut result). It never throws for what a model can cause.
 */
export type Step = (call: CallInProgress, context: CallContext, next: Next) => Answer

/** A step of the host (guardrail, retry, rate limit) and its place in the list. */
export interface AddedStep {
  readonly name: string
  readonly step: Step
  /** The step it goes before: one of {@link STEP_NAMES}, or one added earlier. */
  readonly before?: StepName | (string & {})
  readonly after?: StepName | (string & {})
}

/** The places there are, in the order in which a call meets them. */
export const STEP_NAMES = [
  'record',
  'cancel',
  'find',
  'permission',
  'parse-arguments',
  'check-arguments',
  'approve',
  'cache',
  'truncate',
  'check-result',
  'run',
] as const

export type StepName = (typeof STEP_NAMES)[number]

/** Shapes an answer: now if it is there, else when it comes. */
export function whenAnswered(answer: Answer, shape: ShapeResult): Answer {
  if (answer instanceof LateResult) return answer.shape(shape)
  return answer instanceof Promise ? answer.then(shape) : shape(answer)
}
