import type { ToolCall } from '../calls/tool-call.ts'
import type { ToolResult } from '../results/tool-result.ts'
import { hashCanonical } from '../schema/hash.ts'

/** How often each failure has come in a row; plain JSON, so that a paused run keeps it. */
export type FailureCounts = readonly (readonly [key: string, count: number])[]

/** Sees models that repeat what fails: the same call with the same kind of failure, step after step. */
export interface LoopBreaker {
  /** Looks at the results of one step: tells the model about a repetition, and says whether it is one too many. */
  review(
    calls: readonly ToolCall[],
    results: readonly ToolResult[],
  ): { readonly results: readonly ToolResult[]; readonly broken: boolean }
  counts(): FailureCounts
}

export function createLoopBreaker(limit: number, before: FailureCounts = []): LoopBreaker {
  let counts = new Map(before)
  return {
    review(calls, results) {
      const now = new Map<string, number>()
      const reviewed = results.map((result, index) => {
        const call = calls[index]
        if (call === undefined || result.status !== 'failed' || result.error.code === 'EXECUTE_CANCELLED') {
          return result
        }
        // The code, not the message: a message may have an example added, or the time.
        const key = hashCanonical([call.name, call.arguments, result.error.code])
        const count = (counts.get(key) ?? 0) + 1
        now.set(key, count)
        return count === 1 ? result : withWarning(result, count)
      })
      counts = now
      return { results: reviewed, broken: [...now.values()].some((count) => count >= limit) }
    },
    counts: () => [...counts],
  }
}

/** In the error and in the content: providers write the one, hosts show the other. */
function withWarning(result: Extract<ToolResult, { status: 'failed' }>, count: number): ToolResult {
  const warning = `This is failure ${count} of the very same call: it will fail again. Change the arguments, try another way, or say what is missing.`
  const message = `${result.error.message}\n${warning}`
  return {
    ...result,
    content: { type: 'text', text: `Error: ${message}` },
    error: { ...result.error, message },
  }
}
