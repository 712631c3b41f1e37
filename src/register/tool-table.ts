import type { Category } from '../define/categories.ts'
import type { RegistryEntry } from './registry-entry.ts'
import { createSnapshot, type RegistrySnapshot } from './snapshot.ts'

/**
 * The state of a registry: one mutable map, copied only when somebody reads a snapshot after a change, so that
 * registering n tools costs n and not n².
 */
export interface ToolTable {
  readonly entries: ReadonlyMap<string, RegistryEntry>
  readonly version: number
  readonly customCount: number
  readonly builtinCount: number
  countOf(category: Category): number
  /** Adds or replaces. Readers of snapshots see nothing of it before `commit`. */
  put(entry: RegistryEntry): void
  drop(name: string): void
  /** Makes what was put and dropped since the last time one new version. */
  commit(): void
  snapshot(): RegistrySnapshot
}

export function createToolTable(): ToolTable {
  const entries = new Map<string, RegistryEntry>()
  const categoryCounts = new Map<Category, number>()
  let builtinCount = 0
  let version = 0
  let snapshot: RegistrySnapshot | undefined

  function count({ tool, builtin }: RegistryEntry, step: 1 | -1): void {
    const { category } = tool.definition
    categoryCounts.set(category, (categoryCounts.get(category) ?? 0) + step)
    if (builtin) builtinCount += step
  }

  function drop(name: string): void {
    const entry = entries.get(name)
    if (entry === undefined) return
    entries.delete(name)
    count(entry, -1)
  }

  return {
    entries,
    get version() {
      return version
    },
    get customCount() {
      return entries.size - builtinCount
    },
    get builtinCount() {
      return builtinCount
    },
    countOf: (category) => categoryCounts.get(category) ?? 0,
    put(entry) {
      const { name } = entry.tool.definition
      const replaced = entries.get(name)
      if (replaced !== undefined) count(replaced, -1)
      entries.set(name, entry) // keeps the place of a replaced tool
      count(entry, 1)
    },
    drop,
    commit() {
      version += 1
      snapshot = undefined
    },
    snapshot() {
      // `map` afterwards: given a function, `Array.from` takes four times as long.
      snapshot ??= createSnapshot(
        version,
        Array.from(entries.values()).map(({ tool }) => tool),
      )
      return snapshot
    },
  }
}
