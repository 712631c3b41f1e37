/** A limit of silence: aborted when nothing has been heard for long enough. */
export interface IdleLimit {
  readonly signal: AbortSignal
  /** Something was heard. */
  touch(): void
  stop(): void
}

/** `isPaused` is asked when the time is up: then it starts again. */
export function createIdleLimit(idleMs: number, isPaused: () => boolean): IdleLimit {
  const controller = new AbortController()
  const timer = setTimeout(() => {
    if (isPaused()) timer.refresh()
    else controller.abort(new DOMException(`nothing was heard for ${idleMs} ms`, 'TimeoutError'))
  }, idleMs)
  return {
    signal: controller.signal,
    // One that has fired would start again.
    touch: () => void (controller.signal.aborted || timer.refresh()),
    stop: () => clearTimeout(timer),
  }
}
