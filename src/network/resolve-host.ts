import { isIP } from 'node:net'
import type { ToolwrightError } from '../errors/toolwright-error.ts'
import { type HostList, NO_HOSTS } from './host-list.ts'
import { type Lookup, systemLookup } from './lookup.ts'
import { networkBlocked, networkFailure, readNetworkError } from './network-failure.ts'
import { normaliseHost } from './normalise-host.ts'
import { isPublicAddress } from './public-address.ts'

/** Which hosts may be reached. */
export interface HostRules {
  /** Nothing but these. @default every public host */
  readonly only?: HostList
  /** These also where their address is private, or their port is not of the web. @default none */
  readonly allow?: HostList
  /** @default the resolver of the system */
  readonly lookup?: Lookup
  readonly signal?: AbortSignal
  /** How the reader of a refusal lets a host through; `{host}` stands for it. */
  readonly cures?: { readonly unlisted?: string; readonly closed?: string }
}

/** Where to connect: one of these addresses, and no other, however often the name is resolved again. */
export interface ResolvedHost {
  /** Normalised. */
  readonly host: string
  readonly port: number
  readonly addresses: readonly string[]
}

export type HostAnswer =
  | { readonly ok: true; readonly value: ResolvedHost }
  | { readonly ok: false; readonly error: ToolwrightError }

const DEFAULT_CURE = 'Use a public address, or have the operator allow `{host}` by name.'
const FIRST_UNPRIVILEGED_PORT = 1_024

/** Resolves a host once and checks every address it has. Never rejects. */
export async function resolveHost(text: string, port: number, rules: HostRules = {}): Promise<HostAnswer> {
  const { only, allow = NO_HOSTS, lookup = systemLookup, signal, cures = {} } = rules
  const host = normaliseHost(text)
  if (host === undefined) {
    return refuse(networkFailure('url', `'${text.slice(0, 100)}' is no name or address of a host.`))
  }
  const shown = showHost(host, port)
  const cureOf = (cure = DEFAULT_CURE): string => cure.replaceAll('{host}', shown)
  if (only !== undefined && !only.matches(host, port)) {
    return refuse(
      networkBlocked(`The host '${shown}' is not on the list of allowed hosts.`, cureOf(cures.unlisted)),
    )
  }
  const isAllowed = allow.matches(host, port)
  // Mail, shells and name servers take some of what a web client sends for commands.
  const isWebPort = port === 80 || port === 443 || port >= FIRST_UNPRIVILEGED_PORT
  if (only === undefined && !isAllowed && !isWebPort) {
    return refuse(networkBlocked(`Port ${port} of '${host}' is not a port of the web.`, cureOf(cures.closed)))
  }
  let addresses: readonly string[]
  try {
    addresses = isIP(host) === 0 ? await abortable(lookup(host), signal) : [host]
  } catch (thrown) {
    if (signal?.aborted === true) return refuse(readAbort(signal, host))
    return refuse(readNetworkError(thrown, host))
  }
  if (addresses.length === 0) return refuse(networkFailure('dns', `The name '${host}' has no address.`))
  // One private address among public ones is how a name is rebound: all must be public.
  const closed = isAllowed ? undefined : addresses.find((address) => !isPublicAddress(address))
  if (closed !== undefined) {
    return refuse(networkBlocked(`The host '${host}' has a private or local address.`, cureOf(cures.closed)))
  }
  if (addresses.some((address) => isIP(address) === 0)) {
    return refuse(networkFailure('dns', `The name '${host}' resolved to what is no address.`))
  }
  return { ok: true, value: { host, port, addresses } }
}

/** A host as it stands in a URL, with the port where it is not that of the web. */
function showHost(host: string, port: number): string {
  const bracketed = host.includes(':') ? `[${host}]` : host
  return port === 80 || port === 443 ? bracketed : `${bracketed}:${port}`
}

/** Why a signal ended a request: its own time limit, or whoever waits for it. */
export function readAbort(signal: AbortSignal, host: string): ToolwrightError {
  const { reason }: { reason: unknown } = signal
  return reason instanceof Error && reason.name === 'TimeoutError'
    ? networkFailure('timeout', `'${host}' did not answer in time.`)
    : networkFailure('cancelled', `The request to '${host}' was cancelled.`)
}

// A lookup of the system cannot be stopped, only left behind.
async function abortable<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = (): void => reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function refuse(error: ToolwrightError): HostAnswer {
  return { ok: false, error }
}
