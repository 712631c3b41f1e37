import { isIPv6 } from 'node:net'

const MAX_HOST_CHARACTERS = 253
// What a URL would read as something else than a part of the host, or drop in silence.
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const NOT_OF_A_HOST = /[\s\u0000-\u001F\u007F/\\?#@%:]/u
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/**
 * The one spelling of a host: lower case, punycode, without a trailing dot; `127.1`, `0x7f000001` and `2130706433`
 * become `127.0.0.1`; IPv6 is compressed and without brackets. Undefined for what is no host.
 */
export function normaliseHost(text: string): string | undefined {
  const bracketed = text.startsWith('[') && text.endsWith(']')
  const bare = bracketed ? text.slice(1, -1) : text
  if (isIPv6(bare)) return hostOfUrl(`[${bare}]`)?.slice(1, -1)
  if (bracketed || bare.length > MAX_HOST_CHARACTERS * 4 || NOT_OF_A_HOST.test(bare)) return undefined
  const host = hostOfUrl(bare)?.replace(/\.$/, '')
  if (host === undefined || host.length > MAX_HOST_CHARACTERS) return undefined
  return host.split('.').every((label) => LABEL.test(label)) ? host : undefined
}

// The parser of URLs knows every odd spelling of an address, and IDNA.
function hostOfUrl(host: string): string | undefined {
  return URL.parse(`http://${host}/`)?.hostname
}
