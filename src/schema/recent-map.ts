/** A map that holds so many entries and no more: the one used longest ago goes first. */
export interface RecentMap<Value> {
  /** The value, which counts as used from now on. */
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): boolean
  entries(): IterableIterator<[string, Value]>
  readonly size: number
}

export function createRecentMap<Value>(maxEntries: number): RecentMap<Value> {
  // A Map remembers the order of insertion: the first key is the one used longest ago.
  const map = new Map<string, Value>()
  return {
    get(key) {
      const value = map.get(key)
      if (value === undefined) return undefined
      map.delete(key)
      map.set(key, value)
      return value
    },
    set(key, value) {
      map.delete(key)
      map.set(key, value)
      if (map.size > maxEntries) for (const oldest of map.keys()) return void map.delete(oldest)
    },
    delete: (key) => map.delete(key),
    entries: () => map.entries(),
    get size() {
      return map.size
    },
  }
}
