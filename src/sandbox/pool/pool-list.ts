import type { WorkerPool } from './worker-pool.ts'

// A host that makes a new policy for each call must not keep a process for each.
const MAX_POOLS = 12

/** The pools of a sandbox by policy; beyond a number the one used longest ago that has nothing to do is closed. */
export class PoolList {
  // A Map remembers the order of insertion: the first key is the one used longest ago.
  readonly #pools = new Map<string, WorkerPool>()

  get(key: string, create: () => WorkerPool): WorkerPool {
    const pool = this.#pools.get(key) ?? create()
    this.#pools.delete(key)
    this.#pools.set(key, pool)
    if (this.#pools.size > MAX_POOLS) this.#closeOldest()
    return pool
  }

  delete(key: string): void {
    this.#pools.delete(key)
  }

  async close(): Promise<void> {
    const pools = [...this.#pools.values()]
    this.#pools.clear()
    await Promise.all(pools.map((pool) => pool.close()))
  }

  #closeOldest(): void {
    for (const [key, pool] of [...this.#pools].slice(0, -1)) {
      if (pool.isBusy) continue
      this.#pools.delete(key)
      void pool.close()
      return
    }
  }
}
