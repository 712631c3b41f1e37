import type { ToolResult } from '../../results/tool-result.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import { failCall } from '../finish-call.ts'
import { LateResult } from '../late-result.ts'
import type { Step } from '../step.ts'

/** Answers `cancelled` as soon as the caller's signal aborts, whatever the call is waiting for, and stops the tool. */
export const cancelStep: Step = (call, context, next) => {
  const { signal } = context
  if (signal === undefined) return next(call, context)
  if (signal.aborted) return cancelled(call)
  const answer = next(call, context)
  if (!(answer instanceof Promise || answer instanceof LateResult)) return answer
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      resolve(cancelled(call))
      call.running?.stop(new DOMException('the call was cancelled', 'AbortError'))
    }
    signal.addEventListener('abort', onAbort, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

function cancelled(call: CallInProgress): ToolResult {
  return failCall(
    call,
    'EXECUTE_CANCELLED',
    `tool execution cancelled: '${call.name}' was stopped by the caller.`,
  )
}
