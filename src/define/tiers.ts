import type { Isolation } from './isolation.ts'

/** Which part of JSON Schema may be *defined*; arguments are always checked in full. */
export type SchemaLevel = 'basic' | 'advanced' | 'full'

interface TierTraits {
  readonly title: string
  readonly builtinTools: number
  /** How many tools beside the built-in ones; imports count. */
  readonly customTools: number
  readonly schemaLevel: SchemaLevel
  readonly strongestIsolation: Isolation
}

/** What a deployment may hold, smallest first. */
export const TIERS = {
  core: {
    title: 'Core',
    builtinTools: 5,
    customTools: 0,
    schemaLevel: 'basic',
    strongestIsolation: 'standard',
  },
  writer_pro: {
    title: 'WriterPro',
    builtinTools: 5,
    customTools: 10,
    schemaLevel: 'basic',
    strongestIsolation: 'standard',
  },
  teams: {
    title: 'Teams',
    builtinTools: 8,
    customTools: 50,
    schemaLevel: 'advanced',
    strongestIsolation: 'strict',
  },
  enterprise: {
    title: 'Enterprise',
    builtinTools: 8,
    customTools: Infinity,
    schemaLevel: 'full',
    strongestIsolation: 'restricted',
  },
} as const satisfies Record<string, TierTraits>

export type Tier = keyof typeof TIERS

/** A person running Toolwright alone is limited by nothing. */
export const DEFAULT_TIER: Tier = 'enterprise'

/** The smallest tier whose traits pass; for messages that name the tier that allows a thing. */
export function lowestTierWhere(allows: (traits: TierTraits) => boolean): Tier | undefined {
  return (Object.keys(TIERS) as Tier[]).find((tier) => allows(TIERS[tier]))
}
