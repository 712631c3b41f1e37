import { checkParsed } from '../../calls/check-parsed.ts'
import { describeIssues } from '../../calls/describe-problems.ts'
import { redactFields } from '../../observe/redact-fields.ts'
import type { ToolResult } from '../../results/tool-result.ts'
import type { StandardResult, StandardSchema } from '../../schema/standard/standard-schema.ts'
import type { CallContext } from '../call-context.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import { failCall } from '../finish-call.ts'
import type { Step } from '../step.ts'
import { toolOf } from '../tool-of.ts'
import { failArguments, parseInto, type ParseStepParts } from './parse-arguments.ts'

export interface CheckStepParts extends ParseStepParts {
  /** Values that must not reach the log. */
  readonly secrets: readonly string[]
}

type Failure = ToolResult | undefined | Promise<ToolResult | undefined>

/** Gives the rest of the steps arguments that fit the schema, or the model every reason why they do not. */
export function checkArgumentsStep(parts: CheckStepParts): Step {
  return (call, context, next) => {
    const failure = checkInto(parts, call, context)
    if (failure instanceof Promise) return failure.then((found) => found ?? next(call, context))
    return failure ?? next(call, context)
  }
}

/** Reads and checks arguments that did not come with the call: those that an approver wrote. */
export type ArgumentChecker = (call: CallInProgress, context: CallContext, given: unknown) => Failure

export function argumentChecker(parts: CheckStepParts): ArgumentChecker {
  return (call, context, given) => parseInto(parts, call, context, given) ?? checkInto(parts, call, context)
}

/** Puts checked arguments into the call; gives the failure when they do not fit. */
function checkInto(parts: CheckStepParts, call: CallInProgress, context: CallContext): Failure {
  const { readingOf, failures, secrets } = parts
  const { definition, standard } = toolOf(call)
  const checked = checkParsed(definition, call.arguments, call.parsedNotes, readingOf(call.call, definition))
  if (!checked.ok) return failArguments(failures, call, context, checked.error)
  call.arguments = checked.value
  call.input = checked.value
  call.notes = checked.notes
  if (context.logger !== undefined) call.loggedArguments = redactFields(checked.value, { secrets })
  return standard?.input === undefined ? undefined : runAuthorsSchema(call, standard.input)
}

/** The author's own schema has the last word: refinements refuse, transforms change what `run` gets. */
function runAuthorsSchema(call: CallInProgress, schema: StandardSchema): Failure {
  const take = (result: StandardResult<unknown>): ToolResult | undefined => {
    if (result.issues === undefined) {
      call.input = result.value
      return undefined
    }
    const { message, problems } = describeIssues(call.name, result.issues)
    return failCall(call, 'ARGUMENTS_INVALID', message, { problems })
  }
  const result = schema['~standard'].validate(call.arguments)
  return result instanceof Promise ? result.then(take) : take(result)
}
