import type { Client } from '@modelcontextprotocol/client'
import { setTimeout as pause } from 'node:timers/promises'
import { backoffMs, type KeepSettings } from './backoff.ts'
import { messageOf } from '../../errors/from-unknown.ts'

// A stream that held this long was ended by a proxy or a restart, not by a server that does not want it.
const STABLE_MS = 10_000

/**
 * In the era of 2026 changes are told on a stream that may end while the server is well. It is opened again, after
 * growing pauses, and then the list is read once more: what changed in between was told to nobody.
 */
export async function keepListening(
  client: Client,
  settings: KeepSettings,
  listeners: { onListChanged(): void; onTrouble(message: string): void },
  signal: AbortSignal,
): Promise<void> {
  let subscription = client.autoOpenedSubscription
  let attempts = 0
  while (subscription !== undefined) {
    const sinceMs = performance.now()
    const ending = await subscription.closed
    if (ending === 'local' || signal.aborted) return
    attempts = performance.now() - sinceMs > STABLE_MS ? 1 : attempts + 1
    try {
      await pause(backoffMs(settings, attempts, Math.random()), undefined, { signal })
      subscription = await client.listen({ toolsListChanged: true }, { signal })
      listeners.onListChanged()
    } catch (thrown) {
      if (signal.aborted) return
      return listeners.onTrouble(`changes of the list are not told any more: ${messageOf(thrown)}`)
    }
  }
}
