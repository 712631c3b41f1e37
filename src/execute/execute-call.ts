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
import { type AddedStep, type Answer, type Step, STEP_NAMES, type StepName } from './step.ts'
import { approveStep, type ApproveStepParts } from './steps/approve.ts'
import { cacheStep } from './steps/cache.ts'
import { cancelStep } from './steps/cancel.ts'
import { argumentChecker, checkArgumentsStep, type CheckStepParts } from './steps/check-arguments.ts'
import { checkResultStep } from './steps/check-result.ts'
import { parseArgumentsStep } from './steps/parse-arguments.ts'
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

/** Runs calls. */
export interface CallExecutor {
  execute(call: ToolCall, context: CallContext): Promise<ToolResult>
  /** Leaves the trace of a call that another one answers: events, log, metrics. */
  recordAnswer(call: ToolCall, context: CallContext, answer: Promise<ToolResult>): Promise<ToolResult>
}

/**
 * The life of a call, as one list. A call goes down it and the result comes back up: record everything, listen for
 * cancellation, find the tool, see that the caller may use it, parse and check the arguments, get approval, look in the cache,
 * and run it within its limit; then, on the way up, check the result and cut it to size.
 */
export function createCallExecutor(parts: ExecuteParts): CallExecutor {
  const steps: Record<StepName, Step> = {
    record: recordStep(parts),
    cancel: cancelStep(parts.clock),
    find: findStep(parts.registry),
    permission: permissionStep,
    'parse-arguments': parseArgumentsStep(parts),
    'check-arguments': checkArgumentsStep(parts),
    approve: approveStep({ ...parts, checkArguments: argumentChecker(parts) }),
    cache: cacheStep(parts.cache),
    truncate: truncateStep(parts.observer),
    'check-result': checkResultStep(parts.redactor),
    run: runStep(parts),
  }
  const run = chainSteps(placeSteps(steps, parts.addedSteps))
  return {
    execute: (call, context) => toPromise(run(startCall(call), context)),
    recordAnswer: (call, context, answer) => toPromise(steps.record(startCall(call), context, () => answer)),
  }
}

// Not `async`: returning a promise from an async function makes a second one, and three turns of the queue.
function toPromise(answer: Answer): Promise<ToolResult> {
  if (answer instanceof LateResult) return answer.toPromise()
  return answer instanceof Promise ? answer : Promise.resolve(answer)
}

/** Puts the steps of the host into the list, one after the other: a later one may stand beside an earlier one. */
function placeSteps(steps: Record<StepName, Step>, added: readonly AddedStep[]): readonly Step[] {
  const list: { readonly name: string; readonly step: Step }[] = STEP_NAMES.map((name) => ({
    name,
    step: steps[name],
  }))
  for (const { name, step, before, after } of added) {
    const anchor = list.findIndex((other) => other.name === (before ?? after))
    const onePlace = (before === undefined) !== (after === undefined)
    const taken = list.some((other) => other.name === name)
    // Nothing goes before `record`: it is what turns a throw into a result.
    if (typeof step !== 'function' || anchor === -1 || !onePlace || taken || before === 'record') {
      throw new ToolwrightError(
        'OPTION_INVALID',
        `Step \`${name}\` needs a function, a name of its own, and one place: \`before\` or \`after\` one of ` +
          `${list.map((other) => other.name).join(', ')} (but not before record).`,
      )
    }
    list.splice(before === undefined ? anchor + 1 : anchor, 0, { name, step })
  }
  return list.map(({ step }) => step)
}
