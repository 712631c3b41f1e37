import type { IncomingMessage } from 'node:http'
import type { ToolwrightError } from '../errors/toolwright-error.ts'
import { nextHop, type Hop, readTarget } from './hop.ts'
import { networkFailure, readNetworkError } from './network-failure.ts'
import { ACCEPTED_ENCODINGS, readBody, readCodings } from './read-body.ts'
import { type HostRules, readAbort, resolveHost } from './resolve-host.ts'

/** What a guarded request may say and cost. */
export interface GuardedFetchOptions extends HostRules {
  /** @default 'GET' */
  readonly method?: string
  /** Names in any case. All but those that say nothing of the caller are dropped on the way to another origin. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** For everything together, redirects included. @default 30000 */
  readonly timeoutMs?: number
  /** The body is cut after this many bytes, as sent and as unpacked. @default 10485760 */
  readonly maxBytes?: number
  /** @default 5 */
  readonly maxRedirects?: number
  /** Certificates (PEM) to trust instead of those that Node brings. */
  readonly ca?: string
}

/** An answer, whatever its status. */
export interface GuardedResponse {
  readonly status: number
  readonly statusText: string
  /** Where the answer came from, after redirects. */
  readonly url: string
  /** How many redirects were followed. */
  readonly redirects: number
  /** Names in lower case; repeated headers joined by `, `. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  /** The body was longer than `maxBytes`. */
  readonly truncated: boolean
}

export type FetchAnswer =
  | { readonly ok: true; readonly value: GuardedResponse }
  | { readonly ok: false; readonly error: ToolwrightError }

const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_MAX_BYTES = 10 * 1024 * 1024
const DEFAULT_MAX_REDIRECTS = 5

/**
 * Fetches a URL of unknown origin: http and https only, from public addresses unless allowed by name, each redirect
 * checked like the first address. Never rejects; an error is NETWORK_BLOCKED, or EXECUTE_FAILED with `details.reason`.
 */
export async function guardedFetch(url: string, options: GuardedFetchOptions = {}): Promise<FetchAnswer> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, maxRedirects = DEFAULT_MAX_REDIRECTS } = options
  const limit = AbortSignal.timeout(timeoutMs)
  const signal = options.signal === undefined ? limit : AbortSignal.any([options.signal, limit])
  const headers = new Map<string, string>([['accept-encoding', ACCEPTED_ENCODINGS]])
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name.toLowerCase(), value)

  let hop: Hop = { url, method: options.method ?? 'GET', headers, body: options.body }
  for (let redirects = 0; ; redirects++) {
    const sent = await sendHop(hop, { ...options, signal })
    if (!sent.ok) return sent
    const { response, target } = sent
    const next = nextHop(hop, target, response)
    if (next === undefined) return readResponse(response, target, redirects, { ...options, signal })
    response.destroy()
    if (!next.ok) return next
    if (redirects === maxRedirects) {
      const message = `'${target.host}' redirects again after ${maxRedirects} redirects.`
      return { ok: false, error: networkFailure('redirect', message) }
    }
    hop = next.value
  }
}

type Bounded = GuardedFetchOptions & { readonly signal: AbortSignal }
type Sent =
  | { readonly ok: true; readonly response: IncomingMessage; readonly target: URL }
  | { readonly ok: false; readonly error: ToolwrightError }

async function sendHop(hop: Hop, options: Bounded): Promise<Sent> {
  const read = readTarget(hop.url)
  if (!read.ok) return read
  const { url, port } = read
  const resolved = await resolveHost(url.hostname, port, options)
  if (!resolved.ok) return resolved
  try {
    const { method, headers, body } = hop
    const { signal, ca } = options
    // Loaded by the first request: Node's module of HTTP brings 15 ms of other things along.
    const { sendRequest } = await import('./send-request.ts')
    const response = await sendRequest({ url, target: resolved.value, method, headers, body, signal, ca })
    return { ok: true, response, target: url }
  } catch (thrown) {
    return { ok: false, error: readThrown(thrown, url, options.signal) }
  }
}

async function readResponse(
  response: IncomingMessage,
  url: URL,
  redirects: number,
  options: Bounded,
): Promise<FetchAnswer> {
  const encoding = response.headers['content-encoding'] ?? ''
  const decoders = readCodings(encoding)
  if (decoders === undefined) {
    response.destroy()
    const message = `'${url.hostname}' answered in a coding that cannot be read: ${encoding.slice(0, 100)}.`
    return { ok: false, error: networkFailure('encoding', message) }
  }
  try {
    const { bytes, truncated } = await readBody(response, decoders, options.maxBytes ?? DEFAULT_MAX_BYTES)
    const headers = new Map(
      Object.entries(response.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]),
    )
    const { statusCode: status = 0, statusMessage: statusText = '' } = response
    const value = { status, statusText, url: url.href, redirects, headers, body: bytes, truncated }
    return { ok: true, value }
  } catch (thrown) {
    return { ok: false, error: readThrown(thrown, url, options.signal) }
  }
}

function readThrown(thrown: unknown, url: URL, signal: AbortSignal): ToolwrightError {
  return signal.aborted ? readAbort(signal, url.hostname) : readNetworkError(thrown, url.hostname)
}
