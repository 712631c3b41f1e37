import { ToolwrightError } from '../errors/toolwright-error.ts'
import type { Next, Step } from './step.ts'

/** Links steps once, so that a call allocates nothing to go from one to the next. */
export function chainSteps(steps: readonly Step[]): Next {
  return steps.reduceRight<Next>(
    (next, step) => (call, context) => step(call, context, next),
    () => {
      throw new ToolwrightError('INTERNAL', 'The last step of a call went on to a next one.')
    },
  )
}
