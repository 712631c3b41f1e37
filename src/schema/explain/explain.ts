// Why a value does not fit, for the one who sent it: every problem at once, with its place, what was expected, what
// came, and the nearest thing that would do. The verdict stays with the engine; this only puts it into words.
import { explainByTrial } from './explain-by-trial.ts'
import { listProblems } from './list-problems.ts'
import type { ValueProblem } from './problem-listing.ts'
import type { Plan } from '../plan/plan.ts'
import type { CompiledSchema } from '../compile/compile-schema.ts'

export type { ValueProblem } from './problem-listing.ts'

/** Every problem of a value, at most 20 and then how many more; empty exactly when the value fits. */
export function explain(
  plan: Plan,
  compiled: Pick<CompiledSchema, 'schema' | 'check'>,
  value: unknown,
): ValueProblem[] {
  return compiled.check(value) ? [] : explainFailed(plan, compiled, value)
}

/** The same for a value that is known not to fit: saves the check. */
export function explainFailed(
  plan: Plan,
  compiled: Pick<CompiledSchema, 'schema' | 'check'>,
  value: unknown,
): ValueProblem[] {
  const problems = listProblems(plan, value)
  return problems.length > 0 ? problems : explainByTrial(compiled, value)
}
