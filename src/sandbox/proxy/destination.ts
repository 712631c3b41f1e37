import { isIP } from 'node:net'
import { type HostList, hostList, readPort, splitPort } from '../../network/host-list.ts'
import type { Lookup } from '../../network/lookup.ts'
import { normaliseHost } from '../../network/normalise-host.ts'
import { type HostAnswer, resolveHost } from '../../network/resolve-host.ts'

const UNLISTED =
  'Add `{host}` to `constraints.allow.hosts` of the tool, and to `sandbox.allow.hosts` of the program that runs it.'
const CLOSED = 'A name must be public; where a local host is meant, list its address.'

/** The hosts of a policy, and which of them may be local. */
export interface Destinations {
  resolve(host: string, port: number, signal: AbortSignal): Promise<HostAnswer>
}

/**
 * Reads the hosts of a policy; throws OPTION_INVALID for a bad pattern. A listed name must be public, as it may be
 * resolved by whoever owns it. A listed address, or `localhost`, says itself what it means and may be private.
 */
export function readDestinations(hosts: readonly string[], lookup: Lookup | undefined): Destinations {
  const only: HostList = hostList(hosts)
  const allow: HostList = hostList(hosts.filter(isLocalByName))
  return {
    resolve: (host, port, signal) =>
      resolveHost(host, port, {
        only,
        allow,
        cures: { unlisted: UNLISTED, closed: CLOSED },
        signal,
        ...(lookup === undefined ? {} : { lookup }),
      }),
  }
}

function isLocalByName(pattern: string): boolean {
  const host = normaliseHost(splitPort(pattern).host)
  return host === 'localhost' || isIP(host ?? '') !== 0
}

/** Reads `host:port`, as it stands in CONNECT; undefined when it is something else. */
export function readAuthority(text: string): { readonly host: string; readonly port: number } | undefined {
  const { host, port } = splitPort(text)
  const number = readPort(port ?? '')
  const name = normaliseHost(host)
  return number === undefined || name === undefined ? undefined : { host: name, port: number }
}
