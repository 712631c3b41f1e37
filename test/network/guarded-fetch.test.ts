import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { describe, it } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import {
  guardedFetch,
  type GuardedFetchOptions,
  type GuardedResponse,
} from '../../src/network/guarded-fetch.ts'
import { hostList } from '../../src/network/host-list.ts'
import type { ToolwrightError } from '../../src/errors/toolwright-error.ts'
import { TEST_CERTIFICATE } from '../fixtures/network/certificate.ts'
import { loopback, serveHttp, serveHttps, serveTcp } from '../fixtures/network/loopback-server.ts'

/** Every name is loopback, and those named with their port may be reached. */
const toLoopback = (...allow: string[]): GuardedFetchOptions => ({
  lookup: loopback,
  allow: hostList(allow),
  timeoutMs: 10_000,
})

async function fetched(url: string, options: GuardedFetchOptions): Promise<GuardedResponse> {
  const answer = await guardedFetch(url, options)
  assert.ok(answer.ok, answer.ok ? '' : answer.error.message)
  return answer.value
}

async function refused(url: string, options: GuardedFetchOptions = {}): Promise<ToolwrightError> {
  const answer = await guardedFetch(url, options)
  assert.ok(!answer.ok, 'it was fetched')
  return answer.error
}

const reasonOf = async (url: string, options: GuardedFetchOptions): Promise<unknown> =>
  (await refused(url, options)).details['reason']

describe('guardedFetch', () => {
  it('connects to the checked address and says the name to the server', async (t) => {
    const port = await serveHttp(t, ({ headers, url }, response) => response.end(`${headers.host} ${url}`))
    const value = await fetched(
      `http://Api.Example.test:${port}/a%20b?c=d#e`,
      toLoopback(`api.example.test:${port}`),
    )
    assert.equal(value.body.toString(), `api.example.test:${port} /a%20b?c=d`)
    assert.equal(value.status, 200)
    assert.equal(value.truncated, false)
  })

  it('checks certificates against the name, which the server hears', async (t) => {
    const port = await serveHttps(t, (request, response) =>
      response.end(String((request.socket as unknown as { servername: unknown }).servername)),
    )
    const options = toLoopback(`api.example.test:${port}`, `other.test:${port}`, `127.0.0.1:${port}`)
    const value = await fetched(`https://api.example.test:${port}/`, { ...options, ca: TEST_CERTIFICATE })
    assert.equal(value.body.toString(), 'api.example.test')
    assert.equal(await reasonOf(`https://api.example.test:${port}/`, options), 'tls') // nobody vouches for it
    const trusting = { ...options, ca: TEST_CERTIFICATE }
    assert.equal(await reasonOf(`https://other.test:${port}/`, trusting), 'tls')
    assert.equal(await reasonOf(`https://127.0.0.1:${port}/`, trusting), 'tls')
  })

  it('refuses private hosts, other schemes and passwords before anything is sent', async (t) => {
    let requests = 0
    const port = await serveHttp(t, (_request, response) => {
      requests++
      response.end()
    })
    const hosts = [
      '127.0.0.1',
      'localhost',
      '127.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:7f00:1]',
      '0',
      '127.0.0.1.',
    ]
    for (const host of hosts)
      assert.equal((await refused(`http://${host}:${port}/`)).code, 'NETWORK_BLOCKED', host)
    for (const url of [
      'file:///etc/passwd',
      'ftp://example.com/',
      'gopher://127.0.0.1:6379/_',
      'data:,x',
      'javascript:1',
    ]) {
      assert.equal((await refused(url)).code, 'NETWORK_BLOCKED', url)
    }
    const error = await refused('http://user:hunter2@example.com/')
    assert.equal(error.code, 'NETWORK_BLOCKED')
    assert.ok(!error.message.includes('hunter2'))
    for (const url of ['', 'nonsense', '/path', '//host', `http://a/${'x'.repeat(9_000)}`]) {
      assert.equal(await reasonOf(url, {}), 'url', url.slice(0, 20))
    }
    assert.equal(requests, 0)
  })

  it('resolves once: an answer that changes later changes nothing', async (t) => {
    const port = await serveHttp(t, (_request, response) => response.end('here'))
    let lookups = 0
    const lookup = async (): Promise<string[]> => (lookups++ === 0 ? ['127.0.0.1'] : ['203.0.113.9'])
    const allow = hostList([`rebind.test:${port}`])
    assert.equal((await fetched(`http://rebind.test:${port}/`, { lookup, allow })).body.toString(), 'here')
    assert.equal(lookups, 1)
  })

  it('uses no proxy of the environment', async (t) => {
    let proxied = 0
    const proxy = await serveHttp(t, (_request, response) => {
      proxied++
      response.end()
    })
    const port = await serveHttp(t, (_request, response) => response.end('direct'))
    process.env['HTTP_PROXY'] = `http://127.0.0.1:${proxy}`
    t.after(() => delete process.env['HTTP_PROXY'])
    const value = await fetched(`http://a.test:${port}/`, toLoopback(`a.test:${port}`))
    assert.equal(value.body.toString(), 'direct')
    assert.equal(proxied, 0)
  })
})

