import { ToolwrightError } from '../../errors/toolwright-error.ts'
import type { PoolFacts } from '../levels/level-facts.ts'
import type { SandboxJob, SandboxOutcome } from '../sandbox.ts'
import type { WorkerProgram } from '../worker/messages.ts'
import { cancelledOutcome, failedOutcome } from '../worker/to-outcome.ts'
import type { WorkerProcess } from '../worker/worker-process.ts'

// After a job has been handed out: the start of a process would hold up a job that takes a millisecond.
const REFILL_AFTER_MS = 15

interface Waiter {
  give(worker: WorkerProcess): void
  fail(error: ToolwrightError): void
}

/** Keeps the workers of one policy: hands them out, replaces them, ends them when nobody asks any more. */
export class WorkerPool {
  readonly #facts: PoolFacts
  readonly #maxCpuMs: number
  readonly #start: (signal: AbortSignal) => Promise<WorkerProcess>
  readonly #onIdle: () => void
  readonly #idle: WorkerProcess[] = []
  readonly #busy = new Set<WorkerProcess>()
  /** Those that were told to end, until they have. */
  readonly #ending = new Set<Promise<unknown>>()
  readonly #waiters: Waiter[] = []
  readonly #starting = new Set<Promise<void>>()
  readonly #closing = new AbortController()
  #isInUse = false
  #refillTimer: NodeJS.Timeout | undefined
  #idleTimer: NodeJS.Timeout | undefined

  /** `maxCpuMs`: processor time after which a worker is replaced; `onIdle` is called when all have been ended for idleness. */
  constructor(
    facts: PoolFacts,
    maxCpuMs: number,
    start: (signal: AbortSignal) => Promise<WorkerProcess>,
    onIdle: () => void,
  ) {
    this.#facts = facts
    this.#maxCpuMs = maxCpuMs
    this.#start = start
    this.#onIdle = onIdle
  }

  get isBusy(): boolean {
    return this.#busy.size > 0 || this.#waiters.length > 0 || this.#starting.size > 0
  }

  async run(job: SandboxJob, program: WorkerProgram): Promise<SandboxOutcome> {
    this.#use()
    let worker: WorkerProcess | undefined
    try {
      worker = this.#takeIdle() ?? (await this.#wait(job.signal))
    } catch (error) {
      if (ToolwrightError.is(error)) return failedOutcome(error)
      throw error
    }
    if (worker === undefined) return cancelledOutcome(job.context.toolName)
    this.#busy.add(worker)
    // It may have been stopped on the way from the one who started the worker to here.
    if (job.signal.aborted || this.#isClosed) {
      this.#release(worker)
      return cancelledOutcome(job.context.toolName)
    }
    this.#refillSoon()
    const outcome = await worker.run(job, program, this.#facts.cancelGraceMs)
    this.#release(worker)
    return outcome
  }

  /** Starts the workers that should stand ready, and waits for them. */
  async prewarm(): Promise<void> {
    this.#use()
    const missing = this.#missing()
    await Promise.all(Array.from({ length: missing }, () => this.#startOne()))
  }

  async close(): Promise<void> {
    clearTimeout(this.#refillTimer)
    clearTimeout(this.#idleTimer)
    this.#closing.abort()
    for (const waiter of this.#waiters.splice(0)) waiter.fail(closedError())
    for (const worker of [...this.#idle, ...this.#busy]) worker.end()
    await Promise.allSettled(this.#starting)
    await Promise.allSettled(this.#ending)
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  #takeIdle(): WorkerProcess | undefined {
    for (;;) {
      const worker = this.#idle.pop()
      if (worker === undefined || worker.isUsable) return worker
    }
  }

  /** Undefined: aborted while it waited. */
  #wait(signal: AbortSignal): Promise<WorkerProcess | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<WorkerProcess | undefined>()
    const waiter: Waiter = { give: resolve, fail: reject }
    const onAbort = (): void => {
      const at = this.#waiters.indexOf(waiter)
      if (at !== -1) this.#waiters.splice(at, 1)
      resolve(undefined)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    this.#waiters.push(waiter)
    this.#startForWaiters()
    return promise.finally(() => signal.removeEventListener('abort', onAbort))
  }

  #startForWaiters(): void {
    while (this.#starting.size < this.#waiters.length && this.#live < this.#facts.maxWorkers) {
      void this.#startOne().catch((error: unknown) => this.#failWaiter(error))
    }
  }

  #startOne(): Promise<void> {
    const started = this.#start(this.#closing.signal)
      .then((worker) => {
        worker.onGone = () => this.#forget(worker)
        if (this.#isClosed) worker.end()
        else this.#offer(worker)
      })
      .finally(() => this.#starting.delete(started))
    this.#starting.add(started)
    return started
  }

  #offer(worker: WorkerProcess): void {
    const waiter = this.#waiters.shift()
    if (waiter === undefined) return void this.#idle.push(worker)
    this.#busy.add(worker) // at once: whoever closes the pool must find it
    waiter.give(worker)
  }

  /** One failed start is one failed job; the others try for themselves. */
  #failWaiter(error: unknown): void {
    const waiter = this.#waiters.shift()
    waiter?.fail(ToolwrightError.is(error) ? error : startError(error))
    this.#startForWaiters()
  }

  #release(worker: WorkerProcess): void {
    this.#busy.delete(worker)
    const { isReused, maxJobs } = this.#facts
    if (!worker.isUsable) this.#startForWaiters()
    else if (!isReused || worker.jobs >= maxJobs || worker.cpuMs >= this.#maxCpuMs) {
      worker.end()
      this.#startForWaiters()
    } else this.#offer(worker)
    this.#refillSoon()
  }

  #forget(worker: WorkerProcess): void {
    const at = this.#idle.indexOf(worker)
    if (at !== -1) this.#idle.splice(at, 1)
    const ended = worker.exited.finally(() => this.#ending.delete(ended))
    this.#ending.add(ended)
  }

  #missing(): number {
    const { isReused, readyWorkers, maxWorkers } = this.#facts
    const counted = this.#idle.length + this.#starting.size + (isReused ? this.#busy.size : 0)
    return Math.max(0, Math.min(readyWorkers - counted, maxWorkers + readyWorkers - this.#live))
  }

  get #live(): number {
    return this.#idle.length + this.#busy.size + this.#starting.size
  }

  #refillSoon(): void {
    if (this.#isClosed || this.#refillTimer !== undefined || this.#missing() === 0) return
    this.#refillTimer = setTimeout(() => {
      this.#refillTimer = undefined
      if (!this.#isInUse || this.#isClosed) return
      // Its failure is told to the next job that finds nobody ready.
      for (let left = this.#missing(); left > 0; left--) void this.#startOne().catch(() => undefined)
    }, REFILL_AFTER_MS).unref()
  }

  #use(): void {
    this.#isInUse = true
    if (this.#idleTimer === undefined)
      this.#idleTimer = setTimeout(() => this.#rest(), this.#facts.idleMs).unref()
    else this.#idleTimer.refresh()
  }

  #rest(): void {
    if (this.isBusy) return void this.#idleTimer?.refresh()
    this.#isInUse = false
    for (const worker of this.#idle.splice(0)) worker.end()
    this.#onIdle()
  }
}

function closedError(): ToolwrightError {
  return new ToolwrightError('EXECUTE_CANCELLED', 'tool execution cancelled: the sandbox was closed.')
}

function startError(cause: unknown): ToolwrightError {
  return new ToolwrightError('SANDBOX_UNAVAILABLE', 'a worker could not be started.', { cause })
}
