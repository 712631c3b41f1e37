import { ToolwrightError } from '../errors/toolwright-error.ts'
import { normaliseHost } from './normalise-host.ts'

/** Hosts by name: `api.example.com`, `*.example.com`, `203.0.113.7`, `[2001:db8::1]`, each with `:port` or without. */
export interface HostList {
  readonly patterns: readonly string[]
  /** Whether a host, normalised, may be reached at a port. A pattern without a port means 80 and 443. */
  matches(host: string, port: number): boolean
  /** Whether all that another pattern matches is matched here. Throws for what is no pattern. */
  covers(pattern: string): boolean
}

const WEB_PORTS: ReadonlySet<number> = new Set([80, 443])

interface HostPattern {
  /** `example.com`, or `.example.com` for everything below it. */
  readonly host: string
  readonly port: number | undefined
}

/** Reads patterns; throws OPTION_INVALID for one that would never match, or too much. */
export function hostList(patterns: readonly string[]): HostList {
  const read = patterns.map(readPattern)
  return {
    patterns,
    matches: (host, port) =>
      read.some((pattern) => {
        const isHost = pattern.host.startsWith('.') ? host.endsWith(pattern.host) : host === pattern.host
        return isHost && (pattern.port === undefined ? WEB_PORTS.has(port) : pattern.port === port)
      }),
    covers(text) {
      const { host, port } = readPattern(text)
      return read.some((pattern) => {
        const isHost = pattern.host === host || (pattern.host.startsWith('.') && host.endsWith(pattern.host))
        const isWeb = pattern.port === undefined && port !== undefined && WEB_PORTS.has(port)
        return isHost && (pattern.port === port || isWeb)
      })
    },
  }
}

/** A list of nothing. */
export const NO_HOSTS: HostList = hostList([])

function readPattern(text: string): HostPattern {
  const { host, port } = splitPort(text)
  const portNumber = port === undefined ? undefined : readPort(port)
  const isBelow = host.startsWith('*.')
  const name = normaliseHost(isBelow ? host.slice(2) : host)
  // `*.0.0.1` would read as an address.
  const isAddress = name !== undefined && /^[\d.]+$|:/.test(name)
  if (name === undefined || (port !== undefined && portNumber === undefined) || (isBelow && isAddress)) {
    throw new ToolwrightError('OPTION_INVALID', `\`${text}\` is no pattern of hosts.`, {
      hint: 'Write `api.example.com`, `*.example.com` for all below it, or an address, each with `:port` where it is not 80 or 443.',
    })
  }
  return { host: isBelow ? `.${name}` : name, port: portNumber }
}

/** Splits `host:port`; a bare IPv6 address has no port. */
export function splitPort(text: string): { readonly host: string; readonly port: string | undefined } {
  const found = /^(\[[^\]]*\]|[^:]*):([^:]*)$/.exec(text)
  return found === null ? { host: text, port: undefined } : { host: found[1] ?? '', port: found[2] }
}

/** A port from text; undefined when it is none. */
export function readPort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return port >= 1 && port <= 65_535 ? port : undefined
}
