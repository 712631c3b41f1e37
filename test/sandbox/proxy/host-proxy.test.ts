import assert from 'node:assert/strict'
import { type Duplex, duplexPair } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import type { Lookup } from '../../../src/network/lookup.ts'
import { createHostProxy, type HostProxy } from '../../../src/sandbox/proxy/host-proxy.ts'
import { Multiplexer } from '../../../src/sandbox/proxy/multiplexer.ts'
import { serveHttp, serveTcp } from '../../fixtures/network/loopback-server.ts'

const PRIVATE: Lookup = async () => ['127.0.0.1']

interface Inside {
  readonly proxy: HostProxy
  readonly breaches: (string | undefined)[]
  /** Sends bytes over a connection of its own and gives all that comes back. */
  say(bytes: string): Promise<string>
  open(): Duplex
}

/** A proxy and the inside of its channel, without a process. */
function proxied(t: TestContext, hosts: readonly string[], lookup = PRIVATE, timeoutMs = 10_000): Inside {
  const [inner, outer] = duplexPair()
  const proxy = createHostProxy({ hosts, lookup, timeoutMs })
  const breaches: (string | undefined)[] = []
  proxy.attach(outer, (breach) => breaches.push(breach))
  const inside = new Multiplexer(inner)
  t.after(() => proxy.close())
  return {
    proxy,
    breaches,
    open: () => inside.open(),
    say: (bytes) => {
      const stream = inside.open()
      stream.write(bytes)
      return text(stream)
    },
  }
}

const statusOf = (answer: string): string => answer.split(' ', 2)[1] ?? answer

