import { hashCanonical } from '../schema/hash.ts'
import { requireDefinition } from './require-definition.ts'
import type { ToolDefinition } from './tool-definition.ts'

// Asked for at every call that may be remembered or cached, while definitions never change.
const known = new WeakMap<ToolDefinition, string>()

/**
 * SHA-256 of everything that decides what a call may do, for approvals and caches that must not outlive a change.
 * Tags, enabled, metadata and origin decide nothing. The version does: a closure has no content that could be hashed,
 * so it is the author's only way to say that what runs has changed.
 */
export function hashDefinition(definition: ToolDefinition, implementation?: unknown): string {
  if (implementation !== undefined || !Object.isFrozen(definition)) return hashNow(definition, implementation)
  const hash = known.get(definition) ?? hashNow(definition, undefined)
  known.set(definition, hash)
  return hash
}

function hashNow(definition: ToolDefinition, implementation: unknown): string {
  requireDefinition(definition)
  const { name, description, inputSchema, outputSchema, category, dangerLevel, constraints } = definition
  const { requiredPermissions, requiresConfirmation, version } = definition
  return hashCanonical({
    name,
    description,
    inputSchema,
    category,
    dangerLevel,
    requiredPermissions,
    requiresConfirmation,
    version,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(constraints === undefined ? {} : { constraints }),
    ...(implementation === undefined ? {} : { implementation }),
  })
}
