import { providerFormat } from './providers/provider.ts'
import type { ProviderFormat } from './providers/provider-format.ts'
import { prepareTurn, type TurnMemory } from './providers/turn/prepare-turn.ts'
import type { Turn, TurnOptions } from './providers/turn.ts'
import type { RegistrySnapshot } from './register/snapshot.ts'
import { createRecentMap, type RecentMap } from './schema/recent-map.ts'

/** Ways of asking that a program alternates between: providers, tool choices, selections. */
const KEPT_TURNS = 64

/** Prepares turns from the enabled tools; one that was asked for before is kept until the registry changes. */
export function createTurns(snapshot: () => RegistrySnapshot) {
  let at: RegistrySnapshot | undefined
  let turns = new Map<ProviderFormat, RecentMap<Turn>>()
  const memories = new WeakMap<ProviderFormat, RecentMap<TurnMemory>>()

  /** What stays of the turn that was asked for in the same way, after the registry has changed. */
  function memoryOf(format: ProviderFormat, asked: string): TurnMemory {
    let ofFormat = memories.get(format)
    if (ofFormat === undefined) memories.set(format, (ofFormat = createRecentMap(KEPT_TURNS)))
    let memory = ofFormat.get(asked)
    if (memory === undefined) ofFormat.set(asked, (memory = {}))
    return memory
  }

  return (given: string | ProviderFormat, options: TurnOptions = {}): Turn => {
    const format = providerFormat(given)
    const now = snapshot()
    if (now !== at) {
      at = now
      turns = new Map()
    }
    let ofFormat = turns.get(format)
    if (ofFormat === undefined) turns.set(format, (ofFormat = createRecentMap(KEPT_TURNS)))
    const asked = JSON.stringify(options) ?? ''
    let turn = ofFormat.get(asked)
    if (turn === undefined) {
      turn = prepareTurn(
        format,
        now.enabled.map(({ definition }) => definition),
        options,
        memoryOf(format, asked),
      )
      ofFormat.set(asked, turn)
    }
    return turn
  }
}
