import { DANGER_LEVELS } from '../../define/danger-levels.ts'
import { ISOLATION_LEVELS } from '../../define/isolation.ts'
import { limitsOf } from '../../define/limits-of.ts'
import type { ToolDefinition } from '../../define/tool-definition.ts'
import type { EntryReport } from './read-entry.ts'

/** Complains where an alias would be held looser than the tool it stands for. */
export function checkStricter(base: ToolDefinition, alias: ToolDefinition, report: EntryReport): void {
  const refuse = (path: string, what: string): void => {
    const message = `${what}: a built-in tool may only be held tighter`
    report(path, 'REGISTER_BUILTIN_PROTECTED', message, 'Leave it out, or raise it.')
  }
  if (DANGER_LEVELS.indexOf(alias.dangerLevel) < DANGER_LEVELS.indexOf(base.dangerLevel))
    refuse('danger_level', `\`${alias.dangerLevel}\` is below \`${base.dangerLevel}\``)
  if (base.requiresConfirmation && !alias.requiresConfirmation)
    refuse('requires_confirmation', 'it would no longer be asked for')
  const [before, after] = [limitsOf(base), limitsOf(alias)]
  if (after.maxExecutionMs > before.maxExecutionMs)
    refuse('constraints.max_execution_ms', `${after.maxExecutionMs} is above ${before.maxExecutionMs}`)
  if (after.maxOutputBytes > before.maxOutputBytes)
    refuse('constraints.max_output_bytes', `${after.maxOutputBytes} is above ${before.maxOutputBytes}`)
  // Calls without side effects may run together and be cached: that is no tighter.
  if (after.allowSideEffects !== before.allowSideEffects)
    refuse('constraints.allow_side_effects', 'whether it has side effects is known')
  const rank = (level: ToolDefinition['constraints']): number =>
    ISOLATION_LEVELS.indexOf(level?.isolation ?? 'none')
  if (rank(alias.constraints) < rank(base.constraints))
    refuse('constraints.isolation', 'the isolation would be weaker')
  if (alias.constraints?.allow !== base.constraints?.allow && alias.constraints?.allow !== undefined)
    if (JSON.stringify(alias.constraints.allow) !== JSON.stringify(base.constraints?.allow))
      refuse('constraints.allow', 'what it may reach would change')
}
