import type { Redactor } from '../errors/redact.ts'
import type { CallContext } from './call-context.ts'
import type { CallInProgress } from './call-in-progress.ts'
import type { CallObserver } from './call-observer.ts'
import type { RunIsolated } from './isolated/run-isolated.ts'
import type { Clock } from './clock.ts'
import { BLOCKED_AFTER_MS, type Deadline, type Deadlines } from './deadlines.ts'
import { failFromThrown, succeedCall, timedOut } from './finish-call.ts'
import { LateResult } from './late-result.ts'
import type { ToolRun } from './tool-run.ts'

export interface RunParts {
  /** What runs a tool that is no closure; absent where only closures are. */
  readonly runIsolated?: RunIsolated
  readonly clock: Clock
  readonly deadlines: Deadlines
  readonly observer: CallObserver
  readonly redactor: Redactor
}

/**
 * The result of a tool that answers later, against its deadline: settled at the limit at the latest. What comes after
 * that is thrown away and reported. One object is result, deadline and state, since one is made for every such call.
 */
export class RunningCall extends LateResult implements Deadline {
  readonly atMs: number
  timer: ReturnType<typeof setTimeout> | undefined
  previous: Deadline | undefined
  next: Deadline | undefined
  readonly #parts: RunParts
  readonly #call: CallInProgress
  readonly #context: CallContext
  readonly #run: ToolRun
  readonly #limitMs: number
  #isBlockedTold = false

  constructor(parts: RunParts, call: CallInProgress, context: CallContext, run: ToolRun, limitMs: number) {
    super()
    this.#parts = parts
    this.#call = call
    this.#context = context
    this.#run = run
    this.#limitMs = limitMs
    this.atMs = run.startMs + limitMs
    this.timer = undefined
    this.previous = undefined
    this.next = undefined
  }

  /** Waits for the tool, no longer than the limit. */
  watch(promise: Promise<unknown>): this {
    this.#parts.deadlines.watch(this)
    this.#run.onStopped = this
    // The native `then`: one that a tool put over it might throw, or never answer.
    void Promise.prototype.then.call(
      promise,
      (value: unknown) => this.#end('value', value),
      (thrown: unknown) => this.#end('error', thrown),
    )
    return this
  }

  onExpired(): void {
    this.onBlocked(this.#parts.clock.nowMs() - this.atMs)
    this.#giveUp()
  }

  /** The run was stopped, by the limit or by a cancellation: there is nothing left to wait for. */
  release(): void {
    this.#parts.deadlines.release(this)
  }

  #end(outcome: 'value' | 'error', given: unknown): void {
    const { clock, observer, redactor } = this.#parts
    const call = this.#call
    this.release()
    const afterMs = clock.nowMs() - this.#run.startMs
    if (this.#run.stopped) {
      // A tool that heeds its signal ends with the reason it was given: that is no late value.
      if (!isReason(given, this.#run.stopReason)) observer.late(call, this.#context, afterMs, outcome)
      return
    }
    if (afterMs > this.#limitMs) {
      // Not stopped although past the limit: the loop was blocked, and the timer had no chance to fire.
      this.onBlocked(afterMs - this.#limitMs)
      observer.late(call, this.#context, afterMs, outcome)
      this.#giveUp()
      return
    }
    call.running = undefined
    call.durationMs = afterMs
    if (outcome === 'error') observer.threw(call, this.#context, given)
    this.settle(
      outcome === 'value' ? succeedCall(call, given, redactor) : failFromThrown(call, given, redactor),
    )
  }

  /** Once a call: a loop blocked past the limit shows at the deadline and at the heart-beat. */
  onBlocked(blockedMs: number): void {
    if (blockedMs <= BLOCKED_AFTER_MS || this.#isBlockedTold) return
    this.#isBlockedTold = true
    this.#parts.observer.blocked(this.#call, this.#context, blockedMs)
  }

  #giveUp(): void {
    if (this.#run.stopped) return
    const call = this.#call
    call.durationMs = this.#parts.clock.nowMs() - this.#run.startMs
    this.settle(timedOut(call, this.#limitMs))
    this.#run.stop(new DOMException(`tool execution timed out after ${this.#limitMs}ms`, 'TimeoutError'))
  }
}

/** The reason itself, or an error of somebody in between (Node's timers, fetch) that names it as its cause. */
function isReason(given: unknown, reason: unknown): boolean {
  try {
    return given === reason || (given instanceof Error && given.cause === reason)
  } catch {
    return false // a hostile proxy
  }
}
