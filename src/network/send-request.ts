import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { pinnedLookup } from './pinned-lookup.ts'
import type { ResolvedHost } from './resolve-host.ts'

/** One request, to a host that was checked. */
export interface OutgoingRequest {
  readonly url: URL
  readonly target: ResolvedHost
  readonly method: string
  readonly headers: ReadonlyMap<string, string>
  readonly body: string | Uint8Array | undefined
  readonly signal: AbortSignal
  /** Certificates to trust beside those of the system. */
  readonly ca: string | undefined
}

// A page sets a few kilobytes; the parser of Node counts as it reads and stops there.
const MAX_HEADER_BYTES = 32 * 1024

/**
 * Sends one request and gives the answer as soon as its headers are there. The socket goes to a checked address; Host and
 * SNI say the name. No connection is reused, so that no answer can belong to another question.
 */
export function sendRequest(outgoing: OutgoingRequest): Promise<IncomingMessage> {
  const { url, target, method, body, signal, ca } = outgoing
  const isSecure = url.protocol === 'https:'
  const isLiteral = isIP(target.host) !== 0
  const headers: Record<string, string> = Object.fromEntries(outgoing.headers)
  headers['host'] = url.host
  if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body))
  const options = {
    host: target.host,
    port: target.port,
    path: `${url.pathname}${url.search}`,
    method,
    headers,
    signal,
    maxHeaderSize: MAX_HEADER_BYTES,
    lookup: pinnedLookup(target.addresses),
    // Named, so that no proxy of the environment decides where the connection goes.
    agent: isSecure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false }),
  }
  return new Promise((resolve, reject) => {
    const request = isSecure
      ? httpsRequest({
          ...options,
          ...(ca === undefined ? {} : { ca }),
          servername: isLiteral ? '' : target.host,
        })
      : httpRequest(options)
    request.once('response', resolve)
    // `on`: a second error may follow the first.
    request.on('error', reject)
    // Nobody asked for another protocol, and its socket would stay open.
    request.once('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new Error('it changed the protocol'))
    })
    request.end(body)
  })
}
