import { describeIssues } from '../../calls/describe-problems.ts'
import { type FailureMemory, withExample } from '../../calls/failure-memory.ts'
import type { ToolCall } from '../../calls/tool-call.ts'
import { validateArguments, type ValidateOptions } from '../../calls/validate-arguments.ts'
import type { DangerLevel } from '../../define/danger-levels.ts'
import type { ToolDefinition } from '../../define/tool-definition.ts'
import type { Logger } from '../../observe/logger.ts'
import { redactFields } from '../../observe/redact-fields.ts'
import type { ToolResult } from '../../results/tool-result.ts'
import type { StandardIssue, StandardResult, StandardSchema } from '../../schema/standard-schema.ts'
import type { CallContext } from '../call-context.ts'
import { addNotes, type CallInProgress } from '../call-in-progress.ts'
import { failCall, failWith } from '../finish-call.ts'
import type { Step } from '../step.ts'
import { toolOf } from '../tool-of.ts'

export interface CheckStepParts {
  readonly coerce: boolean
  readonly failures: FailureMemory
  /** Set when calls are logged. */
  readonly logger: Logger | undefined
  readonly secrets: readonly string[]
}

// Repair guesses what a model meant. A guess that can do harm is not made.
const REPAIRED: ReadonlySet<DangerLevel> = new Set<DangerLevel>(['safe', 'low'])

/** How the arguments of a call are read. A batch reads them in the same way, or it would not know what runs. */
export function argumentReading(
  coerce: boolean,
): (call: ToolCall, definition: ToolDefinition) => ValidateOptions {
  const exact: ValidateOptions = { coerce }
  const repairing: ValidateOptions = { coerce, repair: true }
  const cut: ValidateOptions = { coerce, truncated: true }
  return (call, { dangerLevel }) => {
    if (call.truncated === true) return cut
    return REPAIRED.has(dangerLevel) ? repairing : exact
  }
}

/** Gives the rest of the steps arguments that fit the schema, or the model every reason why they do not. */
export function checkArgumentsStep(parts: CheckStepParts): Step {
  const check = argumentChecker(parts)
  return (call, context, next) => {
    const failure = check(call, context, call.call.arguments)
    if (failure instanceof Promise) return failure.then((found) => found ?? next(call, context))
    return failure ?? next(call, context)
  }
}

/** Puts checked arguments into the call; gives the failure when they do not fit. */
export type ArgumentChecker = (
  call: CallInProgress,
  context: CallContext,
  given: unknown,
) => ToolResult | undefined | Promise<ToolResult | undefined>

export function argumentChecker({ coerce, failures, logger, secrets }: CheckStepParts): ArgumentChecker {
  const readingOf = argumentReading(coerce)

  return (call, context, given) => {
    const tool = toolOf(call)
    const { definition } = tool
    const checked = validateArguments(definition, given, readingOf(call.call, definition))
    if (!checked.ok) {
      const { conversationId } = context
      const times =
        conversationId === undefined ? 1 : failures.record(conversationId, call.name, checked.error.message)
      return failWith(call, times > 1 ? withExample(definition, checked.error) : checked.error)
    }
    call.arguments = checked.value
    call.input = checked.value
    if (logger !== undefined) call.loggedArguments = redactFields(checked.value, { secrets })
    addNotes(call, checked.notes)
    return tool.standard?.input === undefined ? undefined : runAuthorsSchema(call, tool.standard.input)
  }
}

/** The author's own schema has the last word: refinements refuse, transforms change what `run` gets. */
function runAuthorsSchema(
  call: CallInProgress,
  schema: StandardSchema,
): ToolResult | undefined | Promise<ToolResult | undefined> {
  const take = (result: StandardResult<unknown>): ToolResult | undefined => {
    if (result.issues !== undefined) return refuse(call, result.issues)
    call.input = result.value
    return undefined
  }
  const result = schema['~standard'].validate(call.arguments)
  return result instanceof Promise ? result.then(take) : take(result)
}

function refuse(call: CallInProgress, issues: readonly StandardIssue[]): ToolResult {
  const { message, problems } = describeIssues(call.name, issues)
  return failCall(call, 'ARGUMENTS_INVALID', message, { problems })
}
