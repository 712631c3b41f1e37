import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { normaliseHost } from '../../src/network/normalise-host.ts'
import { isPublicAddress } from '../../src/network/public-address.ts'

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '168.63.129.15',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '[2606:4700:4700::1111]',
  '2a00:1450:4001:82a::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
]

const CLOSED = [
  // IPv4: each block, first and last
  '0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.255',
  '168.63.129.16 169.254.0.0 169.254.169.254 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.192 192.0.2.1 192.88.99.1',
  '192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.7 203.0.113.7 224.0.0.1 239.255.255.255 240.0.0.1',
  '255.255.255.255',
  // IPv6: unspecified, loopback, unique local, link-local, site-local, multicast, documentation, discard, benchmarking
  ':: ::1 [::1] fc00::1 fd00:ec2::254 fdff::1 fe80::1 febf::1 fe80::1%eth0 [fe80::1%eth0] fec0::1 ff02::1 2001:db8::1',
  '3fff::1 3fff:fff::1 100::1 2001:2::1 2001:10::1 2001:20::1 5f00::1 4000::1 64:ff9b:1::1',
  // IPv4 inside IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP
  '::ffff:127.0.0.1 ::ffff:7f00:1 0:0:0:0:0:ffff:a00:1 [::ffff:7f00:1] ::127.0.0.1 ::8.8.8.8 ::ffff:0:127.0.0.1',
  '64:ff9b::10.0.0.1 64:ff9b::7f00:1 2002:7f00:1::1 2002:a00:1:: 2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:470:1f0b::5efe:10.0.0.1 2001:470:1f0b::200:5efe:a00:1',
  // odd spellings are never public, whatever they mean
  '0x7f.1 0x7f000001 2130706433 127.1 0177.0.0.1 017700000001 0x08080808 8.8.2056 08.8.8.8 8.8.8.8. 1.2.3.4.5',
  'localhost example.com 8.8.8 ::g 1::2::3 [8.8.8.8] 8.8.8.8:80 [::1 ::ffff:999.1.1.1',
].flatMap((line) => line.split(' '))

describe('isPublicAddress', () => {
  for (const address of PUBLIC) it(`${address} is public`, () => assert.equal(isPublicAddress(address), true))
  for (const address of CLOSED)
    it(`${address} is not public`, () => assert.equal(isPublicAddress(address), false))

  it('takes no empty text, blanks or line breaks for public', () => {
    for (const text of ['', ' ', ' 8.8.8.8', '8.8.8.8 ', '8.8.8.8\n', '８.8.8.8'])
      assert.equal(isPublicAddress(text), false)
  })

  const byte = fc.integer({ min: 0, max: 255 })
  const privateIpv4 = fc.oneof(
    fc.tuple(fc.constantFrom(10, 127, 0), byte, byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
  )
  const spellNumber = (value: number, radix: number): string =>
    radix === 10 ? String(value) : radix === 8 ? `0${value.toString(8)}` : `0x${value.toString(16)}`

  it('refuses any spelling of a private address, also once it has been normalised', () => {
    const radices = fc.array(fc.constantFrom(8, 10, 16), { minLength: 4, maxLength: 4 })
    const shapes = fc.constantFrom(1, 2, 3, 4)
    fc.assert(
      fc.property(privateIpv4, radices, shapes, fc.boolean(), (bytes, bases, count, hasDot) => {
        const [a, b, c, d] = bytes
        const last =
          [0, ((a * 256 + b) * 256 + c) * 256 + d, (b * 256 + c) * 256 + d, c * 256 + d, d][count] ?? 0
        const numbers = [...bytes.slice(0, count - 1), last]
        const text = `${numbers.map((value, at) => spellNumber(value, bases[at] ?? 10)).join('.')}${hasDot ? '.' : ''}`
        assert.equal(isPublicAddress(text), false)
        const host = normaliseHost(text)
        assert.equal(host, bytes.join('.'))
        assert.equal(isPublicAddress(host ?? ''), false)
      }),
    )
  })

  it('refuses a private address in any IPv6 disguise', () => {
    const disguises = [
      (tail: string) => `::ffff:${tail}`,
      (tail: string) => `0:0:0:0:0:FFFF:${tail}`,
      (tail: string) => `::${tail}`,
      (tail: string) => `64:ff9b::${tail}`,
      (tail: string) => `[::ffff:${tail}]`,
      (tail: string) => `2001:470::5efe:${tail}`,
      (tail: string) => `2002:${tail}::1`,
      (tail: string) => `2001:0:${tail}::1`,
    ]
    fc.assert(
      fc.property(privateIpv4, fc.constantFrom(...disguises), (bytes, disguise) => {
        const [a, b, c, d] = bytes
        const groups = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
        assert.equal(isPublicAddress(disguise(groups)), false)
        assert.equal(isPublicAddress(disguise(bytes.join('.'))), false)
      }),
    )
  })
})
