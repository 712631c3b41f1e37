// The only way out of a sandbox that has no network. Comes in: a channel to a bridge inside, hostile by assumption. Goes
// out: connections to the hosts of a policy, at addresses that were checked. Never here: a listening socket on the host.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ToolwrightError } from '../../errors/toolwright-error.ts'
import type { Lookup } from '../../network/lookup.ts'
import { readNetworkError } from '../../network/network-failure.ts'
import { readAuthority, readDestinations } from './destination.ts'
import { forwardRequest } from './forward-request.ts'
import { type HostCount, HostCounters } from './host-counters.ts'
import { Multiplexer } from './multiplexer.ts'
import type { MuxStream } from './mux-stream.ts'
import { connectTo, joinStreams } from './open-tunnel.ts'

export interface HostProxyOptions {
  /** Patterns of a policy. */
  readonly hosts: readonly string[]
  readonly lookup?: Lookup
  /** Where to count; several proxies may share it. */
  readonly counters?: HostCounters
  /** Until a request is complete, and until a connection is there. @default 30000 */
  readonly timeoutMs?: number
}

/** Serves the sandboxes of one policy. */
export interface HostProxy {
  /** Takes over the channel of a bridge, for as long as it is open; `onClose` hears how it broke the rules, if so. */
  attach(channel: Duplex, onClose?: (breach: string | undefined) => void): void
  /** By `host:port`, over all sandboxes so far. */
  counts(): readonly HostCount[]
  /** Ends every connection. */
  close(): void
}

const DEFAULT_TIMEOUT_MS = 30_000
const MAX_HEADER_BYTES = 16 * 1024

/** Makes a proxy for a list of hosts; throws OPTION_INVALID for a bad pattern. */
export function createHostProxy(options: HostProxyOptions): HostProxy {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, counters = new HostCounters() } = options
  const destinations = readDestinations(options.hosts, options.lookup)
  const open = new Set<Multiplexer>()
  const served = new WeakSet<Duplex>()

  // It never listens: it is handed streams.
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: 0 })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isFirst(request.socket)) return void request.socket.destroy()
    serveRequest(request, response).catch(() => request.socket.destroy())
  })
  server.on('connect', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (!isFirst(stream)) return void stream.destroy()
    stream.pause() // until there is somebody to read it
    if (head.length > 0) stream.unshift(head)
    serveTunnel(request, stream).catch(() => stream.destroy())
  })
  server.on('clientError', (_error, stream) => endWith(stream, 400, 'This is no HTTP request.'))

  // One request a connection: what follows it cannot be mistaken for another.
  function isFirst(stream: Duplex): boolean {
    const isFirst = !served.has(stream)
    served.add(stream)
    return isFirst
  }

  async function serveTunnel(request: IncomingMessage, stream: Duplex): Promise<void> {
    const authority = readAuthority(request.url ?? '')
    if (authority === undefined) return endWith(stream, 400, 'CONNECT takes `host:port`.')
    const { host, port } = authority
    const name = `${host}:${port}`
    const gone = whenGone(stream)
    const resolved = await destinations.resolve(host, port, gone)
    if (!resolved.ok) return endWith(stream, ...refusal(resolved.error, name))
    try {
      const outer = await connectTo(resolved.value, timeoutMs, gone)
      counters.add(name, 'connections')
      stream.on('data', (piece: Buffer) => counters.add(name, 'bytesUp', piece.length))
      outer.on('data', (piece: Buffer) => counters.add(name, 'bytesDown', piece.length))
      stream.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      joinStreams(stream, outer)
    } catch (thrown) {
      endWith(stream, ...refusal(readNetworkError(thrown, host), name))
    }
  }

  async function serveRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.parse(request.url ?? '')
    if (url === null || url.protocol !== 'http:' || url.username !== '' || url.password !== '') {
      const text =
        'This is a proxy: it takes `http://host/path` without a password, and CONNECT for all else.'
      return answerWith(response, 400, text)
    }
    const port = url.port === '' ? 80 : Number(url.port)
    const resolved = await destinations.resolve(url.hostname, port, whenGone(request.socket))
    const name = `${resolved.ok ? resolved.value.host : url.hostname}:${port}`
    if (!resolved.ok) return answerWith(response, ...refusal(resolved.error, name))
    counters.add(name, 'connections')
    try {
      await forwardRequest({
        request,
        response,
        url,
        target: resolved.value,
        maxHeaderBytes: MAX_HEADER_BYTES,
        onBytes: (direction, bytes) => counters.add(name, direction, bytes),
      })
    } catch (thrown) {
      answerWith(response, ...refusal(readNetworkError(thrown, url.hostname), name))
    }
  }

  function refusal(error: ToolwrightError, name: string): [status: number, text: string] {
    const isRefused = error.code === 'NETWORK_BLOCKED'
    counters.add(name, isRefused ? 'refused' : 'failed')
    if (isRefused) return [403, error.message]
    return [error.details['reason'] === 'timeout' ? 504 : 502, error.message]
  }

  function serveStream(stream: MuxStream): void {
    const timer = setTimeout(() => {
      if (!served.has(stream)) stream.destroy()
    }, timeoutMs)
    timer.unref()
    stream.once('close', () => clearTimeout(timer))
    server.emit('connection', stream)
  }

  return {
    attach(channel, onClose) {
      const multiplexer = new Multiplexer(channel, {
        onStream: serveStream,
        onClose(breach) {
          open.delete(multiplexer)
          onClose?.(breach)
        },
      })
      open.add(multiplexer)
    },
    counts: () => counters.list(),
    close() {
      for (const multiplexer of open) multiplexer.close()
    },
  }
}

function whenGone(stream: Duplex): AbortSignal {
  const controller = new AbortController()
  stream.once('close', () => controller.abort())
  if (stream.destroyed) controller.abort()
  return controller.signal
}

function answerWith(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
  response.end(`${text}\n`)
}

/** The same where there is only the stream. */
function endWith(stream: Duplex, status: number, text: string): void {
  if (!stream.writable) return void stream.destroy()
  const body = `${text}\n`
  const head = `HTTP/1.1 ${status} ${status === 403 ? 'Forbidden' : 'Failed'}\r\nContent-Type: text/plain; charset=utf-8`
  stream.once('finish', () => stream.destroy())
  stream.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`)
}
