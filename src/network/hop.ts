import type { IncomingMessage } from 'node:http'
import type { ToolwrightError } from '../errors/toolwright-error.ts'
import { networkBlocked, networkFailure } from './network-failure.ts'

/** One request on the way to an answer. */
export interface Hop {
  readonly url: string
  readonly method: string
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string | Uint8Array | undefined
}

type Failed = { readonly ok: false; readonly error: ToolwrightError }

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ['http:', 80],
  ['https:', 443],
])
const MAX_URL_CHARACTERS = 8_192
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
// What says nothing of the caller: all else may be a key, whatever its name.
const HEADERS_FOR_ANYBODY: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'user-agent',
])

/** Reads an absolute URL that may be fetched. */
export function readTarget(
  text: string,
): { readonly ok: true; readonly url: URL; readonly port: number } | Failed {
  const url = text.length > MAX_URL_CHARACTERS ? null : URL.parse(text)
  const shown = text.slice(0, 200)
  if (url === null) return failed(networkFailure('url', `'${shown}' is no absolute URL.`))
  const defaultPort = DEFAULT_PORTS.get(url.protocol)
  if (defaultPort === undefined) {
    return failed(networkBlocked(`URLs of '${url.protocol}' are not fetched.`, 'Use http or https.'))
  }
  if (url.username !== '' || url.password !== '') {
    // Not shown: it holds a password.
    return failed(networkBlocked('The URL holds a user name or password.', 'Leave them out.'))
  }
  return { ok: true, url, port: url.port === '' ? defaultPort : Number(url.port) }
}

/** The request that an answer redirects to; undefined when it is the last one. */
export function nextHop(
  hop: Hop,
  from: URL,
  response: IncomingMessage,
): { readonly ok: true; readonly value: Hop } | Failed | undefined {
  const { statusCode = 0, headers } = response
  if (!REDIRECTS.has(statusCode) || headers.location === undefined) return undefined
  // Header values are bytes; addresses in them are UTF-8.
  const location = Buffer.from(headers.location, 'latin1').toString()
  const to = URL.parse(location, from.href)
  if (to === null) {
    return failed(networkFailure('redirect', `'${from.hostname}' redirects to what is no URL.`))
  }
  const isSameOrigin = to.origin === from.origin
  const becomesGet =
    hop.method !== 'HEAD' && (statusCode === 303 || (statusCode < 303 && hop.method === 'POST'))
  const body = becomesGet ? undefined : hop.body
  if (body !== undefined && !isSameOrigin) {
    const message = `'${from.hostname}' redirects what was sent to '${to.hostname}', which is another host.`
    return failed(networkFailure('redirect', message))
  }
  const kept = [...hop.headers].filter(
    ([name]) =>
      (isSameOrigin || HEADERS_FOR_ANYBODY.has(name)) && !(becomesGet && name.startsWith('content-')),
  )
  const method = becomesGet ? 'GET' : hop.method
  return { ok: true, value: { url: to.href, method, headers: new Map(kept), body } }
}

function failed(error: ToolwrightError): Failed {
  return { ok: false, error }
}
