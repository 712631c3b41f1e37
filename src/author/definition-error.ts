import type { Problem } from '../errors/problem.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'

/** The error for an author whose definition has problems: the code of the only one, or DEFINE_INVALID for several. */
export function definitionError(problems: readonly Problem[], name: unknown): ToolwrightError {
  const toolName = typeof name === 'string' && name.trim() !== '' ? name.slice(0, 64) : '<unnamed>'
  const [first, ...others] = problems
  const details = { problems }
  if (first !== undefined && others.length === 0) {
    return new ToolwrightError(first.code, `Tool \`${toolName}\`: ${lineOf(first)}`, {
      toolName,
      details,
      hint: first.hint,
    })
  }
  const lines = problems.map((problem) => `\n  - ${lineOf(problem)}`)
  const message = `Tool \`${toolName}\` has ${problems.length} problems:${lines.join('')}`
  return new ToolwrightError('DEFINE_INVALID', message, { toolName, details })
}

function lineOf({ path, message, hint }: Problem): string {
  const end = /[.?!]$/.test(message) ? '' : '.'
  return `${path === '' ? '' : `${path}: `}${message}${end} ${hint}`
}
