import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readTarget } from '../../src/network/hop.ts'
import { hostList } from '../../src/network/host-list.ts'
import { normaliseHost } from '../../src/network/normalise-host.ts'
import { isPublicAddress } from '../../src/network/public-address.ts'
import { resolveHost } from '../../src/network/resolve-host.ts'
import { hostileTexts, needsCorpora } from '../hostile/corpora.ts'

const to =
  (...addresses: string[]) =>
  async () =>
    addresses

async function codeOf(...args: Parameters<typeof resolveHost>): Promise<string> {
  const answer = await resolveHost(...args)
  return answer.ok ? answer.value.addresses.join(' ') : answer.error.code
}

describe('resolveHost', () => {
  it('gives the addresses of a public host', async () => {
    assert.deepEqual(
      await resolveHost('Example.COM.', 443, { lookup: to('93.184.215.14', '2606:2800::1') }),
      {
        ok: true,
        value: { host: 'example.com', port: 443, addresses: ['93.184.215.14', '2606:2800::1'] },
      },
    )
  })

  it('refuses a name with a private address, also among public ones, and says the cure', async () => {
    const answer = await resolveHost('intranet.example', 443, { lookup: to('8.8.8.8', '10.0.0.1') })
    assert.equal(answer.ok, false)
    assert.ok(!answer.ok)
    assert.equal(answer.error.code, 'NETWORK_BLOCKED')
    assert.equal(
      answer.error.message,
      "The host 'intranet.example' has a private or local address. Use a public address, or have the operator allow `intranet.example` by name.",
    )
  })

  it('refuses private addresses as they stand, without asking a resolver', async () => {
    const lookup = async (): Promise<string[]> => assert.fail('asked')
    for (const host of ['127.0.0.1', '[::1]', '0x7f.1', '2130706433', '[::ffff:7f00:1]', '169.254.169.254'])
      assert.equal(await codeOf(host, 80, { lookup }), 'NETWORK_BLOCKED', host)
    assert.equal(await codeOf('8.8.8.8', 80, { lookup }), '8.8.8.8')
  })

  it('lets a private host through that is allowed by name and port', async () => {
    const allow = hostList(['wiki.corp:8080'])
    const lookup = to('10.0.0.1')
    assert.equal(await codeOf('wiki.corp', 8080, { allow, lookup }), '10.0.0.1')
    assert.equal(await codeOf('wiki.corp', 8081, { allow, lookup }), 'NETWORK_BLOCKED')
    assert.equal(await codeOf('other.corp', 8080, { allow, lookup }), 'NETWORK_BLOCKED')
  })

  it('holds to the list of hosts where there is one, and still to public addresses', async () => {
    const only = hostList(['api.example.com'])
    assert.equal(await codeOf('api.example.com', 443, { only, lookup: to('8.8.8.8') }), '8.8.8.8')
    assert.equal(await codeOf('example.com', 443, { only, lookup: to('8.8.8.8') }), 'NETWORK_BLOCKED')
    assert.equal(await codeOf('api.example.com', 443, { only, lookup: to('10.0.0.1') }), 'NETWORK_BLOCKED')
  })

  it('refuses ports that are not of the web', async () => {
    for (const port of [22, 25, 53]) {
      assert.equal(await codeOf('example.com', port, { lookup: to('8.8.8.8') }), 'NETWORK_BLOCKED')
    }
    assert.equal(await codeOf('example.com', 8443, { lookup: to('8.8.8.8') }), '8.8.8.8')
    const allow = hostList(['example.com:25'])
    assert.equal(await codeOf('example.com', 25, { allow, lookup: to('8.8.8.8') }), '8.8.8.8')
  })

  it('checks anew each time: a name that was public may have become private', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']]
    const lookup = async (): Promise<string[]> => answers.shift() ?? []
    assert.equal(await codeOf('rebind.example', 443, { lookup }), '8.8.8.8')
    assert.equal(await codeOf('rebind.example', 443, { lookup }), 'NETWORK_BLOCKED')
  })

  it('gives a value for a name that does not resolve, and for a resolver that fails or lies', async () => {
    const fail = async (): Promise<string[]> => {
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
    }
    const allow = hostList(['*.example'])
    for (const lookup of [fail, to(), to('rubbish'), to('')]) {
      const answer = await resolveHost('a.example', 443, { lookup, allow })
      assert.ok(!answer.ok)
      assert.equal(answer.error.code, 'EXECUTE_FAILED')
      assert.equal(answer.error.details['reason'], 'dns')
    }
  })

  it('leaves a resolver that hangs when it is cancelled', async () => {
    const controller = new AbortController()
    const lookup = () => new Promise<string[]>(() => undefined)
    const answer = resolveHost('a.example', 443, { lookup, signal: controller.signal })
    controller.abort()
    const { ok, error } = (await answer) as { ok: false; error: Error & { details: unknown } }
    assert.equal(ok, false)
    assert.deepEqual(error.details, { reason: 'cancelled', retryable: false })
  })

  it(
    'gives nothing but public addresses for hostile strings, as hosts and in URLs',
    needsCorpora,
    async () => {
      for (const text of hostileTexts()) {
        for (const url of [text, `http://${text}/`, `http://a.test/${text}`, `http://a.test@${text}`]) {
          const target = readTarget(url)
          const host = target.ok ? target.url.hostname : text
          const answer = await resolveHost(host, 80, { lookup: to('127.0.0.1') })
          assert.ok(!answer.ok || answer.value.addresses.every(isPublicAddress), url)
        }
        const host = normaliseHost(text)
        assert.ok(host === undefined || normaliseHost(host) === host, text)
      }
    },
  )
})
