import type { ResourceLimits } from '../../sandbox/policy.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'

/** What the host allows isolated tools, whatever they ask for. */
export interface IsolationSettings {
  /** Absolute folders; relative paths of allow-lists start at the first. */
  readonly roots: readonly string[]
  /** The most that any allow-list may name. */
  readonly allow: {
    readonly read: readonly string[]
    readonly write: readonly string[]
    readonly hosts: readonly string[]
  }
  readonly limits: Partial<ResourceLimits>
  /** Gives the sandbox; the first call that needs one makes it. */
  sandbox(): Promise<Sandbox>
}
