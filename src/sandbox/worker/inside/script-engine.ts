import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSSyncVariant } from 'quickjs-emscripten-core'
import { JobFailure } from './job-failure.ts'
import { outOfMemory, type ScriptLimits, ScriptRuntime } from './script-runtime.ts'
import type { WorkerRun } from './worker-run.ts'

// Node has it; the types of Node leave it to the DOM.
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => {
    readonly buffer: ArrayBuffer
  }
}

// Its declarations are those of its CommonJS form, where the variant is one level down.
const syncVariant = variant as unknown as QuickJSSyncVariant

const PAGE_BYTES = 64 * 1024
// What the engine is built with: its own stack and tables are in it.
const FIRST_PAGES = 256

/** Runs scripts, each in a runtime that nothing ran in before. */
export interface ScriptEngine {
  run(code: string, run: WorkerRun): unknown
  /** Puts the last runtime away and makes the next, after the answer has gone out. Throws when the engine is broken. */
  tidy(): void
}

/** The engine itself bounds one allocation only, not their sum: it is the memory below it that may not grow. */
export async function createScriptEngine(memoryBytes: number, cpuSeconds: number): Promise<ScriptEngine> {
  const maximum = Math.max(FIRST_PAGES, Math.floor(memoryBytes / PAGE_BYTES))
  const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum })
  const engine = await newQuickJSWASMModuleFromVariant(newVariant(syncVariant, { wasmMemory }))
  const limits: ScriptLimits = {
    memoryBytes: maximum * PAGE_BYTES,
    cpuSeconds,
    isFull: () => wasmMemory.buffer.byteLength > 0.9 * maximum * PAGE_BYTES,
  }
  let next: ScriptRuntime | undefined = new ScriptRuntime(engine, limits)
  let used: ScriptRuntime | undefined

  return {
    run(code, run) {
      const runtime = next ?? new ScriptRuntime(engine, limits)
      next = undefined
      try {
        const value = runtime.evaluate(code, run)
        used = runtime
        return value
      } catch (failure) {
        disposeAfter(failure, runtime, limits)
        throw failure
      }
    },
    tidy() {
      used?.dispose()
      used = undefined
      next ??= new ScriptRuntime(engine, limits)
    },
  }
}

function disposeAfter(failure: unknown, runtime: ScriptRuntime, limits: ScriptLimits): void {
  try {
    runtime.dispose()
  } catch {
    // The engine could not put it away: out of memory in the middle of something, or broken.
    if (failure instanceof JobFailure) throw new JobFailure(failure.reason, failure.message, true)
    throw limits.isFull() ? outOfMemory(limits) : new JobFailure('limit', 'its script engine broke', true)
  }
}
