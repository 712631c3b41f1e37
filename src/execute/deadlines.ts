import type { Clock } from './clock.ts'

/** Something that must end by a time of the clock. */
export interface Deadline {
  readonly atMs: number
  onExpired(): void
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Keeps the deadlines of running calls. */
export interface Deadlines {
  watch(deadline: Deadline): void
  release(deadline: Deadline): void
}

/**
 * Most calls end before the event loop turns once, so no timer is made for a call until it has turned: new deadlines
 * wait in a set, and one `setImmediate` for all of them arms those still running. The time of a deadline is absolute,
 * so nothing is gained or lost by arming it late.
 */
export function createDeadlines(clock: Clock): Deadlines {
  const fresh = new Set<Deadline>()
  let scheduled = false

  function armFresh(): void {
    scheduled = false
    for (const deadline of fresh) {
      deadline.timer = setTimeout(deadline.onExpired, Math.max(0, Math.ceil(deadline.atMs - clock.nowMs())))
    }
    fresh.clear()
  }

  return {
    watch(deadline) {
      fresh.add(deadline)
      if (scheduled) return
      scheduled = true
      setImmediate(armFresh)
    },
    release(deadline) {
      if (deadline.timer === undefined) fresh.delete(deadline)
      else clearTimeout(deadline.timer)
    },
  }
}
