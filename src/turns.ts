import { providerFormat } from './providers/provider.ts'
import type { ProviderFormat } from './providers/provider-format.ts'
import { prepareTurn } from './providers/turn/prepare-turn.ts'
import type { Turn, TurnOptions } from './providers/turn.ts'
import type { RegistrySnapshot } from './register/snapshot.ts'
import { createRecentMap, type RecentMap } from './schema/recent-map.ts'

/** Ways of asking that a program alternates between: providers, tool choices, selections. */
const KEPT_TURNS = 64

/** Prepares turns from the enabled tools; one that was asked for before is kept until the registry changes. */
export function createTurns(snapshot: () => RegistrySnapshot) {
  let at: RegistrySnapshot | undefined
  let turns = new Map<ProviderFormat, RecentMap<Turn>>()

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
      )
      ofFormat.set(asked, turn)
    }
    return turn
  }
}
