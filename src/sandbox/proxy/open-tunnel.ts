import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pinnedLookup } from '../../network/pinned-lookup.ts'
import type { ResolvedHost } from '../../network/resolve-host.ts'

/** Connects to a host that was checked; rejects when that fails or takes too long. */
export function connectTo(target: ResolvedHost, timeoutMs: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: target.host,
      port: target.port,
      lookup: pinnedLookup(target.addresses),
      allowHalfOpen: true,
    })
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' }))
    }, timeoutMs)
    const onGone = (): void => void socket.destroy(new Error('nobody waits any more'))
    if (signal.aborted) onGone()
    signal.addEventListener('abort', onGone, { once: true })
    const settle = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onGone)
    }
    socket.on('error', reject) // `on`: later errors are those of the tunnel, which looks at `close`
    socket.once('close', settle)
    socket.once('connect', () => {
      settle()
      resolve(socket)
    })
  })
}

/** Joins both ends until either is gone. What was read from one is still written to the other. */
export function joinStreams(inner: Duplex, outer: Socket): void {
  if (inner.destroyed) return void outer.destroy()
  inner.pipe(outer)
  outer.pipe(inner)
  inner.once('close', () => {
    if (inner.readableEnded) outer.destroySoon()
    else outer.destroy()
  })
  outer.once('close', () => {
    if (!outer.readableEnded) inner.destroy()
  })
}
