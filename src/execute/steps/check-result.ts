import type { Redactor } from '../../errors/redact.ts'
import { contentValue } from '../../results/content-value.ts'
import { validateResult } from '../../results/validate-result.ts'
import type { ToolResult } from '../../results/tool-result.ts'
import { readIssues } from '../../schema/standard/standard-issues.ts'
import type { StandardResult, StandardSchema } from '../../schema/standard/standard-schema.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import { failFromTool } from '../finish-call.ts'
import { LateResult } from '../late-result.ts'
import { type Answer, type Step, whenAnswered } from '../step.ts'
import { toolOf } from '../tool-of.ts'

/** Fails a result that does not fit the tool's own output schema: ours first, then the author's refinements. */
export function checkResultStep(redactor: Redactor): Step {
  return (call, context, next) => {
    const { definition, standard } = toolOf(call)
    if (definition.outputSchema === undefined) return next(call, context)
    const checked = whenAnswered(next(call, context), (result): ToolResult => {
      // Far over its limit only a part was read; that part would fail for a reason that is none.
      if (!result.ok || call.outputOverflow) return result
      const verdict = validateResult(definition, contentValue(result.content))
      return verdict.ok ? result : failFromTool(call, verdict.error, redactor)
    })
    return standard?.output === undefined ? checked : askAuthor(call, checked, standard.output)
  }

  function askAuthor(call: CallInProgress, answer: Answer, schema: StandardSchema): Answer {
    if (answer instanceof Promise || answer instanceof LateResult) {
      return Promise.resolve(answer).then((result) => refine(call, result, schema))
    }
    return refine(call, answer, schema)
  }

  function refine(
    call: CallInProgress,
    result: ToolResult,
    schema: StandardSchema,
  ): ToolResult | Promise<ToolResult> {
    if (!result.ok || call.outputOverflow) return result
    const judge = ({ issues }: StandardResult<unknown>): ToolResult => {
      if (issues === undefined) return result
      const problems = readIssues(issues)
      const reasons = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
      const message = `the result of tool '${call.name}' does not fit its output schema: ${reasons.join('; ')}`
      return failFromTool(
        call,
        { code: 'RESULT_INVALID', message, retryable: false, details: { problems } },
        redactor,
      )
    }
    const verdict = schema['~standard'].validate(contentValue(result.content))
    return verdict instanceof Promise ? verdict.then(judge) : judge(verdict)
  }
}
