import type { ToolResult } from '../results/tool-result.ts'

/** What the order of a batch depends on. */
export interface Effect {
  readonly sideEffects: boolean
  /** What the call touches; undefined may be anything. */
  readonly resource: string | undefined
  /** Equal for equal calls of a side-effect-free tool. */
  readonly mergeKey: string | undefined
}

type Running = Promise<ToolResult>

interface ResourceUse {
  write: Running | undefined
  reads: Running[]
}

/**
 * Decides which earlier calls of a batch a call waits for: those that may touch the same thing, when either of the two
 * has side effects. A side effect on nobody-knows-what waits for everything and holds everything up.
 */
export function createBatchOrder() {
  let barrier: Running | undefined
  let sinceBarrier: Running[] = []
  let anonymousReads: Running[] = []
  const uses = new Map<string, ResourceUse>()
  const twins = new Map<string | undefined, Map<string, Running>>()

  return {
    /** The running call that is equal to this one, if nothing since could have changed its answer. */
    twinOf({ mergeKey, resource }: Effect): Running | undefined {
      return mergeKey === undefined ? undefined : twins.get(resource)?.get(mergeKey)
    },

    predecessorsOf({ sideEffects, resource }: Effect): readonly Running[] {
      const before = barrier === undefined ? [] : [barrier]
      if (resource === undefined) {
        if (sideEffects) return [...before, ...sinceBarrier]
        for (const { write } of uses.values()) if (write !== undefined) before.push(write)
        return before
      }
      const use = uses.get(resource)
      if (use?.write !== undefined) before.push(use.write)
      if (sideEffects) before.push(...(use?.reads ?? []), ...anonymousReads)
      return before
    },

    add({ sideEffects, resource, mergeKey }: Effect, running: Running): void {
      if (sideEffects && resource === undefined) {
        barrier = running
        sinceBarrier = []
        anonymousReads = []
        uses.clear()
        twins.clear()
        return
      }
      sinceBarrier.push(running)
      if (resource === undefined) anonymousReads.push(running)
      else if (sideEffects) {
        uses.set(resource, { write: running, reads: [] })
        twins.delete(resource)
        twins.delete(undefined)
      } else {
        const use = uses.get(resource)
        if (use === undefined) uses.set(resource, { write: undefined, reads: [running] })
        else use.reads.push(running)
      }
      if (mergeKey !== undefined) {
        const equal = twins.get(resource) ?? new Map<string, Running>()
        twins.set(resource, equal.set(mergeKey, running))
      }
    },
  }
}
