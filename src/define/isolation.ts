/** How far a running tool is kept from the host, weakest first. */
export const ISOLATION_LEVELS = ['none', 'standard', 'strict', 'restricted'] as const

export type Isolation = (typeof ISOLATION_LEVELS)[number]

/** The stronger of the given levels; isolation is a minimum that may be raised, never lowered. */
export function strongestIsolation(...levels: readonly (Isolation | undefined)[]): Isolation {
  let strongest = 0
  for (const level of levels) {
    if (level === undefined) continue
    const rank = ISOLATION_LEVELS.indexOf(level)
    // A level outside the table (data that skipped validation) is taken for the strongest, never for none.
    strongest = Math.max(strongest, rank === -1 ? ISOLATION_LEVELS.length - 1 : rank)
  }
  return ISOLATION_LEVELS[strongest] ?? 'restricted'
}
