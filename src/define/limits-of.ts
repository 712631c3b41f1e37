import { CONSTRAINT_DEFAULTS, type Constraints } from './constraints.ts'
import type { ToolDefinition } from './tool-definition.ts'

/** Constraints with nothing left open but the isolation, which depends on what runs the tool. */
export interface Limits extends Constraints {
  readonly maxExecutionMs: number
  readonly maxOutputBytes: number
  readonly allowSideEffects: boolean
}

// Asked for at every call, while definitions never change.
const known = new WeakMap<ToolDefinition, Limits>()

/** The constraints of a definition, with the defaults filled in. */
export function limitsOf(definition: ToolDefinition): Limits {
  const cached = known.get(definition)
  if (cached !== undefined) return cached
  const limits = Object.freeze({ ...CONSTRAINT_DEFAULTS, ...definition.constraints })
  known.set(definition, limits)
  return limits
}
