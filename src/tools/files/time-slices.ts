import { setImmediate } from 'node:timers/promises'

// Short enough that nobody who shares the event loop notices, long enough that pausing costs nothing.
const SLICE_MS = 10

/** Divides long work on the event loop, so that others get their turn and an abort is seen. */
export interface TimeSlices {
  /** Whether it is time to pause. */
  isDue(): boolean
  /** Lets the others run; throws when the call was aborted. */
  pause(): Promise<void>
  /** Whether the time is up in which the work should come to an end of itself. */
  readonly isOver: boolean
}

export function createTimeSlices(signal: AbortSignal, maxMs: number = Infinity): TimeSlices {
  signal.throwIfAborted()
  let startMs = performance.now()
  const endMs = startMs + maxMs
  return {
    get isOver() {
      return startMs > endMs
    },
    isDue: () => performance.now() - startMs > SLICE_MS,
    async pause() {
      await setImmediate()
      signal.throwIfAborted()
      startMs = performance.now()
    },
  }
}
