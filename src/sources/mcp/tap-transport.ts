import type { JSONRPCMessage, MessageExtraInfo, Transport } from '@modelcontextprotocol/client'

/** What is taken out of the traffic before the client library looks at it. */
export interface Tap {
  readonly transport: Transport
  /** The tools of the page that was received last, as they came. */
  takePage(): readonly unknown[]
}

// What the library has a use for. The rest, log lines above all, would be validated only to be thrown away.
const WANTED: ReadonlySet<string> = new Set([
  'notifications/cancelled',
  'notifications/progress',
  'notifications/subscriptions/acknowledged',
  'notifications/tools/list_changed',
])
/** Told to a call whose stream ended without an answer: the library would wait on. Not a code that JSON-RPC has. */
export const ENDED_EARLY = -1
const FLOOD_WINDOW_MS = 5_000
const FLOOD_MESSAGES = 20_000

/**
 * Stands between a connection and the client library. The library refuses a whole list for one bad tool, and validates
 * at a cost that the server chooses: so tools are taken out here and read by us, one by one. A server that floods loses
 * its connection.
 */
export function tapTransport(inner: Transport): Tap {
  const asked = new Map<unknown, string>()
  let page: readonly unknown[] = []
  let windowStartMs = 0
  let unasked = 0

  function isFlood(): boolean {
    const nowMs = performance.now()
    if (nowMs - windowStartMs > FLOOD_WINDOW_MS) {
      windowStartMs = nowMs
      unasked = 0
    }
    unasked += 1
    return unasked > FLOOD_MESSAGES
  }

  function receive(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    if ('method' in message) {
      if (isFlood()) {
        if (unasked === FLOOD_MESSAGES + 1) {
          transport.onerror?.(
            new Error(`it sent more than ${FLOOD_MESSAGES} messages in ${FLOOD_WINDOW_MS} ms unasked`),
          )
          void inner.close()
        }
        return
      }
      if (!('id' in message) && !WANTED.has(message.method)) return
    }
    transport.onmessage?.(withoutTools(message), extra)
  }

  function withoutTools(message: JSONRPCMessage): JSONRPCMessage {
    const method = 'method' in message ? undefined : asked.get(message.id)
    if (method === undefined || 'method' in message) return message
    asked.delete(message.id)
    if (method !== 'tools/list' || !('result' in message)) return message
    const { tools } = message.result as { tools?: unknown }
    if (!Array.isArray(tools)) return message
    page = tools
    return { ...message, result: { ...message.result, tools: [] } }
  }

  const transport: Transport = {
    start: () => inner.start(),
    close: () => inner.close(),
    send(message, options) {
      if (!('method' in message)) return inner.send(message, options)
      if (!('id' in message)) {
        if (message.method === 'notifications/cancelled') asked.delete(message.params?.['requestId'])
        return inner.send(message, options)
      }
      const { id, method } = message
      asked.set(id, method)
      options?.requestSignal?.addEventListener('abort', () => asked.delete(id), { once: true })
      const onRequestStreamEnd = (): void => {
        options?.onRequestStreamEnd?.()
        if (!asked.delete(id) || method === 'subscriptions/listen') return
        transport.onmessage?.({
          jsonrpc: '2.0',
          id,
          error: { code: ENDED_EARLY, message: 'the connection ended' },
        })
      }
      return inner.send(message, { ...options, onRequestStreamEnd }).catch((thrown: unknown) => {
        asked.delete(id)
        throw thrown
      })
    },
    get sessionId() {
      return inner.sessionId
    },
    ...(inner.hasPerRequestStream === undefined ? {} : { hasPerRequestStream: inner.hasPerRequestStream }),
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
    setSupportedProtocolVersions: (versions) => inner.setSupportedProtocolVersions?.(versions),
    // The library tells a program by these two, to know what silence means.
    ...('pid' in inner && 'stderr' in inner ? { pid: inner.pid, stderr: inner.stderr } : {}),
  }
  const listening: Pick<Transport, 'onclose' | 'onerror' | 'onmessage'> = {
    onclose: () => transport.onclose?.(),
    onerror: (error) => transport.onerror?.(error),
    onmessage: receive,
  }
  Object.assign(inner, listening)
  return {
    transport,
    takePage() {
      const taken = page
      page = []
      return taken
    },
  }
}
