import type { Socket } from 'node:net'

const CHECK_EVERY_MS = 100

/**
 * Ends a stream of a process that is over, once nothing more comes out of it: a process that got away may hold its other
 * end for ever. A reader that is slow is waited for.
 */
export function closeIdleStream(stream: Socket): void {
  let bytesSeen = -1
  const timer = setInterval(() => {
    const isDone = stream.destroyed || stream.readableEnded
    const isIdle =
      stream.readableFlowing === true && stream.readableLength === 0 && stream.bytesRead === bytesSeen
    bytesSeen = stream.bytesRead
    if (isIdle && !isDone) stream.push(null)
    if (isIdle || isDone) clearInterval(timer)
  }, CHECK_EVERY_MS)
  timer.unref()
}