describe('redirects of guardedFetch', () => {
  it('are followed and counted, with relative addresses', async (t) => {
    const port = await serveHttp(t, ({ url }, response) => {
      if (url === '/end') response.end('end')
      else response.writeHead(302, { location: url === '/a' ? 'b' : '/end' }).end()
    })
    const value = await fetched(`http://a.test:${port}/a`, toLoopback(`a.test:${port}`))
    assert.deepEqual(
      [value.body.toString(), value.redirects, value.url],
      ['end', 2, `http://a.test:${port}/end`],
    )
  })

  it('to private addresses, other schemes and passwords are refused', async (t) => {
    let inner = 0
    const innerPort = await serveHttp(t, (_request, response) => {
      inner++
      response.end('secret')
    })
    const targets = [
      `http://127.0.0.1:${innerPort}/`,
      `http://localhost:${innerPort}/`,
      `//[::ffff:7f00:1]:${innerPort}/`,
      `http://2130706433:${innerPort}/`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'gopher://a.test/',
      `http://user:pass@a.test/`,
    ]
    let at = 0
    const port = await serveHttp(t, (_request, response) =>
      response.writeHead(302, { location: targets[at] }).end(),
    )
    for (; at < targets.length; at++) {
      const error = await refused(`http://a.test:${port}/`, toLoopback(`a.test:${port}`))
      assert.equal(error.code, 'NETWORK_BLOCKED', targets[at])
    }
    assert.equal(inner, 0)
  })

  it('end after the limit, and at what is no address', async (t) => {
    let requests = 0
    const port = await serveHttp(t, ({ url }, response) => {
      requests++
      response.writeHead(307, { location: url === '/loop' ? '/loop' : 'http://[' }).end()
    })
    const options = toLoopback(`a.test:${port}`)
    assert.equal(await reasonOf(`http://a.test:${port}/loop`, options), 'redirect')
    assert.equal(requests, 6)
    assert.equal(await reasonOf(`http://a.test:${port}/broken`, options), 'redirect')
  })

  it('carry no key and no body to another origin', async (t) => {
    const seen: IncomingHttpHeaders[] = []
    const other = await serveHttp(t, ({ headers }, response) => {
      seen.push(headers)
      response.end()
    })
    const port = await serveHttp(t, ({ url, headers }, response) => {
      if (url === '/same') {
        seen.push(headers)
        return response.end()
      }
      const location = url === '/stay' ? '/same' : `http://b.test:${other}/`
      response.writeHead(url === '/308' ? 308 : 302, { location }).end()
    })
    const options = toLoopback(`a.test:${port}`, `b.test:${other}`)
    const headers = { Authorization: 'key', Cookie: 'c=1', 'X-Api-Key': 'key', Accept: 'text/plain' }
    await fetched(`http://a.test:${port}/stay`, { ...options, headers })
    await fetched(`http://a.test:${port}/go`, { ...options, headers })
    assert.deepEqual([seen[0]?.authorization, seen[0]?.cookie, seen[0]?.['x-api-key']], ['key', 'c=1', 'key'])
    assert.deepEqual(
      [seen[1]?.authorization, seen[1]?.cookie, seen[1]?.['x-api-key'], seen[1]?.accept],
      [undefined, undefined, undefined, 'text/plain'],
    )
    const posted = { ...options, method: 'POST', body: 'secret' }
    assert.equal(await reasonOf(`http://a.test:${port}/308`, posted), 'redirect')
    await fetched(`http://a.test:${port}/go`, posted) // a 302 turns it into GET, without the body
    assert.equal(seen[2]?.['content-length'], undefined)
  })
})

