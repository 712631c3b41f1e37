import assert from 'node:assert/strict'
import type { Problem } from '../../src/errors/problem.ts'
import type { ValidateOptions } from '../../src/validate/rule.ts'
import { validateDefinition } from '../../src/validate/validate-definition.ts'

/** A definition that every rule accepts, with some fields changed; undefined takes a field out. */
export function validDraft(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { name: 'get_weather', description: 'Weather of a city', parameters: [], ...changes }
}

/** The problems of such a definition; none when it is accepted. */
export function problemsOf(
  changes: Readonly<Record<string, unknown>>,
  options?: ValidateOptions,
): readonly Problem[] {
  const validation = validateDefinition(validDraft(changes), options)
  return validation.ok ? [] : validation.problems
}

/** Expects exactly one problem: its code, its path, and a part of its message. */
export function expectProblem(
  changes: Readonly<Record<string, unknown>>,
  expected: readonly [code: string, path: string, message: RegExp],
  options?: ValidateOptions,
): void {
  const problems = problemsOf(changes, options)
  const [code, path, message] = expected
  assert.deepEqual(
    problems.map((problem) => [problem.code, problem.path]),
    [[code, path]],
    JSON.stringify(problems),
  )
  assert.match(problems[0]?.message ?? '', message)
  assert.ok((problems[0]?.hint ?? '').length > 10)
}

export function expectAccepted(changes: Readonly<Record<string, unknown>>, options?: ValidateOptions): void {
  assert.deepEqual(problemsOf(changes, options), [])
}
