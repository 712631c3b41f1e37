import type { Clock } from '../clock.ts'
import { cancelledCall } from '../finish-call.ts'
import { LateResult } from '../late-result.ts'
import type { Step } from '../step.ts'

/** Answers `cancelled` as soon as the caller's signal aborts, whatever the call is waiting for, and stops the tool. */
export function cancelStep(clock: Clock): Step {
  return (call, context, next) => {
    const { signal } = context
    if (signal === undefined) return next(call, context)
    if (signal.aborted) return cancelledCall(call)
    const answer = next(call, context)
    if (!(answer instanceof Promise || answer instanceof LateResult)) return answer
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        if (call.running !== undefined) call.durationMs = clock.nowMs() - call.running.startMs
        resolve(cancelledCall(call))
        call.running?.stop(new DOMException('the call was cancelled', 'AbortError'))
      }
      // The start of a tool, which has run by now, may have aborted it: no event comes a second time.
      if (signal.aborted) onAbort()
      else signal.addEventListener('abort', onAbort, { once: true })
      answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
    })
  }
}
