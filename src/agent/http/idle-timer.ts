/** Aborts when nothing has happened for too long, or when the caller does. */
export interface IdleTimer {
  readonly signal: AbortSignal
  /** Something happened. */
  restart(): void
  stop(): void
  /** Whether it was the time that ran out. */
  isOver(): boolean
}

export function createIdleTimer(timeoutMs: number, caller: AbortSignal): IdleTimer {
  const controller = new AbortController()
  let over = false
  const arm = () =>
    setTimeout(() => {
      over = true
      controller.abort(new DOMException('no answer in time', 'TimeoutError'))
    }, timeoutMs)
  let timer = arm()
  return {
    signal: AbortSignal.any([caller, controller.signal]),
    restart() {
      clearTimeout(timer)
      timer = arm()
    },
    stop: () => clearTimeout(timer),
    isOver: () => over,
  }
}
