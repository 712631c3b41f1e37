import { type FailureMemory, withExample } from '../../calls/failure-memory.ts'
import { parseGiven } from '../../calls/parse-given.ts'
import type { ResultError } from '../../errors/result-error.ts'
import type { ToolResult } from '../../results/tool-result.ts'
import type { ArgumentReading } from '../argument-reading.ts'
import type { CallContext } from '../call-context.ts'
import type { CallInProgress } from '../call-in-progress.ts'
import { failWith } from '../finish-call.ts'
import type { Step } from '../step.ts'
import { toolOf } from '../tool-of.ts'

export interface ParseStepParts {
  readonly readingOf: ArgumentReading
  readonly failures: FailureMemory
}

/** Reads the text of the arguments, strictly; nothing is said about the schema yet. */
export function parseArgumentsStep(parts: ParseStepParts): Step {
  return (call, context, next) => parseInto(parts, call, context, call.call.arguments) ?? next(call, context)
}

/** Puts parsed arguments into the call; gives the failure when they cannot be read. */
export function parseInto(
  { readingOf, failures }: ParseStepParts,
  call: CallInProgress,
  context: CallContext,
  given: unknown,
): ToolResult | undefined {
  const { definition } = toolOf(call)
  const parsed = parseGiven(definition, given, readingOf(call.call, definition))
  if (!parsed.ok) return failArguments(failures, call, context, parsed.error)
  call.arguments = parsed.value
  call.parsedNotes = parsed.notes
  return undefined
}

/** Fails a call for its arguments; a model that fails in the same way again is shown a call that would do. */
export function failArguments(
  failures: FailureMemory,
  call: CallInProgress,
  context: CallContext,
  error: ResultError,
): ToolResult {
  const { conversationId } = context
  const times = conversationId === undefined ? 1 : failures.record(conversationId, call.name, error.message)
  return failWith(call, times > 1 ? withExample(toolOf(call).definition, error) : error)
}
