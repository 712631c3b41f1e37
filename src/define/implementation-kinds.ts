import type { DangerLevel } from './danger-levels.ts'
import type { Isolation } from './isolation.ts'

interface ImplementationTraits {
  /** What the kind runs at when the definition does not say. */
  readonly defaultIsolation: Isolation
  readonly defaultDangerLevel: DangerLevel
}

/** What can run a tool. A closure is trusted code of the host program; it is the one kind that cannot be isolated. */
export const IMPLEMENTATION_KINDS = {
  closure: { defaultIsolation: 'none', defaultDangerLevel: 'safe' },
  module: { defaultIsolation: 'standard', defaultDangerLevel: 'safe' },
  command: { defaultIsolation: 'strict', defaultDangerLevel: 'high' },
  code: { defaultIsolation: 'restricted', defaultDangerLevel: 'high' },
} as const satisfies Record<string, ImplementationTraits>

export type ImplementationKind = keyof typeof IMPLEMENTATION_KINDS
