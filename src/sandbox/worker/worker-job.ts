import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { toJsonValue } from '../../results/to-json-value.ts'
import type { SandboxJob, SandboxOutcome } from '../sandbox.ts'
import { MessageBudget } from './message-budget.ts'
import type { WorkerMessage } from './messages.ts'
import { outcomeOfFailure, outcomeOfResult } from './to-outcome.ts'

const MAX_FIELD_BYTES = 64 * 1024
// Of what is written past the tool's own streams, by programs that it starts.
const MAX_STRAY_CHARACTERS = 64 * 1024

/** One job as the host sees it: told once how it ended, and deaf from then on. */
export class WorkerJob {
  readonly id: number
  readonly job: SandboxJob
  readonly outcome: Promise<SandboxOutcome>
  #settle: ((outcome: SandboxOutcome) => void) | undefined
  readonly #budget: MessageBudget
  #strayLeft = MAX_STRAY_CHARACTERS

  constructor(id: number, job: SandboxJob) {
    this.id = id
    this.job = job
    this.#budget = new MessageBudget(job.maxOutputBytes)
    const { promise, resolve } = Promise.withResolvers<SandboxOutcome>()
    this.outcome = promise
    this.#settle = resolve
  }

  get isOver(): boolean {
    return this.#settle === undefined
  }

  settle(outcome: SandboxOutcome): void {
    this.#settle?.(outcome)
    this.#settle = undefined
  }

  fail(code: 'SANDBOX_CRASHED' | 'SANDBOX_LIMIT', message: string): void {
    const { toolName } = this.job.context
    this.settle({
      ok: false,
      error: new ToolwrightError(code, `tool '${toolName}' ${message}, and was ended.`, { toolName }),
      resources: {},
    })
  }

  /** Takes a message of the worker; a code and a text say how it broke the rules. */
  accept(
    message: Exclude<WorkerMessage, { readonly type: 'worn' }>,
    bytes: number,
  ): readonly ['SANDBOX_CRASHED' | 'SANDBOX_LIMIT', string] | undefined {
    if (message.type === 'ready') return ['SANDBOX_CRASHED', 'sent a second greeting on its channel']
    if (message.id !== this.id) return ['SANDBOX_CRASHED', 'answered for a job that is not its own']
    if (message.type === 'result') this.settle(outcomeOfResult(message))
    else if (message.type === 'failure') this.settle(outcomeOfFailure(message, this.job))
    else {
      const excess = this.#budget.take(bytes)
      if (excess !== undefined) return ['SANDBOX_LIMIT', `sent ${excess}`]
      this.#tell(message)
    }
    return undefined
  }

  /** What came out of the standard streams without the tool's own functions: a program that it started, a native part. */
  stray(text: string, stream: 'stdout' | 'stderr'): void {
    if (this.isOver || this.#strayLeft <= 0) return
    if (stream === 'stderr' && !this.job.context.captureStderr) return
    const kept = text.slice(0, this.#strayLeft)
    this.#strayLeft -= kept.length
    guarded(() => this.job.onLog(kept.trimEnd(), { stream }))
  }

  #tell(message: Extract<WorkerMessage, { readonly type: 'progress' | 'partial' | 'log' }>): void {
    const { job } = this
    switch (message.type) {
      case 'progress':
        return guarded(() => job.onProgress(message.update))
      case 'partial':
        // JSON, but of any depth: whoever reads it must not run out of stack.
        return guarded(() =>
          job.onPartial(toJsonValue(message.piece, { maxBytes: job.maxOutputBytes }).value),
        )
      case 'log': {
        const fields = toJsonValue(message.fields ?? {}, { maxBytes: MAX_FIELD_BYTES }).value
        return guarded(() => job.onLog(message.message, fields as Readonly<Record<string, unknown>>))
      }
    }
  }
}

/** A listener that throws is no reason to end a job, and there is nobody here to tell. */
function guarded(tell: () => void): void {
  try {
    tell()
  } catch {
    // Told by whoever gave the listener, or not at all.
  }
}
