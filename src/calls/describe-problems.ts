import type { ResultError } from '../errors/result-error.ts'
import type { ValueProblem } from '../schema/explain.ts'
import { createArgumentsError } from './arguments-error.ts'

/** The answer to a call whose arguments do not fit: all problems in one text, written for the model. */
export function describeProblems(toolName: string, problems: readonly ValueProblem[]): ResultError {
  const isMissing = problems.every((problem) => problem.keyword === 'required' || problem.keyword === 'more')
  let message = isMissing
    ? `missing required argument '${problems[0]?.path ?? ''}' for tool '${toolName}'`
    : `invalid arguments for tool '${toolName}'`
  for (const problem of problems) {
    message += problem.path === '' ? `\n- ${problem.message}` : `\n- ${problem.path}: ${problem.message}`
  }
  message += '\nCorrect this and call the tool again.'
  return createArgumentsError(isMissing ? 'ARGUMENT_MISSING' : 'ARGUMENTS_INVALID', message, { problems })
}
