import variant from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
  Scope,
} from 'quickjs-emscripten-core'
import { JobFailure } from './job-failure.ts'
import { SCRIPT_PRELUDE } from './script-prelude.ts'
import type { WorkerRun } from './worker-run.ts'

// Node has it; the types of Node leave it to the DOM.
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => {
    readonly buffer: ArrayBuffer
  }
}

// Its declarations are those of its CommonJS form, where the variant is one level down.
const syncVariant = variant as unknown as QuickJSSyncVariant

/** Runs scripts, each in a runtime that nothing ran in before. */
export interface ScriptEngine {
  run(code: string, run: WorkerRun): unknown
}

const PAGE_BYTES = 64 * 1024
// What the engine is built with: its own stack and tables are in it.
const FIRST_PAGES = 256
// From 512 KB on the stack of WebAssembly is used up first, which the engine does not survive.
const STACK_BYTES = 192 * 1024

/** The engine itself bounds one allocation only, not their sum: it is the memory below it that may not grow. */
export async function createScriptEngine(memoryBytes: number, cpuSeconds: number): Promise<ScriptEngine> {
  const maximum = Math.max(FIRST_PAGES, Math.floor(memoryBytes / PAGE_BYTES))
  const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum })
  const engine = await newQuickJSWASMModuleFromVariant(newVariant(syncVariant, { wasmMemory }))
  const limits: ScriptLimits = {
    megabytes: (maximum * PAGE_BYTES) / 2 ** 20,
    cpuSeconds,
    isFull: () => wasmMemory.buffer.byteLength > 0.9 * maximum * PAGE_BYTES,
  }

  return {
    run(code, run) {
      let end: { readonly value: unknown } | undefined
      let failure: unknown
      try {
        Scope.withScope((scope) => {
          const runtime = scope.manage(engine.newRuntime())
          runtime.setMaxStackSize(STACK_BYTES)
          runtime.setMemoryLimit(maximum * PAGE_BYTES)
          try {
            end = { value: new ScriptRun(scope, runtime, run, limits).evaluate(code) }
          } catch (thrown) {
            failure = thrown
          }
        })
      } catch {
        // The engine could not be put away: out of memory in the middle of something, or broken.
        if (failure instanceof JobFailure) throw new JobFailure(failure.reason, failure.message, true)
        throw limits.isFull() ? outOfMemory(limits) : new JobFailure('limit', 'its script engine broke', true)
      }
      if (end === undefined) throw failure
      return end.value
    },
  }
}

interface ScriptLimits {
  readonly megabytes: number
  readonly cpuSeconds: number
  isFull(): boolean
}

function outOfMemory({ megabytes }: ScriptLimits): JobFailure {
  return new JobFailure('limit', `it used more than ${megabytes} MB of memory`, true)
}

class ScriptRun {
  readonly #scope: Scope
  readonly #runtime: QuickJSRuntime
  readonly #context: QuickJSContext
  readonly #run: WorkerRun
  readonly #limits: ScriptLimits
  readonly #prelude: QuickJSHandle
  #isOutOfTime = false

  constructor(scope: Scope, runtime: QuickJSRuntime, run: WorkerRun, limits: ScriptLimits) {
    this.#scope = scope
    this.#runtime = runtime
    this.#run = run
    this.#limits = limits
    const deadlineMs = performance.now() + limits.cpuSeconds * 1_000
    // Not asked for inside long native work: the host's own limit is what holds.
    runtime.setInterruptHandler(() => (this.#isOutOfTime ||= performance.now() > deadlineMs))
    this.#context = scope.manage(runtime.newContext())
    const send = this.#context.newFunction('send', (kind, json) => this.#send(kind, json))
    const make = this.#context.unwrapResult(this.#context.evalCode(SCRIPT_PRELUDE, 'prelude.js'))
    this.#prelude = scope.manage(
      this.#context.unwrapResult(this.#context.callFunction(make, this.#context.undefined, send)),
    )
    make.dispose()
    send.dispose()
  }

  /** Runs the body of a function to the end of its promise. */
  evaluate(code: string): unknown {
    const context = this.#context
    const { args, context: facts } = this.#run.message
    const { callerId, ...rest } = facts
    const data = { ...rest, ...(callerId === undefined ? {} : { caller: { id: callerId } }) }
    const given = [code, JSON.stringify(args), JSON.stringify(data)].map((text) =>
      this.#scope.manage(context.newString(text)),
    )
    const started = this.#call('start', ...given)
    if (started.error !== undefined) {
      throw this.#explain(
        started.error,
        (message) => new JobFailure('load', `the code does not parse: ${message}`),
      )
    }
    this.#drainJobs()
    const state = context.getPromiseState(started.value)
    if (state.type === 'pending') {
      throw new Error(
        'the script waits for something that never comes: there are no timers and no network here.',
      )
    }
    if (state.type === 'rejected')
      throw this.#explain(this.#scope.manage(state.error), (message) => new Error(message))
    return this.#read(this.#scope.manage(state.value))
  }

  #drainJobs(): void {
    const done = this.#runtime.executePendingJobs()
    if (done.error !== undefined)
      throw this.#explain(this.#scope.manage(done.error), (message) => new Error(message))
  }

  #read(value: QuickJSHandle): unknown {
    if (this.#context.typeof(value) === 'undefined') return undefined
    const written = this.#call('toJson', value)
    if (written.error !== undefined) throw this.#explain(written.error, (message) => new Error(message))
    const json = this.#context.getString(written.value)
    return json === '' ? undefined : (JSON.parse(json) as unknown)
  }

  #call(
    name: 'start' | 'toJson' | 'describe',
    ...given: QuickJSHandle[]
  ):
    | { readonly error: QuickJSHandle; readonly value?: never }
    | { readonly error?: undefined; readonly value: QuickJSHandle } {
    const context = this.#context
    const method = this.#scope.manage(context.getProp(this.#prelude, name))
    const result = context.callFunction(method, context.undefined, ...given)
    if (result.error !== undefined) return { error: this.#scope.manage(result.error) }
    return { value: this.#scope.manage(result.value) }
  }

  /** What a script threw, or the limit that it came to. */
  #explain(thrown: QuickJSHandle, other: (message: string) => Error): Error {
    if (this.#isOutOfTime) {
      return new JobFailure('limit', `it used more than ${this.#limits.cpuSeconds} s of processor time`, true)
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
        this.#run.progress(value as object)
        break
      case 'partial':
        this.#run.partial(value)
        break
      case 'log':
        if (value.fields?.stream !== 'stderr' || this.#run.captureStderr)
          this.#run.log(String(value.message), value.fields)
        break
    }
    return undefined
  }
}
