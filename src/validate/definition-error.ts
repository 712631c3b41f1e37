import type { Problem } from '../errors/problem.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'

/**
 * One error for all problems of a definition: the code of the only one, of a tier when nothing else is wrong, else
 * DEFINE_INVALID.
 */
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
  const isTierOnly = first !== undefined && problems.every(({ code }) => code.startsWith('TIER_'))
  return new ToolwrightError(isTierOnly ? first.code : 'DEFINE_INVALID', message, { toolName, details })
}

function lineOf({ path, message, hint }: Problem): string {
  const end = /[.?!]$/.test(message) ? '' : '.'
  return `${path === '' ? '' : `${path}: `}${message}${end} ${hint}`
}
