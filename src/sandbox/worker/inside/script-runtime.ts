import {
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
  Scope,
} from 'quickjs-emscripten-core'
import { JobFailure } from './job-failure.ts'
import { SCRIPT_PRELUDE } from './script-prelude.ts'
import type { WorkerRun } from './worker-run.ts'

// From 512 KB on the stack of WebAssembly is used up first, which the engine does not survive.
const STACK_BYTES = 192 * 1024

/** What a script may use. */
export interface ScriptLimits {
  readonly memoryBytes: number
  readonly cpuSeconds: number
  /** Whether the memory below the engine has grown as far as it may. */
  isFull(): boolean
}

export function outOfMemory({ memoryBytes }: ScriptLimits): JobFailure {
  return new JobFailure('limit', `it used more than ${memoryBytes / 2 ** 20} MB of memory`, true)
}

type Called =
  | { readonly error: QuickJSHandle; readonly value?: never }
  | { readonly error?: undefined; readonly value: QuickJSHandle }

/** A runtime for one script. Made ahead of its job, so that the job need not wait for it. */
export class ScriptRuntime {
  readonly #limits: ScriptLimits
  readonly #scope = new Scope()
  readonly #runtime: QuickJSRuntime
  readonly #context: QuickJSContext
  readonly #prelude: QuickJSHandle
  #run: WorkerRun | undefined
  #deadlineMs = Infinity
  #isOutOfTime = false

  constructor(engine: QuickJSWASMModule, limits: ScriptLimits) {
    this.#limits = limits
    this.#runtime = this.#scope.manage(engine.newRuntime())
    this.#runtime.setMaxStackSize(STACK_BYTES)
    this.#runtime.setMemoryLimit(limits.memoryBytes)
    // Not asked for inside long native work: the host's own limit is what holds.
    this.#runtime.setInterruptHandler(() => (this.#isOutOfTime ||= performance.now() > this.#deadlineMs))
    this.#context = this.#scope.manage(this.#runtime.newContext())
    const send = this.#scope.manage(this.#context.newFunction('send', (kind, json) => this.#send(kind, json)))
    const make = this.#scope.manage(
      this.#context.unwrapResult(this.#context.evalCode(SCRIPT_PRELUDE, 'prelude.js')),
    )
    this.#prelude = this.#scope.manage(
      this.#context.unwrapResult(this.#context.callFunction(make, this.#context.undefined, send)),
    )
  }

  /** Runs the body of a function to the end of its promise. */
  evaluate(code: string, run: WorkerRun): unknown {
    this.#run = run
    this.#deadlineMs = performance.now() + this.#limits.cpuSeconds * 1_000
    const { args, context: facts } = run.message
    const { callerId, ...rest } = facts
    const data = { ...rest, ...(callerId === undefined ? {} : { caller: { id: callerId } }) }
    const given = [code, JSON.stringify(args), JSON.stringify(data)].map((text) =>
      this.#scope.manage(this.#context.newString(text)),
    )
    const started = this.#call('start', ...given)
    if (started.error !== undefined) {
      throw this.#explain(
        started.error,
        (message) => new JobFailure('load', `the code does not parse: ${message}`),
      )
    }
    this.#drainJobs()
    const state = this.#context.getPromiseState(started.value)
    if (state.type === 'pending') {
      throw new Error(
        'the script waits for something that never comes: there are no timers and no network here.',
      )
    }
    if (state.type === 'rejected') throw this.#explain(this.#scope.manage(state.error))
    return this.#read(this.#scope.manage(state.value))
  }

  /** Throws when the engine is broken. */
  dispose(): void {
    this.#scope.dispose()
  }

  #drainJobs(): void {
    const done = this.#runtime.executePendingJobs()
    if (done.error !== undefined) throw this.#explain(this.#scope.manage(done.error))
  }

  #read(value: QuickJSHandle): unknown {
    if (this.#context.typeof(value) === 'undefined') return undefined
    const written = this.#call('toJson', value)
    if (written.error !== undefined) throw this.#explain(written.error)
    const json = this.#context.getString(written.value)
    return json === '' ? undefined : (JSON.parse(json) as unknown)
  }

  #call(name: 'start' | 'toJson' | 'describe', ...given: QuickJSHandle[]): Called {
    const context = this.#context
    const method = this.#scope.manage(context.getProp(this.#prelude, name))
    const result = context.callFunction(method, context.undefined, ...given)
    if (result.error !== undefined) return { error: this.#scope.manage(result.error) }
    return { value: this.#scope.manage(result.value) }
  }

  /** What a script threw, or the limit that it came to. */
  #explain(thrown: QuickJSHandle, other = (message: string) => new Error(message)): Error {
    const { cpuSeconds } = this.#limits
    if (this.#isOutOfTime) {
      return new JobFailure('limit', `it used more than ${cpuSeconds} s of processor time`, true)
    }
    const described = this.#call('describe', thrown)
    const message = described.error === undefined ? this.#context.getString(described.value) : 'out of memory'
    // Where there is no room for an error either, null is thrown in its place.
    return message === 'out of memory' || (message === 'null' && this.#limits.isFull())
      ? outOfMemory(this.#limits)
      : other(message)
  }

  #send(kind: QuickJSHandle, json: QuickJSHandle): undefined {
    const context = this.#context
    if (context.typeof(kind) !== 'string' || context.typeof(json) !== 'string') return undefined
    const value = JSON.parse(context.getString(json)) as { message?: unknown; fields?: { stream?: unknown } }
    switch (context.getString(kind)) {
      case 'progress':
        this.#run?.progress(value as object)
        break
      case 'partial':
        this.#run?.partial(value)
        break
      case 'log':
        if (value.fields?.stream !== 'stderr' || this.#run?.captureStderr === true)
          this.#run?.log(String(value.message), value.fields)
        break
    }
    return undefined
  }
}
