import type { Tool } from '../define/tool.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import type { CallInProgress } from './call-in-progress.ts'

/** The tool that `find` found. Without one a step was put before `find` that needs what `find` gives. */
export function toolOf(call: CallInProgress): Tool {
  if (call.tool !== undefined) return call.tool
  throw new ToolwrightError('OPTION_INVALID', 'A step ran before `find` but needs the tool.', {
    hint: "Add the step `{ after: 'find' }` or later.",
  })
}
