/** Lets so many through at once, and so many a second after that. */
export class Throttle {
  readonly #burst: number
  readonly #perSecond: number
  #left: number
  #sinceMs = performance.now()

  constructor(burst: number, perSecond: number) {
    this.#burst = burst
    this.#perSecond = perSecond
    this.#left = burst
  }

  take(): boolean {
    if (this.#left < 1) this.#refill()
    if (this.#left < 1) return false
    this.#left--
    return true
  }

  #refill(): void {
    const nowMs = performance.now()
    this.#left = Math.min(this.#burst, this.#left + ((nowMs - this.#sinceMs) * this.#perSecond) / 1_000)
    this.#sinceMs = nowMs
  }
}
