import { CONSTRAINT_DEFAULTS } from '../define/constraints.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import { ERROR_CODES } from '../errors/error-codes.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import { messageOf } from '../errors/from-unknown.ts'
import { explainFailed, type ValueProblem } from '../schema/explain/explain.ts'
import type { JsonValue } from '../schema/json-schema.ts'
import { planSchema } from '../schema/plan/plan.ts'
import { compiledSchema } from '../schema/compile/schema-cache.ts'
import { toJsonValue } from './to-json-value.ts'
import type { ResultError } from './tool-result.ts'

/** A value that fits the output schema, as JSON; or why it does not. */
export type ResultCheck =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly error: ResultError }

/**
 * Checks what a tool returned against its output schema; without one, anything fits. The value is checked in the form
 * that goes out, so that a Date fits `{ "type": "string", "format": "date-time" }`.
 */
export function validateResult(
  definition: Pick<ToolDefinition, 'name' | 'outputSchema' | 'constraints'>,
  returned: unknown,
): ResultCheck {
  if ('definition' in definition)
    throw new ToolwrightError('OPTION_INVALID', 'This is a tool; give its `definition`.')
  const { name, outputSchema, constraints } = definition
  const { maxOutputBytes: maxBytes = CONSTRAINT_DEFAULTS.maxOutputBytes } = constraints ?? {}
  const { value, overflow } = toJsonValue(returned, { maxBytes })
  if (outputSchema === undefined) return { ok: true, value }
  if (overflow) return refuse(name, `it is more than twice as large as its limit of ${maxBytes} bytes`, [])
  try {
    const compiled = compiledSchema(outputSchema)
    if (compiled.check(value)) return { ok: true, value }
    const problems = explainFailed(planSchema(outputSchema), compiled, value)
    return refuse(name, problems.map(describeProblem).join('; '), problems)
  } catch (thrown) {
    // A schema that no definition of ours could hold: it was made by hand.
    return refuse(name, `the schema cannot be used (${messageOf(thrown)})`, [])
  }
}

function describeProblem(problem: ValueProblem): string {
  return problem.path === '' ? problem.message : `${problem.path}: ${problem.message}`
}

function refuse(toolName: string, reasons: string, problems: readonly ValueProblem[]): ResultCheck {
  const message = `the result of tool '${toolName}' does not fit its output schema: ${reasons}`
  const { retryable } = ERROR_CODES.RESULT_INVALID
  return { ok: false, error: { code: 'RESULT_INVALID', message, retryable, details: { toolName, problems } } }
}
