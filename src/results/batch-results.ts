import { ToolwrightError } from '../errors/toolwright-error.ts'
import type { AnsweredCall } from './create-result.ts'
import { type ResultMessage, resultToMessage } from './render.ts'
import type { ToolResult } from './tool-result.ts'

/** The results of one turn of a model, put together in the order of its calls, in whatever order they arrive. */
export interface BatchResults {
  /** Takes a result in. A pending one is replaced by the next of its call; throws for an unknown or answered call. */
  addResult(result: ToolResult): void
  /** Whether every call has a result, be it taken already or pending. */
  isComplete(): boolean
  /** Those that are there and not taken, in call order. */
  results(): readonly ToolResult[]
  /** The same, and forgets them. */
  takeResults(): readonly ToolResult[]
  toMessages(): readonly ResultMessage[]
}

/** Starts a batch. Calls that share an id are answered in their order. */
export function createBatchResults(calls: readonly AnsweredCall[]): BatchResults {
  const positionsOf = new Map<string, number[]>()
  calls.forEach((call, position) => {
    const positions = positionsOf.get(call.id)
    if (positions === undefined) positionsOf.set(call.id, [position])
    else positions.push(position)
  })
  const filled: (ToolResult | undefined)[] = calls.map(() => undefined)
  const answered = calls.map(() => false)
  let missing = calls.length

  const results = () => filled.filter((result) => result !== undefined)
  return {
    addResult(result) {
      const positions = positionsOf.get(result.callId)
      if (positions === undefined) throw unknownCall(result.callId)
      const free = positions.find((position) => answered[position] === false)
      const position = free ?? positions.find((taken) => filled[taken]?.status === 'pending')
      if (position === undefined) throw answeredCall(result.callId)
      if (free !== undefined) missing--
      answered[position] = true
      filled[position] = result
    },
    isComplete: () => missing === 0,
    results,
    takeResults() {
      const taken = results()
      filled.fill(undefined)
      return taken
    },
    toMessages: () => results().map(resultToMessage),
  }
}

function unknownCall(id: string): ToolwrightError {
  return new ToolwrightError('CALL_INVALID', `no call with id '${id}' is in this batch`, {
    hint: 'Add only results of the calls that the batch was created with.',
  })
}

function answeredCall(id: string): ToolwrightError {
  return new ToolwrightError('CALL_INVALID', `call '${id}' already has a result`, {
    hint: 'Add one result for each call.',
  })
}
