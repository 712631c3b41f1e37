import { strongestIsolation } from '../../define/isolation.ts'
import type { ToolImplementation } from '../../define/tool.ts'
import { isAsyncGenerator } from '../../results/drain-pieces.ts'
import type { ToolResult } from '../../results/tool-result.ts'
import type { CallContext } from '../call-context.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import { BLOCKED_AFTER_MS } from '../deadlines.ts'
import { drainGenerator } from '../drain-generator.ts'
import { cancelledCall, failCall, failFromThrown, succeedCall, timedOut } from '../finish-call.ts'
import { RunningCall, type RunParts } from '../running-call.ts'
import type { Step } from '../step.ts'
import { toolOf } from '../tool-of.ts'
import { ToolRun } from '../tool-run.ts'

/** Runs the tool, with a limit that holds: the answer is there at the limit, and what comes later is thrown away. */
export function runStep(parts: RunParts): Step {
  const { clock, observer, redactor, runIsolated } = parts

  function startTool(
    implementation: ToolImplementation,
    call: CallInProgress,
    context: CallContext,
    run: ToolRun,
  ): unknown {
    const start = (): unknown => {
      if (implementation.kind === 'closure') return implementation.run(call.input, run)
      if (runIsolated === undefined) throw new TypeError('Nothing here runs a tool that is no function.')
      return runIsolated(implementation, call, context, run)
    }
    return call.span === undefined ? start() : call.span.run(start)
  }

  return (call, context) => {
    const tool = toolOf(call)
    if (context.isolation !== undefined)
      call.isolation = strongestIsolation(call.isolation, context.isolation)
    const { implementation } = tool
    if (implementation.kind === 'closure' && call.isolation !== 'none') return refuseIsolation(call)
    // The caller has gone while a step before this one was waiting: it has its answer, and nothing must run.
    if (context.signal?.aborted === true) return cancelledCall(call)
    const limitMs = Math.min(askedMs(implementation, call, context), call.limits.maxExecutionMs)
    const startMs = clock.nowMs()
    const run = new ToolRun(call, context, observer, startMs)
    call.running = run
    let output: unknown
    let promise: Promise<unknown> | undefined
    try {
      output = startTool(implementation, call, context, run)
      if (isAsyncGenerator(output)) promise = drainGenerator(output, run, call.limits.maxOutputBytes)
      else if (isPromiseLike(output)) promise = Promise.resolve(output)
    } catch (thrown) {
      call.running = undefined
      call.durationMs = clock.nowMs() - startMs
      return failFromThrown(call, thrown, redactor)
    }
    const elapsedMs = clock.nowMs() - startMs
    if (promise !== undefined) {
      const running = new RunningCall(parts, call, context, run, limitMs)
      running.onBlocked(elapsedMs)
      return running.watch(promise)
    }
    if (elapsedMs > BLOCKED_AFTER_MS) observer.blocked(call, context, elapsedMs)
    call.running = undefined
    call.durationMs = elapsedMs
    if (elapsedMs <= limitMs) return succeedCall(call, output, redactor)
    observer.late(call, context, elapsedMs, 'value')
    return timedOut(call, limitMs)
  }
}

/** The limit of the call: the caller's, else what the arguments say where the tool has a parameter for it. */
function askedMs(implementation: ToolImplementation, call: CallInProgress, context: CallContext): number {
  if (implementation.kind !== 'command' || !context.isDefaultTimeout) return context.timeoutMs
  const { timeoutSecondsFrom: name } = implementation
  const seconds = name === undefined ? undefined : call.arguments[name]
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1_000 : context.timeoutMs
}

function refuseIsolation(call: CallInProgress): ToolResult {
  return failCall(
    call,
    'SANDBOX_UNAVAILABLE',
    `tool '${call.name}' must run at isolation '${call.isolation}', but it is a function of the host program, which cannot be isolated. Give it as a module (\`defineModuleTool\`), or do not raise its isolation: by the option \`isolation\` of \`createToolwright\` or of the call, or by a rule.`,
  )
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  )
}
