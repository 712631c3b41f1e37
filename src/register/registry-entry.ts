import type { Tool } from '../define/tool.ts'

/** Who did something; a change that names nobody was made by the host program. */
export const DEFAULT_ACTOR = 'host'

/** A registered tool with what the registry knows of it. Frozen: each change makes a new one. */
export interface RegistryEntry {
  /** A UUID that stays with the definition through every update. */
  readonly definitionId: string
  readonly tool: Tool
  readonly builtin: boolean
  /** Where the tool came from: `code`, `builtin`, or the source of its origin (`mcp:github`). */
  readonly source: string
  readonly createdBy: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly updatedBy: string
  readonly updatedAt: string
  /** The version of the registry that this change made. */
  readonly revision: number
}