describe('limits of guardedFetch', () => {
  const text = 'hello '.repeat(1_000)
  const codings: [string, Buffer][] = [
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['identity', Buffer.from(text)],
  ]

  it('unpack every coding that they ask for', async (t) => {
    let at = 0
    const port = await serveHttp(t, (_request, response) => {
      const [coding, body] = codings[at] ?? ['', Buffer.alloc(0)]
      response.writeHead(200, { 'content-encoding': coding }).end(body)
    })
    for (; at < codings.length; at++) {
      const value = await fetched(`http://a.test:${port}/`, toLoopback(`a.test:${port}`))
      assert.equal(value.body.toString(), text, codings[at]?.[0])
      assert.equal(value.truncated, false)
    }
  })

  it('cut bodies at the byte, as sent and as unpacked, and say so', async (t) => {
    let at = 0
    const port = await serveHttp(t, (_request, response) => {
      const [coding, body] = codings[at] ?? ['', Buffer.alloc(0)]
      response.writeHead(200, { 'content-encoding': coding }).end(body)
    })
    for (; at < codings.length; at++) {
      const options = { ...toLoopback(`a.test:${port}`), maxBytes: 1_000 }
      const value = await fetched(`http://a.test:${port}/`, options)
      assert.equal(value.body.toString(), text.slice(0, 1_000), codings[at]?.[0])
      assert.equal(value.truncated, true)
    }
  })

  it('take no memory for a bomb', async (t) => {
    const bombs: [string, Buffer][] = [
      ['gzip', gzipSync(Buffer.alloc(64 * 1024 * 1024))],
      ['br', brotliCompressSync(Buffer.alloc(64 * 1024 * 1024), { params: { 1: 1 } })],
      ['zstd', zstdCompressSync(Buffer.alloc(64 * 1024 * 1024))],
      ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(64 * 1024 * 1024)))],
    ]
    let at = 0
    const port = await serveHttp(t, (_request, response) => {
      const [coding, body] = bombs[at] ?? ['', Buffer.alloc(0)]
      response.writeHead(200, { 'content-encoding': coding }).end(body)
    })
    for (; at < bombs.length; at++) {
      const before = process.memoryUsage().arrayBuffers
      const options = { ...toLoopback(`a.test:${port}`), maxBytes: 1024 * 1024 }
      const value = await fetched(`http://a.test:${port}/`, options)
      assert.equal(value.body.length, 1024 * 1024)
      assert.equal(value.truncated, true)
      assert.ok(process.memoryUsage().arrayBuffers - before < 16 * 1024 * 1024, bombs[at]?.[0])
    }
  })

  it('hold for an endless body, and the connection ends', async (t) => {
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    const port = await serveHttp(t, (_request, response) => {
      const write = (): void => {
        while (response.write(Buffer.alloc(16_384))) continue
      }
      response
        .on('drain', write)
        .on('close', resolve)
        .on('error', () => undefined)
      write()
    })
    const value = await fetched(`http://a.test:${port}/`, {
      ...toLoopback(`a.test:${port}`),
      maxBytes: 100_000,
    })
    assert.deepEqual([value.body.length, value.truncated], [100_000, true])
    await closed
  })

  it('give a value for codings that are broken, unknown or nested too deep', async (t) => {
    let coding = 'gzip'
    const port = await serveHttp(t, (_request, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end('this is not packed')
    })
    const options = toLoopback(`a.test:${port}`)
    for (coding of ['gzip', 'br', 'zstd', 'deflate'])
      assert.equal(await reasonOf(`http://a.test:${port}/`, options), 'encoding', coding)
    for (coding of ['compress', '__proto__', 'gzip, gzip, gzip', 'constructor'])
      assert.equal(await reasonOf(`http://a.test:${port}/`, options), 'encoding', coding)
  })

  it('end what takes too long: no answer, slow headers, a slow body', async (t) => {
    const port = await serveTcp(t, (socket) => {
      socket.once('data', (data) => {
        if (data.includes('/slow-headers')) socket.write('HTTP/1.1 200 OK\r\nA: b\r\n')
        if (data.includes('/slow-body')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegin')
      })
    })
    const options = { ...toLoopback(`a.test:${port}`), timeoutMs: 60 }
    for (const path of ['none', 'slow-headers', 'slow-body'])
      assert.equal(await reasonOf(`http://a.test:${port}/${path}`, options), 'timeout', path)
    const controller = new AbortController()
    const answer = guardedFetch(`http://a.test:${port}/none`, {
      ...options,
      timeoutMs: 10_000,
      signal: controller.signal,
    })
    controller.abort()
    const { error } = (await answer) as { error: ToolwrightError }
    assert.equal(error.details['reason'], 'cancelled')
  })

  it('give values for endless headers, garbage, resets and refusals', async (t) => {
    const port = await serveTcp(t, (socket) => {
      socket.once('data', (data) => {
        if (data.includes('/headers')) {
          socket.write('HTTP/1.1 200 OK\r\n')
          const write = (): void => {
            while (!socket.destroyed && socket.write(`A: ${'b'.repeat(1_000)}\r\n`)) continue
          }
          socket.on('drain', write)
          write()
        } else if (data.includes('/garbage')) socket.end('220 mail.example ESMTP\r\n')
        else if (data.includes('/half')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')
        else if (data.includes('/switch'))
          socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')
        else socket.resetAndDestroy()
      })
    })
    const options = toLoopback(`a.test:${port}`, 'a.test:1')
    assert.equal(await reasonOf(`http://a.test:${port}/headers`, options), 'protocol')
    assert.equal(await reasonOf(`http://a.test:${port}/garbage`, options), 'protocol')
    assert.equal(await reasonOf(`http://a.test:${port}/reset`, options), 'connection')
    assert.equal(await reasonOf(`http://a.test:${port}/half`, options), 'connection')
    assert.equal(await reasonOf(`http://a.test:${port}/switch`, options), 'connection')
    assert.equal(await reasonOf('http://a.test:1/', options), 'connection')
  })

  it('never reject for what a caller puts into headers or methods', async (t) => {
    const port = await serveHttp(t, (_request, response) => response.end())
    const options = toLoopback(`a.test:${port}`)
    const url = `http://a.test:${port}/`
    assert.equal(
      (await refused(url, { ...options, headers: { 'x-a': 'b\r\nx-c: d' } })).code,
      'EXECUTE_FAILED',
    )
    assert.equal((await refused(url, { ...options, headers: { 'a b': 'c' } })).code, 'EXECUTE_FAILED')
    assert.equal(
      (await refused(url, { ...options, method: 'GET / HTTP/1.1\r\nX: y' })).code,
      'EXECUTE_FAILED',
    )
  })
})
