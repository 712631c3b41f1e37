import type { ResultError } from '../errors/result-error.ts'
import { isExactNumber } from '../schema/coerce-json-text.ts'
import { renderPath } from '../schema/explain-path.ts'
import { createArgumentsError } from './arguments-error.ts'

/** Integers that a double would round, and numbers that overflow it: refused, because the tool would get another value. */
export function findInexactNumbers(text: string, toolName: string): ResultError | undefined {
  const found: { holder: unknown; key: string; source: string }[] = []
  const root: unknown = JSON.parse(
    text,
    function (this: unknown, key: string, value: unknown, context?: { source?: string }) {
      if (
        typeof value === 'number' &&
        context?.source !== undefined &&
        !isExactNumber(context.source, value)
      ) {
        found.push({ holder: this, key, source: context.source })
      }
      return value
    },
  )
  if (found.length === 0) return undefined
  const paths = pathsOfObjects(root)
  const problems = found.slice(0, 20).map(({ holder, key, source }) => {
    const parent = paths.get(holder) ?? []
    const path = renderPath([...parent, Array.isArray(holder) ? Number(key) : key])
    const received = source.length > 60 ? `${source.slice(0, 60)}…` : source
    const message = `the number ${received} cannot be held exactly; send it as text: "${received}"`
    return {
      path,
      keyword: 'number',
      expected: 'a number within ±9007199254740991, or text',
      received,
      message,
    }
  })
  const lines = problems.map((problem) => `- ${problem.path}: ${problem.message}`)
  return createArgumentsError(
    'ARGUMENTS_INVALID',
    `invalid arguments for tool '${toolName}':\n${lines.join('\n')}`,
    { problems },
  )
}

function pathsOfObjects(root: unknown): Map<unknown, readonly (string | number)[]> {
  const paths = new Map<unknown, readonly (string | number)[]>([[root, []]])
  // A Map visits what is added while it is walked, so this reaches everything.
  for (const [holder, path] of paths) {
    for (const [key, child] of Object.entries(holder as object)) {
      if (typeof child !== 'object' || child === null) continue
      paths.set(child, [...path, Array.isArray(holder) ? Number(key) : key])
    }
  }
  return paths
}
