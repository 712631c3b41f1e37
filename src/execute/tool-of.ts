import type { Tool } from '../define/tool.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import type { CallInProgress } from './call-in-progress.ts'

/** The tool that `find` found. There is none only when a step of the host took it away on the way down. */
export function toolOf(call: CallInProgress): Tool {
  if (call.tool !== undefined) return call.tool
  throw new ToolwrightError(
    'OPTION_INVALID',
    'A step of the host went on without the tool that `find` found. Hand on the call that the step was given.',
  )
}
