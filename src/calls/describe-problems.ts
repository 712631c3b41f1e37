import type { ResultError } from '../errors/result-error.ts'
import { renderPath } from '../schema/explain-path.ts'
import type { ValueProblem } from '../schema/explain.ts'
import type { StandardIssue } from '../schema/standard-schema.ts'
import { createArgumentsError } from './arguments-error.ts'

/** A place in the arguments (empty for the whole) and what is wrong there. */
export interface ArgumentProblem {
  readonly path: string
  readonly message: string
}

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
): { readonly message: string; readonly problems: readonly ArgumentProblem[] } {
  const problems = issues.map((issue) => ({ path: pathOf(issue), message: issue.message }))
  return { message: describeInvalid(toolName, problems), problems }
}

function describeInvalid(toolName: string, problems: readonly ArgumentProblem[]): string {
  return listLines(`invalid arguments for tool '${toolName}'`, problems)
}

function listLines(title: string, problems: readonly ArgumentProblem[]): string {
  let text = title
  for (const { path, message } of problems) text += path === '' ? `\n- ${message}` : `\n- ${path}: ${message}`
  return `${text}\nCorrect this and call the tool again.`
}

function pathOf(issue: StandardIssue): string {
  return renderPath((issue.path ?? []).map((part) => keyOf(typeof part === 'object' ? part.key : part)))
}

function keyOf(key: PropertyKey): string | number {
  return typeof key === 'symbol' ? key.toString() : key
}
