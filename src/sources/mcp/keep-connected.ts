import { messageOf } from '../../errors/from-unknown.ts'
import { backoffMs, type KeepSettings } from './backoff.ts'
import type { McpConnection } from './open-connection.ts'
import { ConnectError } from './open-connection.ts'

/** How a server can be reached at this moment, and since when. */
export interface McpState {
  readonly status: 'connecting' | 'ready' | 'reconnecting' | 'failed' | 'closed'
  /** ISO 8601. */
  readonly since: string
  /** Why it is not ready. */
  readonly reason?: string
  /** How many attempts there have been since the server was last ready. */
  readonly attempts?: number
  /** ISO 8601. */
  readonly nextAttemptAt?: string
}

/** Holds a connection, and gets another one when it is lost. */
export interface Keeper {
  readonly state: McpState
  readonly connection: McpConnection | undefined
  /** Settles with the first attempt, however it ends. */
  readonly firstAttempt: Promise<void>
  /** Takes note that the connection is gone. */
  lost(reason: string): void
  /** Tries now, whatever the state; resolves when the attempt has ended. */
  reconnect(): Promise<void>
  close(): Promise<void>
}

// A server that ends right after each handshake is not well: only one that stays makes good for the failures before.
const STABLE_MS = 10_000

/** Opens a connection at once, and again after growing pauses for as long as it takes. */
export function keepConnected(
  settings: KeepSettings,
  open: (signal: AbortSignal) => Promise<McpConnection>,
  onState: (state: McpState) => void,
): Keeper {
  const closing = new AbortController()
  let state: McpState = { status: 'connecting', since: new Date().toISOString() }
  let connection: McpConnection | undefined
  let attempts = 0
  let readySinceMs = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  function setState(next: Omit<McpState, 'since'>): void {
    const since = next.status === state.status ? state.since : new Date().toISOString()
    state = Object.freeze({ ...next, since })
    onState(state)
  }

  function attempt(): Promise<void> {
    clearTimeout(timer)
    running ??= tryOnce().finally(() => {
      running = undefined
    })
    return running
  }

  async function tryOnce(): Promise<void> {
    attempts += 1
    try {
      const opened = await open(closing.signal)
      if (closing.signal.aborted) return await opened.close()
      connection = opened
      readySinceMs = performance.now()
      setState({ status: 'ready' })
    } catch (thrown) {
      plan(messageOf(thrown), thrown instanceof ConnectError && thrown.isFinal)
    }
  }

  function plan(reason: string, isFinal: boolean): void {
    if (closing.signal.aborted) return
    if (isFinal || attempts > settings.maxReconnectAttempts) {
      return setState({ status: 'failed', reason, attempts })
    }
    const delayMs = backoffMs(settings, attempts, Math.random())
    const nextAttemptAt = new Date(Date.now() + delayMs).toISOString()
    timer = setTimeout(() => void attempt(), delayMs)
    setState({ status: 'reconnecting', reason, attempts, nextAttemptAt })
  }

  return {
    get state() {
      return state
    },
    get connection() {
      return connection
    },
    firstAttempt: attempt(),
    lost(reason) {
      if (connection === undefined) return
      void connection.close().catch(() => undefined)
      connection = undefined
      attempts = performance.now() - readySinceMs > STABLE_MS ? 1 : attempts
      plan(reason, false)
    },
    reconnect() {
      if (closing.signal.aborted || connection !== undefined) return Promise.resolve()
      return attempt()
    },
    async close() {
      if (closing.signal.aborted) return
      closing.abort()
      clearTimeout(timer)
      const open = connection
      connection = undefined
      setState({ status: 'closed' })
      await Promise.allSettled([open?.close(), running])
    },
  }
}
