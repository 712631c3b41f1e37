import type { DangerLevel } from './danger-levels.ts'
import type { Isolation } from './isolation.ts'

interface ImplementationTraits {
  /** What the kind runs at when the definition does not say. */
  readonly defaultIsolation: Isolation
  /** The least that a definition may ask for. */
  readonly lowestIsolation: Isolation
  readonly defaultDangerLevel: DangerLevel
}

/** What can run a tool. A closure is trusted code of the host program; it is the one kind that cannot be isolated. */
export const IMPLEMENTATION_KINDS = {
  closure: { defaultIsolation: 'none', lowestIsolation: 'none', defaultDangerLevel: 'safe' },
  module: { defaultIsolation: 'standard', lowestIsolation: 'none', defaultDangerLevel: 'safe' },
  command: { defaultIsolation: 'strict', lowestIsolation: 'none', defaultDangerLevel: 'high' },
  code: { defaultIsolation: 'restricted', lowestIsolation: 'strict', defaultDangerLevel: 'high' },
} as const satisfies Record<string, ImplementationTraits>

export type ImplementationKind = keyof typeof IMPLEMENTATION_KINDS
