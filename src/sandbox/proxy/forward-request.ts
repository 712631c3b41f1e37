import { Agent, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { pinnedLookup } from '../../network/pinned-lookup.ts'
import type { ResolvedHost } from '../../network/resolve-host.ts'

// What is between two neighbours only, and what Node writes itself: nobody's framing is passed on.
const NOT_FORWARDED: ReadonlySet<string> = new Set([
  'connection',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** A request to pass on, to a host that was checked. */
export interface Forwarded {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  readonly target: ResolvedHost
  readonly maxHeaderBytes: number
  readonly onBytes: (direction: 'bytesUp' | 'bytesDown', bytes: number) => void
}

/** Sends a plain HTTP request on and its answer back; resolves when that is over, rejects when there was no answer. */
export function forwardRequest(forwarded: Forwarded): Promise<void> {
  const { request, response, url, target, maxHeaderBytes, onBytes } = forwarded
  return new Promise((resolve, reject) => {
    const upstream = httpRequest({
      host: target.host,
      port: target.port,
      method: request.method ?? 'GET',
      path: `${url.pathname}${url.search}`,
      // The host of the address that was checked; what the program wrote into its Host header is not asked.
      headers: { ...headersOf(request), host: url.host },
      agent: new Agent({ keepAlive: false }),
      lookup: pinnedLookup(target.addresses),
      maxHeaderSize: maxHeaderBytes,
      ...(isIP(target.host) === 0 ? {} : { family: isIP(target.host) }),
    })
    // A body without a length is sent in chunks, whatever the method.
    upstream.useChunkedEncodingByDefault = request.headers['transfer-encoding'] !== undefined
    upstream.on('error', reject)
    upstream.once('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new Error('it changed the protocol'))
    })
    upstream.once('response', (answer) => {
      answer.on('error', () => response.destroy())
      answer.on('data', (piece: Buffer) => onBytes('bytesDown', piece.length))
      try {
        response.writeHead(answer.statusCode ?? 0, { ...headersOf(answer), connection: 'close' })
        answer.pipe(response)
      } catch (thrown) {
        // A status or header that may be read but not written.
        upstream.destroy()
        reject(thrown)
      }
    })
    response.on('error', () => undefined) // it closes
    response.once('close', () => {
      upstream.destroy()
      resolve()
    })
    request.on('data', (piece: Buffer) => onBytes('bytesUp', piece.length))
    request.pipe(upstream)
  })
}

function headersOf(message: IncomingMessage): Record<string, string[]> {
  const named = new Set(
    (message.headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()),
  )
  const kept = Object.entries(message.headersDistinct).filter(
    ([name]) => !NOT_FORWARDED.has(name) && !named.has(name),
  )
  return Object.fromEntries(kept.map(([name, values]) => [name, values ?? []]))
}
