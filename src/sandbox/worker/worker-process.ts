import type { Duplex } from 'node:stream'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import type { ConfinedProcess, ExitStatus, Launch, Launcher } from '../launch/launcher.ts'
import type { SandboxPolicy } from '../policy.ts'
import type { SandboxJob, SandboxOutcome } from '../sandbox.ts'
import { explainExit } from './explain-exit.ts'
import { encodeFrame, FrameReader } from './frame-reader.ts'
import { type HostMessage, maxFrameBytes, type WorkerProgram } from './messages.ts'
import { readWorkerMessage } from './read-worker-message.ts'
import { cancelledOutcome } from './to-outcome.ts'
import { keepTail } from './keep-tail.ts'
import { letGo } from './let-go.ts'
import { WorkerJob } from './worker-job.ts'

const READY_WITHIN_MS = 15_000
// Between the end of the channel and that of the process, either of which may be seen first.
const SETTLE_WITHIN_MS = 250
const IDLE_FRAME_BYTES = 1_024

/** A process that runs jobs, one at a time. Nothing that it sends is believed. */
export class WorkerProcess {
  /** Jobs so far, and the processor time that they took. */
  jobs = 0
  cpuMs = 0
  /** Called once, when the worker can run no more jobs. */
  onGone: (() => void) | undefined
  readonly #process: ConfinedProcess
  readonly #channel: Duplex
  readonly #policy: SandboxPolicy
  readonly #reader: FrameReader
  readonly #stderr: () => string
  readonly #ready = Promise.withResolvers<void>()
  #isReady = false
  #isUsable = true
  #isWorn = false
  #isOver = false
  #job: WorkerJob | undefined
  #status: ExitStatus | undefined
  #isChannelClosed = false
  #killTimer: NodeJS.Timeout | undefined

  /** Starts a worker and waits until it listens. Rejects with SANDBOX_UNAVAILABLE when it does not, or is aborted. */
  static async start(
    launcher: Launcher,
    policy: SandboxPolicy,
    launch: Launch,
    signal: AbortSignal,
  ): Promise<WorkerProcess> {
    const worker = new WorkerProcess(await launcher.start(policy, launch), policy)
    const onAbort = (): void => worker.end()
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) worker.end()
    try {
      await worker.#ready.promise
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
    return worker
  }

