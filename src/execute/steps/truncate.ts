import { truncateContent } from '../../results/truncate.ts'
import type { ToolResult } from '../../results/tool-result.ts'
import type { CallObserver } from '../call-observer.ts'
import { type Step, whenAnswered } from '../step.ts'

/** Cuts output over the tool's limit; the whole of it goes to those who listen for `output-truncated`. */
export function truncateStep(observer: CallObserver): Step {
  return (call, context, next) =>
    whenAnswered(next(call, context), (result): ToolResult => {
      const { maxOutputBytes } = call.limits
      if (!result.ok || (call.outputBytes <= maxOutputBytes && !call.outputOverflow)) return result
      const cut = truncateContent(result.content, maxOutputBytes, call.outputBytes, call.outputOverflow)
      if (!cut.truncated) return result
      observer.truncated(call, context)
      return { ...result, content: cut.content, truncated: true, notes: [...result.notes, ...cut.notes] }
    })
}
