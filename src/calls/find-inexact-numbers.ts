import { isExactNumber } from '../schema/mend/json-text.ts'
import { listProblems } from '../schema/explain/list-problems.ts'
import { renderPath } from '../schema/show-value.ts'
import type { ValueProblem } from '../schema/explain/explain.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { plansAtPath } from '../schema/plan/plan-at-path.ts'
import { planSchema } from '../schema/plan/plan.ts'

const MAX_PROBLEMS = 20
const MAX_SHOWN_CHARACTERS = 60
const EXACT_RANGE = `between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`

interface InexactNumber {
  readonly holder: unknown
  readonly key: string
  readonly source: string
}

/** Integers that a double would round, and numbers that overflow it: refused, because the tool would get another value. */
export function findInexactNumbers(text: string, schema: JsonSchema | undefined): ValueProblem[] {
  const found: InexactNumber[] = []
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
  if (found.length === 0) return []
  const paths = pathsOfObjects(root)
  return found.slice(0, MAX_PROBLEMS).map(({ holder, key, source }) => {
    const path = [...(paths.get(holder) ?? []), Array.isArray(holder) ? Number(key) : key]
    const isLong = source.length > MAX_SHOWN_CHARACTERS
    const received = isLong ? `${source.slice(0, MAX_SHOWN_CHARACTERS)}…` : source
    const mayBeText = schema !== undefined && takesText(schema, root, path, source)
    // A cure that the schema refuses would send the model round in circles.
    const cure = mayBeText
      ? `send it as text${isLong ? '' : `: "${source}"`}`
      : `whole numbers are exact ${EXACT_RANGE}`
    return {
      path: renderPath(path),
      keyword: 'number',
      expected: mayBeText ? 'text' : `a number ${EXACT_RANGE}`,
      received,
      message: `the number ${received} cannot be held exactly; ${cure}`,
    }
  })
}

function takesText(
  schema: JsonSchema,
  root: unknown,
  path: readonly (string | number)[],
  text: string,
): boolean {
  const plans = plansAtPath(planSchema(schema), root, path)
  return plans?.every((plan) => listProblems(plan, text).length === 0) ?? false
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
