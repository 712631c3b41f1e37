import type { ToolCall } from '../calls/tool-call.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import type { Registry } from '../register/registry.ts'
import type { ToolResult } from '../results/tool-result.ts'
import type { CallContext } from './call-context.ts'
import { startCall } from './call-in-progress.ts'
import type { CallObserver } from './call-observer.ts'
import { chainSteps } from './chain-steps.ts'
import { LateResult } from './late-result.ts'
import type { ResultCache } from './result-cache.ts'
import { type AddedStep, type Step, STEP_NAMES, type StepName } from './step.ts'
import { approveStep, type ApproveStepParts } from './steps/approve.ts'
import { cacheStep } from './steps/cache.ts'
import { cancelStep } from './steps/cancel.ts'
import { argumentChecker, checkArgumentsStep, type CheckStepParts } from './steps/check-arguments.ts'
import { checkResultStep } from './steps/check-result.ts'
import { findStep } from './steps/find.ts'
import { permissionStep } from './steps/permission.ts'
import { recordStep, type RecordStepParts } from './steps/record.ts'
import type { RunParts } from './running-call.ts'
import { runStep } from './steps/run.ts'
import { truncateStep } from './steps/truncate.ts'

/** What the steps need from the rest of the house. */
export interface ExecuteParts
  extends CheckStepParts, Omit<ApproveStepParts, 'checkArguments'>, RunParts, RecordStepParts {
  readonly registry: Registry
  readonly observer: CallObserver
  readonly cache: ResultCache | undefined
  readonly addedSteps: readonly AddedStep[]
}

/**
 * The life of a call, as one list. A call goes down it and the result comes back up: record everything, listen for
 * cancellation, find the tool, see that the caller may use it, check the arguments, get approval, look in the cache,
 * and run it within its limit; then, on the way up, check the result and cut it to size.
 */
export function createExecuteCall(
  parts: ExecuteParts,
): (call: ToolCall, context: CallContext) => Promise<ToolResult> {
  const steps: Record<StepName, Step> = {
    record: recordStep(parts),
    cancel: cancelStep(parts.clock),
    find: findStep(parts.registry),
    permission: permissionStep,
    'check-arguments': checkArgumentsStep(parts),
    approve: approveStep({ ...parts, checkArguments: argumentChecker(parts) }),
    cache: cacheStep(parts.cache),
    truncate: truncateStep(parts.observer),
    'check-result': checkResultStep,
    run: runStep(parts),
  }
  const run = chainSteps(placeSteps(steps, parts.addedSteps))
  // Not `async`: returning a promise from an async function makes a second one, and three turns of the queue.
  return (call, context) => {
    const answer = run(startCall(call), context)
    if (answer instanceof LateResult) return answer.toPromise()
    return answer instanceof Promise ? answer : Promise.resolve(answer)
  }
}

function placeSteps(steps: Record<StepName, Step>, added: readonly AddedStep[]): readonly Step[] {
  const before = new Map<StepName, Step[]>()
  const after = new Map<StepName, Step[]>()
  for (const { name, step, ...place } of added) {
    const anchor = place.before ?? place.after
    // Nothing goes before `record`: it is what turns a throw into a result.
    const known = anchor !== undefined && Object.hasOwn(steps, anchor) && place.before !== 'record'
    if (!known || (place.before !== undefined && place.after !== undefined) || typeof step !== 'function') {
      throw new ToolwrightError(
        'OPTION_INVALID',
        `Step \`${name}\` needs a function and one place: \`before\` or \`after\` one of ${STEP_NAMES.join(', ')}.`,
      )
    }
    const places = place.before === undefined ? after : before
    places.set(anchor, [...(places.get(anchor) ?? []), step])
  }
  return STEP_NAMES.flatMap((name) => [...(before.get(name) ?? []), steps[name], ...(after.get(name) ?? [])])
}
