import type { Tool } from '../define/tool.ts'
import type { Refusal } from './check-tool.ts'
import type { RegistrySettings } from './registry-options.ts'
import type { RegistryReport } from './registry-report.ts'
import type { ToolTable } from './tool-table.ts'

/** Who makes a change. */
export interface ChangeOptions {
  /** A person, an API key, a program. @default 'host' */
  readonly by?: string | undefined
}

export interface RegisterOptions extends ChangeOptions {
  /** Marks the tool as built in: it can be disabled, but not changed, removed or shadowed. @default false */
  readonly builtin?: boolean | undefined
  /** Where the tool came from. By default the source of its origin, `builtin` or `code`. */
  readonly source?: string | undefined
}

export interface UpdateOptions extends ChangeOptions {
  /**
   * What the change was based on: a registry `version` (refused when the tool changed after it) or the tool's own
   * semantic version (refused when the tool has another by now).
   */
  readonly expectedVersion?: number | string | undefined
}

/** The tool as it was registered, or why it was not, as a value. */
export type RegisterOutcome = { readonly ok: true; readonly tool: Tool } | Refusal

/** What the changes of a registry work on. */
export interface RegistryCore {
  readonly settings: RegistrySettings
  readonly table: ToolTable
  readonly report: RegistryReport
}
