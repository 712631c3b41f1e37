import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hostList } from '../../src/network/host-list.ts'
import { normaliseHost } from '../../src/network/normalise-host.ts'

const matches = (pattern: string, host: string, port = 443): boolean =>
  hostList([pattern]).matches(normaliseHost(host) ?? 'no host', port)

describe('a pattern of hosts', () => {
  it('matches the name, in any case, with a trailing dot, in either script', () => {
    assert.ok(matches('api.example.com', 'api.example.com'))
    assert.ok(matches('API.Example.com.', 'api.EXAMPLE.com'))
    assert.ok(matches('api.example.com', 'api.example.com.'))
    assert.ok(matches('bücher.example', 'xn--bcher-kva.example'))
    assert.ok(matches('xn--bcher-kva.example', 'BÜCHER.example'))
  })

  it('matches nothing that only looks like it', () => {
    for (const host of [
      'example.com',
      'xapi.example.com',
      'a.api.example.com',
      'api.example.com.evil.net',
      'api-example.com',
      'apiXexample.com',
    ]) {
      assert.equal(matches('api.example.com', host), false, host)
    }
  })

  it('matches everything below a wildcard, not the name itself', () => {
    assert.ok(matches('*.example.com', 'a.example.com'))
    assert.ok(matches('*.example.com', 'a.b.example.com'))
    assert.equal(matches('*.example.com', 'example.com'), false)
    assert.equal(matches('*.example.com', 'badexample.com'), false)
    assert.equal(matches('*.example.com', '.example.com'), false)
  })

  it('means the ports of the web unless it names one', () => {
    assert.ok(matches('example.com', 'example.com', 80))
    assert.ok(matches('example.com', 'example.com', 443))
    for (const port of [22, 25, 8080]) assert.equal(matches('example.com', 'example.com', port), false)
    assert.ok(matches('example.com:8080', 'example.com', 8080))
    assert.equal(matches('example.com:8080', 'example.com', 443), false)
    assert.ok(matches('*.example.com:22', 'a.example.com', 22))
  })

  it('may be an address, in any spelling', () => {
    assert.ok(matches('127.0.0.1:3000', '2130706433', 3000))
    assert.ok(matches('[::1]:3000', '::1', 3000))
    assert.ok(matches('::1', '[::1]'))
    assert.equal(matches('127.0.0.1', '::ffff:127.0.0.1'), false)
  })

  it('is refused when it would match nothing or everything', () => {
    for (const pattern of [
      '',
      '*',
      '*.',
      '*.*',
      'a.*.com',
      '*example.com',
      'https://example.com',
      'example.com/',
      'example.com:',
      'example.com:0',
      'example.com:65536',
      'example.com:http',
      '*.0.0.1',
      'a b',
      'user@example.com',
      'a..b',
      'ex%61mple.com',
      '[::1',
    ]) {
      assert.throws(() => hostList([pattern]), { code: 'OPTION_INVALID' }, pattern)
    }
  })
})

describe('normaliseHost', () => {
  it('gives undefined for what is no host', () => {
    for (const text of [
      '',
      '.',
      '..',
      'a/b',
      'a@b',
      'a?b',
      'a#b',
      'a:80',
      'a\\b',
      'a\tb',
      'a\nb',
      'a\u0000b',
      'a%2eb',
      '[a]',
      '[127.0.0.1]',
      'fe80::1%eth0',
      '256.1.1.1',
      '1.2.3.4.5',
      '-a.com',
      `${'a'.repeat(64)}.com`,
      'a.'.repeat(127) + 'com',
    ]) {
      assert.equal(normaliseHost(text), undefined, JSON.stringify(text))
    }
  })

  it('gives one spelling', () => {
    assert.equal(normaliseHost('LOCALHOST.'), 'localhost')
    assert.equal(normaliseHost('0:0:0:0:0:0:0:1'), '::1')
    assert.equal(normaliseHost('１２７.1'), '127.0.0.1')
    assert.equal(normaliseHost('127。0。0。1'), '127.0.0.1')
    assert.equal(normaliseHost('_dmarc.example.com'), '_dmarc.example.com')
  })
})
