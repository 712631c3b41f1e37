import type { ResultError } from '../errors/result-error.ts'
import type { ValueProblem } from '../schema/explain/explain.ts'
import type { StandardIssue } from '../schema/standard/standard-schema.ts'
import { type IssueProblem, readIssues } from '../schema/standard/standard-issues.ts'
import { createArgumentsError } from './arguments-error.ts'

/** The answer to a call whose arguments do not fit: all problems in one text, written for the model. */
export function describeProblems(toolName: string, problems: readonly ValueProblem[]): ResultError {
  const isMissing = problems.every((problem) => problem.keyword === 'required' || problem.keyword === 'more')
  const message = isMissing
    ? listLines(`missing required argument '${problems[0]?.path ?? ''}' for tool '${toolName}'`, problems)
    : describeInvalid(toolName, problems)
  return createArgumentsError(isMissing ? 'ARGUMENT_MISSING' : 'ARGUMENTS_INVALID', message, { problems })
}

/** What the author's own schema found, as the text for the model and as data. */
export function describeIssues(
  toolName: string,
  issues: readonly StandardIssue[],
): { readonly message: string; readonly problems: readonly IssueProblem[] } {
  const problems = readIssues(issues)
  return { message: describeInvalid(toolName, problems), problems }
}

function describeInvalid(toolName: string, problems: readonly IssueProblem[]): string {
  return listLines(`invalid arguments for tool '${toolName}'`, problems)
}

function listLines(title: string, problems: readonly IssueProblem[]): string {
  let text = title
  for (const { path, message } of problems) text += path === '' ? `\n- ${message}` : `\n- ${path}: ${message}`
  return `${text}\nCorrect this and call the tool again.`
}