describe('the proxy of a sandbox', () => {
  it('passes plain HTTP on to a listed host, with its name and without what is between neighbours', async (t) => {
    const port = await serveHttp(t, (request, response) => {
      response.setHeader('set-cookie', ['a=1', 'b=2'])
      response.end(JSON.stringify([request.method, request.url, request.headers]))
    })
    const { say, proxy } = proxied(t, [`localhost:${port}`])
    const answer = await say(
      `GET http://localhost:${port}/p?q HTTP/1.1\r\nHost: evil.example\r\nAccept: x/y\r\nProxy-Authorization: secret\r\nConnection: X-Hop\r\nX-Hop: 1\r\n\r\n`,
    )
    assert.equal(statusOf(answer), '200')
    assert.match(answer, /^set-cookie: a=1\r\nset-cookie: b=2\r$/im)
    const [method, url, headers] = JSON.parse(answer.slice(answer.indexOf('['))) as [string, string, object]
    assert.deepEqual([method, url], ['GET', '/p?q'])
    assert.deepEqual(headers, { accept: 'x/y', host: `localhost:${port}`, connection: 'close' })
    assert.equal(proxy.counts()[0]?.host, `localhost:${port}`)
    assert.equal(proxy.counts()[0]?.connections, 1)
  })

  it('passes bodies on, with a length and in chunks', async (t) => {
    const port = await serveHttp(t, (request, response) => request.pipe(response))
    const { say, proxy } = proxied(t, [`localhost:${port}`])
    const start = `POST http://localhost:${port}/ HTTP/1.1\r\nHost: x\r\n`
    assert.match(await say(`${start}Content-Length: 5\r\n\r\nhello`), /hello/)
    assert.match(await say(`${start}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`), /hello/)
    assert.deepEqual(proxy.counts(), [
      { host: `localhost:${port}`, connections: 2, refused: 0, failed: 0, bytesUp: 10, bytesDown: 10 },
    ])
  })

  it('opens tunnels, with bytes that came early, and counts both ways', async (t) => {
    const port = await serveTcp(t, (socket) => socket.pipe(socket))
    const { open, proxy } = proxied(t, [`127.0.0.1:${port}`])
    const stream = open()
    stream.end(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: x\r\n\r\nearly bytes`)
    assert.equal(await text(stream), 'HTTP/1.1 200 Connection Established\r\n\r\nearly bytes')
    const [count] = proxy.counts()
    assert.deepEqual([count?.connections, count?.bytesUp, count?.bytesDown], [1, 11, 11])
  })

  it('moves much through a tunnel without losing a byte', async (t) => {
    const port = await serveTcp(t, (socket) => socket.pipe(socket))
    const { open } = proxied(t, [`127.0.0.1:${port}`])
    const stream = open()
    stream.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`)
    const sent = 'x'.repeat(3_000_000)
    stream.end(sent)
    assert.equal(
      (await text(stream)).length,
      'HTTP/1.1 200 Connection Established\r\n\r\n'.length + sent.length,
    )
  })

  it('refuses what is not listed with a text that names host and cure', async (t) => {
    const { say, proxy } = proxied(t, ['api.example.com'], async () => ['8.8.8.8'])
    const answer = await say('CONNECT evil.example:443 HTTP/1.1\r\n\r\n')
    assert.match(answer, /^HTTP\/1\.1 403 Forbidden\r\n/)
    assert.ok(
      answer.endsWith(
        "The host 'evil.example' is not on the list of allowed hosts. Add `evil.example` to `constraints.allow.hosts` of the tool, and to `sandbox.allow.hosts` of the program that runs it.\n",
      ),
    )
    assert.equal(
      statusOf(await say('GET http://evil.example/ HTTP/1.1\r\nHost: api.example.com\r\n\r\n')),
      '403',
    )
    assert.deepEqual(
      proxy.counts().map(({ host, refused }) => [host, refused]),
      [
        ['evil.example:443', 1],
        ['evil.example:80', 1],
      ],
    )
  })

  it('refuses a listed name that resolves privately; a listed address or localhost is meant', async (t) => {
    const port = await serveHttp(t, (_request, response) => response.end('local'))
    const { say } = proxied(t, [
      `api.example.com:${port}`,
      `*.local.test:${port}`,
      `127.0.0.1:${port}`,
      `localhost:${port}`,
    ])
    const get = async (host: string): Promise<string> =>
      statusOf(await say(`GET http://${host}:${port}/ HTTP/1.1\r\nHost: a\r\n\r\n`))
    assert.equal(await get('api.example.com'), '403')
    assert.equal(await get('a.local.test'), '403')
    assert.equal(await get('127.0.0.1'), '200')
    assert.equal(await get('localhost'), '200')
    assert.equal(await get('127.1'), '200') // the same address
    assert.equal(await get('[::1]'), '403')
  })

  it('refuses addresses and ports that are not listed', async (t) => {
    const { say } = proxied(t, ['api.example.com'], async () => ['8.8.8.8'])
    for (const target of [
      '8.8.8.8:443',
      '127.0.0.1:443',
      '[::1]:443',
      '169.254.169.254:80',
      '2130706433:80',
      'api.example.com:22',
      'api.example.com:25',
      'api.example.com.evil.example:443',
    ]) {
      assert.equal(statusOf(await say(`CONNECT ${target} HTTP/1.1\r\n\r\n`)), '403', target)
    }
  })

  it('answers what is no request of a proxy with 400', async (t) => {
    const { say } = proxied(t, ['api.example.com'])
    for (const request of [
      'GET / HTTP/1.1\r\nHost: api.example.com\r\n\r\n',
      'GET https://api.example.com/ HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET ftp://api.example.com/ HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET http://user:pass@api.example.com/ HTTP/1.1\r\nHost: a\r\n\r\n',
      'CONNECT api.example.com HTTP/1.1\r\n\r\n',
      'CONNECT api.example.com:99999 HTTP/1.1\r\n\r\n',
      'CONNECT http://api.example.com:443 HTTP/1.1\r\n\r\n',
      'CONNECT a@api.example.com:443 HTTP/1.1\r\n\r\n',
      'nonsense\r\n\r\n',
      'GET http://api.example.com/ HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      'GET http://api.example.com/ HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      `GET http://api.example.com/ HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
    ]) {
      assert.equal(statusOf(await say(request)), '400', request.slice(0, 60))
    }
  })

  it('serves one request a connection: a second one is never sent on', async (t) => {
    const seen: string[] = []
    const port = await serveHttp(t, (request, response) => {
      seen.push(request.url ?? '')
      response.end('first')
    })
    const { open } = proxied(t, [`localhost:${port}`])
    const get = (path: string): string => `GET http://localhost:${port}/${path} HTTP/1.1\r\nHost: a\r\n\r\n`
    const stream = open()
    stream.write(get('a') + get('b'))
    await text(stream).catch(() => '')
    assert.ok(!seen.includes('/b'))
  })

  it('tells of hosts that do not resolve, refuse or answer nonsense', async (t) => {
    const port = await serveTcp(t, (socket) => socket.end('220 no http here\r\n'))
    const odd = await serveTcp(t, (socket) =>
      socket.end('HTTP/1.1 200 OK\r\nA: b\u0001c\r\nContent-Length: 0\r\n\r\n'),
    )
    const { say } = proxied(
      t,
      [`localhost:${port}`, `localhost:${odd}`, 'localhost:1', 'gone.example'],
      async (host) => {
        if (host === 'localhost') return ['127.0.0.1']
        throw Object.assign(new Error('no'), { code: 'ENOTFOUND' })
      },
    )
    const get = async (host: string): Promise<string> =>
      statusOf(await say(`GET http://${host}/ HTTP/1.1\r\nHost: a\r\n\r\n`))
    assert.equal(await get(`localhost:${port}`), '502')
    assert.equal(await get(`localhost:${odd}`), '502')
    assert.equal(await get('localhost:1'), '502')
    assert.equal(await get('gone.example'), '502')
    assert.equal(statusOf(await say('CONNECT localhost:1 HTTP/1.1\r\n\r\n')), '502')
  })

  it('ends connections that ask nothing', async (t) => {
    const { open } = proxied(t, ['api.example.com'], PRIVATE, 20)
    const [silent, slow] = [open(), open()]
    slow.write('GET http://api.example.com/ HTTP/1.1\r\nX-')
    for (const stream of [silent, slow]) {
      await new Promise((resolve) => stream.once('close', resolve))
      assert.equal(stream.destroyed, true)
    }
  })

  it('forgets names past a limit, not their number', async (t) => {
    const { say, proxy } = proxied(t, ['api.example.com'])
    for (let at = 0; at < 300; at++) await say(`CONNECT h${at}.example:443 HTTP/1.1\r\n\r\n`)
    const counts = proxy.counts()
    assert.equal(counts.length, 257)
    assert.equal(counts.at(-1)?.host, '(others)')
    assert.equal(counts.at(-1)?.refused, 44)
  })

  it('hangs up at the other end when a program does', async (t) => {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const port = await serveTcp(t, (socket) => void socket.on('close', () => resolve()).resume())
    const { open } = proxied(t, [`127.0.0.1:${port}`])
    const stream = open()
    stream.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`)
    await new Promise((resolve) => stream.once('data', resolve))
    stream.destroy()
    await ended
  })

  it('ends everything when it is closed', async (t) => {
    const port = await serveTcp(t, (socket) => socket.resume())
    const { open, proxy, breaches } = proxied(t, [`127.0.0.1:${port}`])
    const stream = open()
    stream.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`)
    await new Promise((resolve) => stream.once('data', resolve))
    proxy.close()
    await setImmediate()
    assert.equal(stream.destroyed, true)
    assert.deepEqual(breaches, [undefined])
  })

  it('survives whatever a program says, and still serves the next one', async (t) => {
    const port = await serveHttp(t, (request, response) => request.pipe(response))
    const { open, say, breaches } = proxied(t, [`localhost:${port}`])
    const words = fc.constantFrom(
      'GET ',
      'POST ',
      'CONNECT ',
      `http://localhost:${port}/`,
      `localhost:${port}`,
      ' HTTP/1.1\r\n',
      ' HTTP/0.9\r\n',
      'Host: a\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Content-Length: 5\r\n',
      'Expect: 100-continue\r\n',
      'Connection: upgrade\r\nUpgrade: websocket\r\n',
      '5\r\nhello\r\n',
      '0\r\n\r\n',
      '\r\n',
      '\r\n\r\n',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 5, arbitrary: words }, fc.string()), { maxLength: 10 }),
        fc.boolean(),
        async (pieces, isAbrupt) => {
          const stream = open()
          for (const piece of pieces) if (piece !== '') stream.write(piece)
          if (isAbrupt) stream.destroy()
          else stream.resume().end()
          for (let turn = 0; turn < 5; turn++) await setImmediate()
          stream.destroy()
        },
      ),
      { numRuns: 300 },
    )
    assert.deepEqual(breaches, [])
    assert.match(await say(`GET http://localhost:${port}/ HTTP/1.1\r\nHost: a\r\n\r\n`), /^HTTP\/1.1 200 /)
  })

  it('takes no bad pattern', () => {
    assert.throws(() => createHostProxy({ hosts: ['*'] }), { code: 'OPTION_INVALID' })
  })
})
