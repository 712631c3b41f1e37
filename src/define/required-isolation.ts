import { CATEGORIES } from './categories.ts'
import { IMPLEMENTATION_KINDS, type ImplementationKind } from './implementation-kinds.ts'
import { type Isolation, strongestIsolation } from './isolation.ts'
import type { ToolDefinition } from './tool-definition.ts'

/** The least isolation that a tool may run at: what its author asks for or its kind takes, and what its category demands. */
export function requiredIsolation(definition: ToolDefinition, kind: ImplementationKind): Isolation {
  const { defaultIsolation, lowestIsolation } = IMPLEMENTATION_KINDS[kind]
  const given = definition.constraints?.isolation ?? defaultIsolation
  return strongestIsolation(given, lowestIsolation, CATEGORIES[definition.category].lowestIsolation)
}
