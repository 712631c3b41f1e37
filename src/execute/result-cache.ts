import type { ToolResult } from '../results/tool-result.ts'
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
  const entries = new Map<string, { result: ToolResult; expiresAtMs: number }>()
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      if (entry.expiresAtMs <= clock.nowMs()) return undefined
      entries.set(key, entry) // a Map keeps insertion order: the first entry is the one used longest ago
      return entry.result
    },
    set(key, result) {
      entries.delete(key)
      entries.set(key, { result, expiresAtMs: clock.nowMs() + ttlMs })
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value ?? '')
    },
  }
}
