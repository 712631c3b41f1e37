import { renderPath } from '../show-value.ts'
import type { StandardIssue } from './standard-schema.ts'

/** A place in a value (empty for the whole) and what is wrong there. */
export interface IssueProblem {
  readonly path: string
  readonly message: string
}

/** What the author's own schema found, as we write it. */
export function readIssues(issues: readonly StandardIssue[]): readonly IssueProblem[] {
  return issues.map(({ message, path = [] }) => ({
    path: renderPath(path.map((part) => keyOf(typeof part === 'object' ? part.key : part))),
    message,
  }))
}

function keyOf(key: PropertyKey): string | number {
  return typeof key === 'symbol' ? key.toString() : key
}
