import type { Redact } from '../../errors/redact.ts'
import { strongestIsolation } from '../../define/isolation.ts'
import { limitsOf } from '../../define/limits-of.ts'
import { requiredIsolation } from '../../define/required-isolation.ts'
import type { Tool } from '../../define/tool.ts'
import type { ToolResult } from '../../results/tool-result.ts'
import type { CallContext } from '../call-context.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import type { CallObserver } from '../call-observer.ts'
import type { Clock } from '../clock.ts'
import type { Deadlines } from '../deadlines.ts'
import { drainGenerator, isAsyncGenerator } from '../drain-generator.ts'
import { failCall, failFromThrown, succeedCall, timedOut } from '../finish-call.ts'
import type { Step } from '../step.ts'
import { toolOf } from '../tool-of.ts'
import { ToolRun } from '../tool-run.ts'

export interface RunStepParts {
  readonly clock: Clock
  readonly deadlines: Deadlines
  readonly observer: CallObserver
  readonly redact: Redact
}

// A tool that keeps the event loop for this long at a stretch is reported: nothing else ran meanwhile.
const BLOCKED_AFTER_MS = 250

/** Runs the tool, with a limit that holds: the answer is there at the limit, and what comes later is thrown away. */
export function runStep(parts: RunStepParts): Step {
  const { clock, observer, redact } = parts

  return (call, context) => {
    const tool = toolOf(call)
    const { definition, implementation } = tool
    call.isolation = strongestIsolation(requiredIsolation(definition, implementation.kind), context.isolation)
    if (call.isolation !== 'none') return refuseIsolation(call)
    const limits = limitsOf(definition)
    const limitMs = Math.min(context.timeoutMs, limits.maxExecutionMs)
    const run = new ToolRun(call, context, observer)
    call.running = run
    const startMs = clock.nowMs()
    let output: unknown
    let promise: Promise<unknown> | undefined
    try {
      output = startTool(tool, call, run)
      if (isAsyncGenerator(output)) promise = drainGenerator(output, run, limits.maxOutputBytes)
      else if (isPromiseLike(output)) promise = output instanceof Promise ? output : Promise.resolve(output)
    } catch (thrown) {
      call.durationMs = clock.nowMs() - startMs
      return failFromThrown(call, thrown, redact)
    }
    const elapsedMs = clock.nowMs() - startMs
    if (elapsedMs > BLOCKED_AFTER_MS) observer.blocked(call, context, elapsedMs)
    if (promise !== undefined) return finishWithinLimit(parts, call, context, run, promise, startMs, limitMs)
    call.durationMs = elapsedMs
    if (elapsedMs <= limitMs) return succeedCall(call, output, limits.maxOutputBytes, redact)
    observer.late(call, context, elapsedMs, 'value')
    return timedOut(call, limitMs)
  }
}

function startTool(tool: Tool, call: CallInProgress, run: ToolRun): unknown {
  const { implementation } = tool
  return call.span === undefined
    ? implementation.run(call.input, run)
    : call.span.run(() => implementation.run(call.input, run))
}

function finishWithinLimit(
  parts: RunStepParts,
  call: CallInProgress,
  context: CallContext,
  run: ToolRun,
  promise: Promise<unknown>,
  startMs: number,
  limitMs: number,
): Promise<ToolResult> {
  const { clock, deadlines, observer, redact } = parts
  return new Promise((resolve) => {
    const deadline = { atMs: startMs + limitMs, timer: undefined, onExpired }
    run.onStopped = () => deadlines.release(deadline)
    deadlines.watch(deadline)
    promise.then(
      (value) => {
        if (endedInTime('value'))
          resolve(succeedCall(call, value, limitsOf(toolOf(call).definition).maxOutputBytes, redact))
      },
      (thrown: unknown) => {
        if (endedInTime('error')) resolve(failFromThrown(call, thrown, redact))
      },
    )

    function onExpired(): void {
      const overdueMs = clock.nowMs() - deadline.atMs
      if (overdueMs > BLOCKED_AFTER_MS) observer.blocked(call, context, overdueMs)
      giveUp()
    }

    function endedInTime(outcome: 'value' | 'error'): boolean {
      deadlines.release(deadline)
      const afterMs = clock.nowMs() - startMs
      // Past the limit without having been stopped: the loop was blocked, and the timer had no chance to fire.
      if (!run.stopped && afterMs <= limitMs) {
        call.durationMs = afterMs
        return true
      }
      observer.late(call, context, afterMs, outcome)
      giveUp()
      return false
    }

    function giveUp(): void {
      if (run.stopped) return
      call.durationMs = clock.nowMs() - startMs
      const result = timedOut(call, limitMs)
      resolve(result)
      run.stop(new DOMException(`tool execution timed out after ${limitMs}ms`, 'TimeoutError'))
    }
  })
}

function refuseIsolation(call: CallInProgress): ToolResult {
  return failCall(
    call,
    'SANDBOX_UNAVAILABLE',
    `tool '${call.name}' must run at isolation '${call.isolation}', but it is a function of the host program, which cannot be isolated. Give the tool as a module, or call it without raising its isolation.`,
  )
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  )
}
