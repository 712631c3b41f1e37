import { messageOf } from '../errors/from-unknown.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'

/** Why there is no answer. */
export type NetworkReason =
  | 'url'
  | 'dns'
  | 'tls'
  | 'timeout'
  | 'cancelled'
  | 'connection'
  | 'protocol'
  | 'redirect'
  | 'encoding'

const RETRYABLE: ReadonlySet<NetworkReason> = new Set(['dns', 'timeout', 'connection'])
const MAX_MESSAGE_CHARACTERS = 300

/** A request that ended without an answer; `details` has `reason` and `retryable`. */
export function networkFailure(reason: NetworkReason, message: string, hint?: string): ToolwrightError {
  return new ToolwrightError('EXECUTE_FAILED', message, {
    details: { reason, retryable: RETRYABLE.has(reason) },
    ...(hint === undefined ? {} : { hint }),
  })
}

/** An address or name that must not be reached. */
export function networkBlocked(message: string, cure: string): ToolwrightError {
  // The cure stands in the message too: hints are for developers, and it is the model that reads this.
  return new ToolwrightError('NETWORK_BLOCKED', `${message} ${cure}`, { hint: cure })
}

/** Reads what node:http, node:tls or node:dns threw. */
export function readNetworkError(thrown: unknown, host: string): ToolwrightError {
  const error = firstOf(thrown)
  const code = codeOf(error)
  const why = messageOf(error).slice(0, MAX_MESSAGE_CHARACTERS)
  if (DNS_CODES.test(code)) {
    return networkFailure('dns', `The name '${host}' could not be resolved (${code}).`, 'Check the name.')
  }
  if (TLS_CODES.test(code)) {
    return networkFailure('tls', `The certificate or handshake of '${host}' was refused: ${why} (${code}).`)
  }
  if (CODING_CODES.test(code)) {
    return networkFailure('encoding', `What '${host}' sent could not be unpacked: ${why} (${code}).`)
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return networkFailure('protocol', `The headers that '${host}' sent are too large.`)
  }
  if (code.startsWith('HPE_')) {
    return networkFailure('protocol', `'${host}' did not answer in HTTP: ${why} (${code}).`)
  }
  if (code === 'ETIMEDOUT') return networkFailure('timeout', `'${host}' did not answer in time.`)
  const shown = CONNECTION_WORDS.get(code) ?? `could not be reached: ${why}`
  return networkFailure('connection', `'${host}' ${shown}${code === '' ? '' : ` (${code})`}.`)
}

const DNS_CODES = /^(?:ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL)$/
const TLS_CODES =
  /^(?:ERR_TLS_\w+|ERR_SSL_\w+|CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|EPROTO|HOSTNAME_MISMATCH)$/
const CODING_CODES = /^(?:Z_|ERR__|ERR_BROTLI|ZSTD_)/
const CONNECTION_WORDS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'refused the connection'],
  ['ECONNRESET', 'closed the connection before the answer was complete'],
  ['EHOSTUNREACH', 'cannot be reached from here'],
  ['ENETUNREACH', 'cannot be reached from here'],
])

// Several addresses were tried: the first failure tells enough.
function firstOf(thrown: unknown): unknown {
  return thrown instanceof AggregateError && thrown.errors.length > 0 ? thrown.errors[0] : thrown
}

function codeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : ''
  return typeof code === 'string' ? code : ''
}