  private constructor(process: ConfinedProcess, policy: SandboxPolicy) {
    const [channel] = process.channels
    if (channel === undefined) throw new TypeError('a launcher gave a worker no channel')
    this.#process = process
    this.#policy = policy
    this.#channel = channel
    this.#reader = new FrameReader(IDLE_FRAME_BYTES, {
      onFrame: (body) => this.#onFrame(body),
      onTooLarge: (bytes) =>
        this.#breakOff('SANDBOX_LIMIT', `sent ${bytes} bytes at once, more than its limit`),
    })
    channel.on('data', (piece: Buffer) => this.#reader.push(piece))
    channel.on('error', () => undefined) // `close` follows
    channel.on('close', () => this.#onChannelClosed())
    this.#stderr = keepTail(process.stderr, (text) => this.#job?.stray(text, 'stderr'))
    keepTail(process.stdout, (text) => this.#job?.stray(text, 'stdout'))
    process.stdin.on('error', () => undefined)
    process.stdin.end()
    letGo(process.stdin, process.stdout, process.stderr, channel)
    void process.exited.then((status) => this.#onExit(status))
    this.#killTimer = setTimeout(() => this.end(), READY_WITHIN_MS).unref()
  }

  /** Whether it can be given another job. */
  get isUsable(): boolean {
    return this.#isUsable
  }

  get exited(): Promise<unknown> {
    return this.#process.exited
  }

  /** Runs a job; settles at once when the job is aborted, while the worker is ended behind. */
  run(job: SandboxJob, program: WorkerProgram, cancelGraceMs: number): Promise<SandboxOutcome> {
    const run = new WorkerJob(++this.jobs, job)
    const { signal, args, context, maxOutputBytes } = job
    const onAbort = (): void => this.#cancel(run, cancelGraceMs)
    this.#job = run
    this.#reader.maxFrameBytes = maxFrameBytes(maxOutputBytes)
    signal.addEventListener('abort', onAbort, { once: true })
    this.#send({ type: 'run', id: run.id, program, args, context, maxOutputBytes })
    return run.outcome.then((outcome) => {
      signal.removeEventListener('abort', onAbort)
      this.cpuMs += outcome.resources.cpuMs ?? 0
      return outcome
    })
  }

  /** Ends the process and all that it started, now. A job that still runs ends as cancelled. */
  end(): void {
    this.#isUsable = false
    clearTimeout(this.#killTimer)
    this.#reader.stop()
    if (this.#job !== undefined) this.#job.settle(cancelledOutcome(this.#job.job.context.toolName))
    this.#process.kill()
    if (!this.#isReady) this.#failStart('did not answer')
    this.#tellGone()
  }

  #onFrame(body: Buffer): void {
    const message = readWorkerMessage(body)
    if (!this.#isReady) {
      if (typeof message === 'string' || message.type !== 'ready') return this.end()
      this.#isReady = true
      clearTimeout(this.#killTimer)
      return this.#ready.resolve()
    }
    if (typeof message === 'string')
      return this.#breakOff('SANDBOX_CRASHED', `sent ${message} on its channel`)
    const run = this.#job
    if (message.type === 'worn') return this.#wear()
    if (run === undefined) return this.end() // It speaks unasked: no job may meet what it says.
    if (run.isOver) {
      // Cancelled, and it heeds: no need to wait any longer.
      if (message.type === 'result' || message.type === 'failure') this.end()
      return
    }
    const broken = run.accept(message, body.length)
    if (broken !== undefined) return this.#breakOff(...broken)
    if (!run.isOver) return
    this.#job = undefined
    this.#reader.maxFrameBytes = IDLE_FRAME_BYTES
    if (this.#isWorn || (message.type === 'failure' && message.isFatal === true)) this.end()
  }

  #wear(): void {
    if (this.#isWorn) return this.#breakOff('SANDBOX_CRASHED', 'said twice that its worker is worn')
    this.#isWorn = true
    this.#isUsable = false
    if (this.#job === undefined) this.end()
  }

  #breakOff(code: 'SANDBOX_CRASHED' | 'SANDBOX_LIMIT', what: string): void {
    this.#job?.fail(code, what)
    this.end()
  }

  #cancel(run: WorkerJob, graceMs: number): void {
    if (run.isOver) return
    const { context, signal } = run.job
    this.#isUsable = false
    run.settle(cancelledOutcome(context.toolName))
    if (graceMs === 0) return this.end()
    const { name, message } = reasonOf(signal)
    this.#send({ type: 'cancel', id: run.id, name, message })
    this.#killTimer = setTimeout(() => this.end(), graceMs)
  }

  #send(message: HostMessage): void {
    this.#channel.write(encodeFrame(JSON.stringify(message)))
  }

  #onChannelClosed(): void {
    this.#isChannelClosed = true
    this.#onSideGone()
  }

  #onExit(status: ExitStatus): void {
    this.#status = status
    this.#onSideGone()
  }

  /** What it said last may come after the news of its end, so both are awaited; but not for long. */
  #onSideGone(): void {
    this.#isUsable = false
    clearTimeout(this.#killTimer)
    if (this.#isChannelClosed && this.#status !== undefined) setImmediate(() => this.#gone())
    else this.#killTimer = setTimeout(() => this.#gone(), SETTLE_WITHIN_MS)
  }

  #gone(): void {
    clearTimeout(this.#killTimer)
    const run = this.#job
    if (run !== undefined && !run.isOver) {
      const { toolName, captureStderr } = run.job.context
      const facts = { status: this.#status, stderr: this.#stderr(), captureStderr, toolName }
      run.settle({ ok: false, error: explainExit({ ...facts, limits: this.#policy.limits }), resources: {} })
    }
    if (!this.#isReady)
      this.#failStart(`ended with ${this.#status?.signal ?? `exit code ${this.#status?.code}`}`)
    this.#job = undefined
    this.#process.kill()
    this.#channel.destroy()
    this.#tellGone()
  }

  #failStart(how: string): void {
    this.#isReady = true
    const tail = this.#stderr().trim()
    this.#ready.reject(
      new ToolwrightError(
        'SANDBOX_UNAVAILABLE',
        `a worker for isolation '${this.#policy.level}' did not start: it ${how}.${tail === '' ? '' : ` It wrote: ${tail.slice(-1_024)}`}`,
      ),
    )
  }

  #tellGone(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.onGone?.()
  }
}

function reasonOf(signal: AbortSignal): { readonly name: string; readonly message: string } {
  const { reason } = signal
  return reason instanceof Error
    ? { name: reason.name, message: reason.message }
    : { name: 'AbortError', message: 'The call was stopped.' }
}
