import type { JsonObject, JsonSchema } from '../schema/json-schema.ts'
import type { Category } from './categories.ts'
import type { Constraints } from './constraints.ts'
import type { DangerLevel } from './danger-levels.ts'
import { deepFreeze } from './deep-freeze.ts'
import { IMPLEMENTATION_KINDS, type ImplementationKind } from './implementation-kinds.ts'
import type { Origin, ToolDefinition } from './tool-definition.ts'

/** A definition before the defaults: only name, description and input schema must be there. */
export interface DefinitionDraft {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema?: JsonSchema | undefined
  readonly category?: Category | undefined
  readonly dangerLevel?: DangerLevel | undefined
  readonly constraints?: Constraints | undefined
  readonly requiredPermissions?: readonly string[] | undefined
  readonly requiresConfirmation?: boolean | undefined
  readonly version?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly enabled?: boolean | undefined
  readonly metadata?: JsonObject | undefined
  readonly origin?: Origin | undefined
}

/** What the defaults depend on. */
export interface DefinitionSource {
  readonly kind?: ImplementationKind | undefined
  readonly imported?: boolean | undefined
}

/** Fills in the defaults and freezes; the draft must have passed validation. */
export function createDefinition(
  draft: DefinitionDraft,
  { kind = 'closure', imported = false }: DefinitionSource = {},
): ToolDefinition {
  const { outputSchema, constraints, origin } = draft
  return deepFreeze({
    name: draft.name,
    description: draft.description,
    inputSchema: draft.inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    category: draft.category ?? 'system',
    // Nobody here has read what an import does.
    dangerLevel: draft.dangerLevel ?? (imported ? 'high' : IMPLEMENTATION_KINDS[kind].defaultDangerLevel),
    ...(constraints === undefined ? {} : { constraints }),
    requiredPermissions: draft.requiredPermissions ?? [],
    requiresConfirmation: draft.requiresConfirmation ?? false,
    version: draft.version ?? '1.0.0',
    tags: draft.tags ?? [],
    enabled: draft.enabled ?? true,
    metadata: draft.metadata ?? {},
    ...(origin === undefined ? {} : { origin }),
  })
}
