// The guard between a model and the operator's own network. Comes in: addresses, names and URLs of unknown origin. Goes
// out: what may be connected to, and answers fetched from exactly there. Never here: tools, policies, sandboxes.
import { type AddressBytes, readAddress } from './read-address.ts'

type Block = readonly [prefix: AddressBytes, bits: number]

// IANA special-purpose registry: all that is not globally reachable, and what some cloud serves only to its machines.
const CLOSED_IPV4: readonly Block[] = [
  [[0], 8], // this network
  [[10], 8],
  [[100, 64], 10], // carrier-grade NAT; 100.100.100.200 is Alibaba's metadata
  [[127], 8],
  [[168, 63, 129, 16], 32], // Azure's host
  [[169, 254], 16], // link-local; 169.254.169.254 is most clouds' metadata
  [[172, 16], 12],
  [[192, 0, 0], 24], // protocol assignments; 192.0.0.192 is Oracle's metadata
  [[192, 0, 2], 24], // documentation
  [[192, 88, 99], 24], // 6to4 relays
  [[192, 168], 16],
  [[198, 18], 15], // benchmarking
  [[198, 51, 100], 24], // documentation
  [[203, 0, 113], 24], // documentation
  [[224], 4], // multicast
  [[240], 4], // reserved, broadcast
]

const GLOBAL_UNICAST: Block = [[0x20], 3]
const CLOSED_IPV6: readonly Block[] = [
  [[0x20, 0x01, 0x00], 23], // protocol assignments, Teredo, benchmarking, ORCHID
  [[0x20, 0x01, 0x0d, 0xb8], 32], // documentation
  [[0x20, 0x02], 16], // 6to4: an IPv4 address in disguise
  [[0x3f, 0xff, 0x00], 20], // documentation
]
const MAPPED_IPV4: Block = [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96]
// How a network without IPv4 reaches public hosts, so it cannot be refused whole.
const NAT64: Block = [[0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 96]

/** Whether an address is one that anybody on the internet would reach. False for whatever is not plainly written. */
export function isPublicAddress(address: string): boolean {
  const bytes = readAddress(address)
  if (bytes === undefined) return false
  return bytes.length === 4 ? isPublicIpv4(bytes) : isPublicIpv6(bytes)
}

function isPublicIpv4(bytes: AddressBytes): boolean {
  return !CLOSED_IPV4.some((block) => isWithin(bytes, block))
}

function isPublicIpv6(bytes: AddressBytes): boolean {
  if (isWithin(bytes, MAPPED_IPV4) || isWithin(bytes, NAT64)) return isPublicIpv4(bytes.slice(12))
  // ISATAP: an IPv4 address behind a global prefix.
  const isIsatap =
    (bytes[8] === 0 || bytes[8] === 2) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe
  if (isIsatap && !isPublicIpv4(bytes.slice(12))) return false
  return isWithin(bytes, GLOBAL_UNICAST) && !CLOSED_IPV6.some((block) => isWithin(bytes, block))
}

function isWithin(bytes: AddressBytes, [prefix, bits]: Block): boolean {
  for (let bit = 0; bit < bits; bit += 8) {
    const mask = 0xff & (0xff << Math.max(0, 8 - (bits - bit)))
    if (((bytes[bit / 8] ?? 0) & mask) !== ((prefix[bit / 8] ?? 0) & mask)) return false
  }
  return true
}
