import { ERROR_CODES, type ErrorCode } from '../../errors/error-codes.ts'
import type { Problem } from '../../errors/problem.ts'

/** What is wrong with one tool of a server, or with the server itself. */
export interface McpProblem extends Problem {
  /** The name at the server; absent when it is the server. */
  readonly toolName?: string
}

export function mcpProblem(code: ErrorCode, message: string, toolName?: string, hint?: string): McpProblem {
  const problem = { path: '', code, message, hint: hint ?? ERROR_CODES[code].cure }
  return toolName === undefined ? problem : { ...problem, toolName }
}

/** Problems that come up while a server is in use: the newest, each once. A server can cause any number. */
export interface ProblemLog {
  add(problem: McpProblem): void
  list(): readonly McpProblem[]
}

const KEPT = 50

export function createProblemLog(): ProblemLog {
  const kept = new Map<string, McpProblem>()
  return {
    add(problem) {
      kept.delete(problem.message)
      kept.set(problem.message, problem)
      const [oldest] = kept.keys()
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    },
    list: () => [...kept.values()],
  }
}
