const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Keeps the host's event loop alive while somebody waits; workers themselves never do. */
export class KeepAlive {
  #holders = 0
  #timer: NodeJS.Timeout | undefined

  hold(): void {
    this.#holders++
    this.#timer ??= setInterval(() => undefined, LONGEST_TIMER_MS)
    this.#timer.ref()
  }

  release(): void {
    if (--this.#holders === 0) this.#timer?.unref()
  }
}
