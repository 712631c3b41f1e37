import type { Clock } from './clock.ts'

/** Something that must end by a time of the clock. The links and the timer belong to {@link Deadlines}. */
export interface Deadline {
  readonly atMs: number
  onExpired(): void
  /** The event loop stood still for this long while the work was under way; whose fault it was is not known. */
  onBlocked(blockedMs: number): void
  timer: ReturnType<typeof setTimeout> | undefined
  previous: Deadline | undefined
  next: Deadline | undefined
}

/** Keeps the deadlines of running calls. */
export interface Deadlines {
  watch(deadline: Deadline): void
  release(deadline: Deadline): void
}

// A tool that keeps the event loop for this long at a stretch is reported: nothing else ran meanwhile.
export const BLOCKED_AFTER_MS = 250
const BEAT_MS = 100

/**
 * Most calls end before the event loop turns once, so no timer is made for a call until it has turned: new deadlines
 * wait in a linked list, and one `setImmediate` for all of them arms those still running. The time of a deadline is
 * absolute, so nothing is gained or lost by arming it late. While any is armed a heart beats: a beat that comes late
 * means that the loop was blocked.
 */
export function createDeadlines(clock: Clock): Deadlines {
  let newest: Deadline | undefined
  let scheduled = false
  const armed = new Set<Deadline>()
  let lastBeatMs: number | undefined

  /** How long the beat that should have come has been missing. */
  function blockedMs(nowMs: number): number {
    return lastBeatMs === undefined ? 0 : nowMs - lastBeatMs - BEAT_MS
  }

  function beat(): void {
    const nowMs = clock.nowMs()
    const missingMs = blockedMs(nowMs)
    if (missingMs > BLOCKED_AFTER_MS) for (const deadline of armed) deadline.onBlocked(missingMs)
    lastBeatMs = armed.size === 0 ? undefined : nowMs
    // Not a reason to keep the process: the deadlines themselves are.
    if (lastBeatMs !== undefined) setTimeout(beat, BEAT_MS).unref()
  }

  function armWaiting(): void {
    scheduled = false
    while (newest !== undefined) {
      const deadline = newest
      unlink(deadline)
      deadline.timer = setTimeout(expire, Math.max(0, Math.ceil(deadline.atMs - clock.nowMs())), deadline)
      armed.add(deadline)
    }
    if (armed.size > 0 && lastBeatMs === undefined) beat()
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
      else {
        clearTimeout(deadline.timer)
        // Work that blocks the loop and then ends is gone before the next beat.
        const missingMs = armed.delete(deadline) ? blockedMs(clock.nowMs()) : 0
        if (missingMs > BLOCKED_AFTER_MS) deadline.onBlocked(missingMs)
      }
    },
  }
}

function expire(deadline: Deadline): void {
  deadline.onExpired()
}
