import { DEFAULT_TIER, type Tier, TIERS } from '../define/tiers.ts'
import type { ImplementationKind } from '../define/implementation-kinds.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import { isKnownPermission } from './rules/permissions-rule.ts'
import type { ValidateOptions } from './rule.ts'

/** Under which circumstances a definition was found to be right. Those alike are one object. */
interface PastValidation {
  readonly tier: Tier
  readonly kind: ImplementationKind
  readonly imported: boolean
}

// Only definitions that validation made itself: frozen all the way down, so what was found stays true.
const past = new WeakMap<object, PastValidation>()
const circumstances = new Map<string, PastValidation>()

export function rememberValidation(definition: ToolDefinition, options: ValidateOptions): void {
  const { tier = DEFAULT_TIER, kind = 'closure', imported = false, keywords = [] } = options
  // The keywords of a host count where a tier does not allow them all, and they may be others the next time.
  if (keywords.length > 0 && TIERS[tier].schemaLevel !== 'full') return
  const key = `${tier} ${kind} ${imported}`
  let validation = circumstances.get(key)
  if (validation === undefined) circumstances.set(key, (validation = { tier, kind, imported }))
  past.set(definition, validation)
}

/** Whether a value is a definition that validation made for this kind of implementation, whatever the host allowed. */
export function isValidated(value: unknown, kind: ImplementationKind): value is ToolDefinition {
  return pastOf(value)?.kind === kind
}

/** Whether a value is a definition that validation made, and would make again under these options just as it is. */
export function isStillValid(value: unknown, options: ValidateOptions): value is ToolDefinition {
  const validation = pastOf(value)
  if (validation === undefined) return false
  const { tier = DEFAULT_TIER, kind = 'closure', imported = false, keywords = [], permissions } = options
  return (
    validation.tier === tier &&
    validation.kind === kind &&
    (!validation.imported || imported) &&
    (keywords.length === 0 || TIERS[tier].schemaLevel === 'full') &&
    (value as ToolDefinition).requiredPermissions.every((name) => isKnownPermission(name, permissions))
  )
}

function pastOf(value: unknown): PastValidation | undefined {
  return typeof value === 'object' && value !== null ? past.get(value) : undefined
}
