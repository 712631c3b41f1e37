import { validateResult } from '../../results/check-result.ts'
import type { ResultContent, ToolResult } from '../../results/tool-result.ts'
import { failWith } from '../finish-call.ts'
import { type Step, whenAnswered } from '../step.ts'
import { toolOf } from '../tool-of.ts'

/** Fails a result that does not fit the tool's own output schema. */
export const checkResultStep: Step = (call, context, next) => {
  const { definition } = toolOf(call)
  if (definition.outputSchema === undefined) return next(call, context)
  return whenAnswered(next(call, context), (result): ToolResult => {
    // Far over its limit only a part was read; that part would fail for a reason that is none.
    if (!result.ok || call.outputOverflow) return result
    const checked = validateResult(definition, valueOf(result.content))
    return checked.ok ? result : failWith(call, checked.error)
  })
}

function valueOf(content: ResultContent): unknown {
  switch (content.type) {
    case 'text':
      return content.text
    case 'json':
      return content.value
    case 'parts':
      return content.parts
  }
}
