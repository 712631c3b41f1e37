import { isIPv4, isIPv6 } from 'node:net'

/** An address as its bytes: 4 or 16. */
export type AddressBytes = readonly number[]

/**
 * Reads an address in the one spelling that nobody reads differently: dotted decimal, or IPv6 with or without brackets.
 * Octal, hexadecimal and shortened forms are undefined, and so is an address with a zone, which is never public.
 */
export function readAddress(text: string): AddressBytes | undefined {
  if (isIPv4(text)) return text.split('.').map(Number)
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  if (!isIPv6(bare) || bare.includes('%')) return undefined
  // The last four bytes may be written as an IPv4 address.
  const lastColon = bare.lastIndexOf(':')
  const tail = bare.slice(lastColon + 1)
  const dotted = isIPv4(tail) ? tail.split('.').map(Number) : undefined
  const groups = dotted === undefined ? bare : bare.slice(0, lastColon + 1)
  const [head = '', rest] = groups.split('::')
  const front = readGroups(head)
  const back = [...readGroups(rest ?? ''), ...(dotted ?? [])]
  const zeros = 16 - front.length - back.length
  return [...front, ...Array<number>(Math.max(zeros, 0)).fill(0), ...back]
}

function readGroups(text: string): number[] {
  return text
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => {
      const value = Number.parseInt(group, 16)
      return [value >> 8, value & 0xff]
    })
}
