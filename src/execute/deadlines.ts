import type { Clock } from './clock.ts'

/** Something that must end by a time of the clock. The links and the timer belong to {@link Deadlines}. */
export interface Deadline {
  readonly atMs: number
  onExpired(): void
  timer: ReturnType<typeof setTimeout> | undefined
  previous: Deadline | undefined
  next: Deadline | undefined
}

/** Keeps the deadlines of running calls. */
export interface Deadlines {
  watch(deadline: Deadline): void
  release(deadline: Deadline): void
}

/**
 * Most calls end before the event loop turns once, so no timer is made for a call until it has turned: new deadlines
 * wait in a linked list, and one `setImmediate` for all of them arms those still running. The time of a deadline is
 * absolute, so nothing is gained or lost by arming it late.
 */
export function createDeadlines(clock: Clock): Deadlines {
  let newest: Deadline | undefined
  let scheduled = false

  function armWaiting(): void {
    scheduled = false
    for (let deadline = newest; deadline !== undefined; deadline = deadline.previous) {
      deadline.timer = setTimeout(expire, Math.max(0, Math.ceil(deadline.atMs - clock.nowMs())), deadline)
    }
    newest = undefined
  }

  function unlink(deadline: Deadline): void {
    const { previous, next } = deadline
    if (newest === deadline) newest = previous
    if (previous !== undefined && previous.next === deadline) previous.next = next
    if (next !== undefined && next.previous === deadline) next.previous = previous
    deadline.previous = undefined
    deadline.next = undefined
  }

  return {
    watch(deadline) {
      deadline.previous = newest
      if (newest !== undefined) newest.next = deadline
      newest = deadline
      if (scheduled) return
      scheduled = true
      setImmediate(armWaiting)
    },
    release(deadline) {
      if (deadline.timer === undefined) unlink(deadline)
      else clearTimeout(deadline.timer)
    },
  }
}

function expire(deadline: Deadline): void {
  deadline.onExpired()
}
