import type { ToolResult } from '../results/tool-result.ts'
import { createRecentMap } from '../schema/recent-map.ts'
import type { Clock } from './clock.ts'

/** How long and how many results of side-effect-free tools are kept. */
export interface CacheOptions {
  readonly ttlMs: number
  /** @default 1000 */
  readonly maxEntries?: number
}

export interface ResultCache {
  get(key: string): ToolResult | undefined
  set(key: string, result: ToolResult): void
}

const DEFAULT_MAX_ENTRIES = 1_000

/** Keeps results for a time; the ones used longest ago go first when it is full. */
export function createResultCache(options: CacheOptions, clock: Clock): ResultCache {
  const { ttlMs, maxEntries = DEFAULT_MAX_ENTRIES } = options
  const entries = createRecentMap<{ readonly result: ToolResult; readonly expiresAtMs: number }>(maxEntries)
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (entry.expiresAtMs > clock.nowMs()) return entry.result
      entries.delete(key)
      return undefined
    },
    set(key, result) {
      entries.set(key, { result, expiresAtMs: clock.nowMs() + ttlMs })
    },
  }
}
