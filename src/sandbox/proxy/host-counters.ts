/** What was done with one host. */
export interface HostCount {
  readonly host: string
  readonly connections: number
  readonly refused: number
  readonly failed: number
  readonly bytesUp: number
  readonly bytesDown: number
}

type Counted = Exclude<keyof HostCount, 'host'>

/** Stands for all hosts past the limit: names are made up for nothing inside a sandbox. */
const OTHERS = '(others)'
const MAX_HOSTS = 256
const MAX_HOST_CHARACTERS = 253

/** Counts by host and port, of a bounded number of hosts. */
export class HostCounters {
  readonly #counts = new Map<string, Record<Counted, number>>()

  add(host: string, counted: Counted, amount = 1): void {
    let name = host.slice(0, MAX_HOST_CHARACTERS)
    if (!this.#counts.has(name) && this.#counts.size >= MAX_HOSTS) name = OTHERS
    let count = this.#counts.get(name)
    if (count === undefined) {
      count = { connections: 0, refused: 0, failed: 0, bytesUp: 0, bytesDown: 0 }
      this.#counts.set(name, count)
    }
    count[counted] += amount
  }

  list(): readonly HostCount[] {
    return [...this.#counts].map(([host, count]) => ({ host, ...count }))
  }
}
