import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ToolwrightError } from '../../../src/errors/toolwright-error.ts'
import { defineHttpTool } from '../../../src/sources/http/define-http-tool.ts'
import type { HttpRequestConfig } from '../../../src/sources/http/http-tool-config.ts'
import type { Tool } from '../../../src/define/tool.ts'
import { serveHttp } from '../../fixtures/network/loopback-server.ts'
import { failureOf, listenForOne, run } from './echo-server.ts'

const ENVIRONMENT = { TOKEN: 'top-secret-token', USER: 'ann', PASSWORD: 'p:w"d', BROKEN: 'a\r\nx-admin: 1' }

/** A tool whose arguments may be anything. */
function toolOf(names: readonly string[], request: HttpRequestConfig): Tool {
  const properties = Object.fromEntries(names.map((name) => [name, {}]))
  return defineHttpTool(
    { name: 'tested', description: 'Tested', input: { type: 'object', properties }, ...request },
    { environment: ENVIRONMENT },
  )
}

describe('an HTTP tool', () => {
  it('puts arguments where they belong', async (t) => {
    const { host, url, heard } = await listenForOne(t)
    const tool = toolOf(['owner', 'labels', 'trace', 'session', 'title', 'note'], {
      method: 'POST',
      url: `${url}/repos/{owner}/issues?per_page=5&q={note}`,
      headers: { Authorization: 'Bearer ${env:TOKEN}', 'User-Agent': 'tests' },
      query: { key: '${env:TOKEN}' },
      cookies: { theme: 'dark' },
      parameters: {
        labels: { in: 'query', explode: false },
        trace: { in: 'header', name: 'X-Trace' },
        session: { in: 'cookie' },
      },
      allowHosts: [host],
    })
    const args = {
      owner: 'a b/c',
      labels: ['x', 'y,z'],
      trace: ['1', '2'],
      session: 's;1',
      title: 'T',
      note: 'n&m',
    }
    assert.deepEqual(await run(tool, args).then((output) => output.type), 'json')
    const { method, url: path, headers, body } = heard()
    assert.equal(method, 'POST')
    assert.equal(path, '/repos/a%20b%2Fc/issues?per_page=5&key=top-secret-token&labels=x,y%2Cz&q=n%26m')
    assert.equal(headers.authorization, 'Bearer top-secret-token')
    assert.equal(headers['user-agent'], 'tests')
    assert.equal(headers['x-trace'], '1,2')
    assert.equal(headers.cookie, 'theme=dark; session=s%3B1')
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(body.toString(), '{"title":"T"}')
  })

  it('sends user name and password', async (t) => {
    const { host, url, heard } = await listenForOne(t)
    await run(
      toolOf([], {
        url: `${url}/`,
        basicAuth: { username: '${env:USER}', password: '${env:PASSWORD}' },
        allowHosts: [host],
      }),
      {},
    )
    assert.equal(heard().headers.authorization, `Basic ${btoa('ann:p:w"d')}`)
  })

  const ESCAPES = [
    '..',
    '.',
    '../admin',
    'a/../b',
    '%2e%2e',
    '%2E%2e/x',
    '%252e%252e%252f',
    '..\\x',
    'a\\..\\b',
    '..;/x',
    '',
    'a\nb',
    'a\0',
    '%c0/../x',
  ]
  for (const id of ESCAPES) {
    it(`does not let ${JSON.stringify(id)} change which address is called`, async () => {
      for (const allowReserved of [false, true]) {
        const tool = toolOf(['id'], {
          url: 'https://api.example.com/users/{id}/keys',
          parameters: { id: { in: 'path', allowReserved } },
        })
        assert.match(failureOf(await run(tool, { id })), /^The argument 'id' /)
      }
    })
  }

  it('sees dots that two arguments make together, and empty segments', async () => {
    const pair = toolOf(['a', 'b'], { url: 'https://api.example.com/x/{a}{b}/y' })
    assert.match(failureOf(await run(pair, { a: 'x', b: '/.' })), /no segments/)
    assert.equal(
      failureOf(await run(pair, { a: '%2', b: 'e' })),
      'The arguments would change which address is called.',
    )
    const slashes = toolOf(['a'], {
      url: 'https://api.example.com/{a}',
      parameters: { a: { in: 'path', allowReserved: true } },
    })
    assert.match(failureOf(await run(slashes, { a: 'x//y' })), /empty segment/)
    const lists = toolOf(['a'], { url: 'https://api.example.com/{a}' })
    assert.match(failureOf(await run(lists, { a: ['x', '..'] })), /no segments/)
  })

  it('keeps slashes of a path where that was asked for', async (t) => {
    const { host, url, heard } = await listenForOne(t)
    await run(
      toolOf(['path'], {
        url: `${url}/files/{path}`,
        parameters: { path: { in: 'path', allowReserved: true } },
        allowHosts: [host],
      }),
      { path: 'docs/a b.md' },
    )
    assert.equal(heard().url, '/files/docs/a%20b.md')
  })

  it('lets no argument begin a header of its own', async (t) => {
    const { host, url } = await listenForOne(t)
    const header = toolOf(['trace'], {
      url,
      parameters: { trace: { in: 'header', name: 'x-trace' } },
      allowHosts: [host],
    })
    for (const trace of ['a\r\nx-admin: 1', 'a\nb', 'a\0b', 'ä'])
      assert.match(failureOf(await run(header, { trace })), /no line breaks/)
    const broken = toolOf([], { url, headers: { 'x-key': '${env:BROKEN}' }, allowHosts: [host] })
    const message = failureOf(await run(broken, {}))
    assert.match(message, /'x-key'/)
    assert.doesNotMatch(message, /admin/)
  })

  it('says which variable is not set, and sends nothing', async (t) => {
    const { host, url, heard } = await listenForOne(t)
    const tool = toolOf([], { url, headers: { authorization: 'Bearer ${env:MISSING}' }, allowHosts: [host] })
    await assert.rejects(
      run(tool, {}),
      (thrown) => ToolwrightError.is(thrown, 'TOOL_NOT_CONFIGURED') && thrown.message.includes('`MISSING`'),
    )
    assert.throws(heard)
  })

  it('hides secrets that a server shows', async (t) => {
    const port = await serveHttp(t, ({ headers, url }, response) => {
      response.statusCode = url === '/bad' ? 401 : 200
      response.end(
        JSON.stringify({ token: headers.authorization, basic: btoa('ann:p:w"d'), password: 'p:w"d' }),
      )
    })
    const shared = {
      basicAuth: { username: '${env:USER}', password: '${env:PASSWORD}' },
      headers: { 'x-key': '${env:TOKEN}' },
      allowHosts: [`127.0.0.1:${port}`],
    }
    const good = await run(toolOf([], { url: `http://127.0.0.1:${port}/`, ...shared }), {})
    assert.deepEqual(good.type === 'json' && good.value, {
      token: 'Basic <secret>',
      basic: '<secret>',
      password: '<secret>',
    })
    const bad = failureOf(await run(toolOf([], { url: `http://127.0.0.1:${port}/bad`, ...shared }), {}))
    assert.equal(
      bad,
      'The server answered 401 Unauthorized. {"token":"Basic <secret>","basic":"<secret>","password":"<secret>"}',
    )
  })

  it('reaches no private address that was not allowed by name', async (t) => {
    const { url, host } = await listenForOne(t)
    for (const address of [
      url,
      'http://localhost:9/',
      'http://169.254.169.254/latest',
      'http://[::1]/',
      'http://10.0.0.1/',
    ]) {
      await assert.rejects(
        run(toolOf([], { url: address }), {}),
        (thrown) => ToolwrightError.is(thrown, 'NETWORK_BLOCKED'),
        address,
      )
    }
    assert.equal((await run(toolOf([], { url, allowHosts: [host] }), {})).type, 'json')
  })

  it('follows redirects to allowed hosts only, and takes no credentials along', async (t) => {
    const other = await listenForOne(t)
    const port = await serveHttp(t, (_request, response) =>
      response.writeHead(302, { location: `${other.url}/there` }).end(),
    )
    const host = `127.0.0.1:${port}`
    const request = {
      url: `http://${host}/`,
      headers: { authorization: 'Bearer ${env:TOKEN}', 'x-key': '${env:TOKEN}' },
    }
    await assert.rejects(run(toolOf([], { ...request, allowHosts: [host] }), {}), (thrown) =>
      ToolwrightError.is(thrown, 'NETWORK_BLOCKED'),
    )
    await run(toolOf([], { ...request, allowHosts: [host, other.host] }), {})
    assert.equal(other.heard().url, '/there')
    assert.equal(other.heard().headers.authorization, undefined)
    assert.equal(other.heard().headers['x-key'], undefined)
  })

  it('ends at its time limit and when the call is cancelled', async (t) => {
    const port = await serveHttp(t, () => undefined)
    const request = { url: `http://127.0.0.1:${port}/`, allowHosts: [`127.0.0.1:${port}`] }
    const late = await run(toolOf([], { ...request, timeoutMs: 50 }), {})
    assert.match(failureOf(late), /did not answer in time/)
    assert.equal(late.type === 'error' && late.retryable, true)
    const posted = await run(toolOf([], { ...request, method: 'POST', timeoutMs: 50 }), {})
    assert.equal(posted.type === 'error' && posted.retryable, false)
    const cancelled = await run(toolOf([], request), {}, AbortSignal.abort())
    assert.match(failureOf(cancelled), /cancelled/)
  })

  it('sends bodies of every kind', async (t) => {
    const { host, url, heard } = await listenForOne(t)
    const send = async (
      body: NonNullable<HttpRequestConfig['body']>,
      args: Readonly<Record<string, unknown>>,
    ): Promise<string> => {
      const output = await run(
        toolOf(Object.keys(args), { method: 'POST', url, body, allowHosts: [host] }),
        args,
      )
      assert.equal(output.type, 'json', JSON.stringify(output))
      const { headers } = heard()
      return `${headers['content-type'] ?? 'none'} | ${heard().body.toString()}`
    }
    assert.equal(await send({ argument: 'all' }, { all: [1, 'a'] }), 'application/json | [1,"a"]')
    assert.equal(await send({ isRequired: true }, {}), 'application/json | {}')
    assert.equal(await send({}, {}), 'none | ')
    assert.equal(
      await send({ contentType: 'application/vnd.x+json' }, { a: 1 }),
      'application/vnd.x+json | {"a":1}',
    )
    assert.equal(
      await send({ contentType: 'text/plain', argument: 'note' }, { note: 'ä' }),
      'text/plain; charset=utf-8 | ä',
    )
    assert.equal(
      await send(
        { contentType: 'application/x-www-form-urlencoded', fields: { deep: { style: 'deepObject' } } },
        { a: 'x y&z', list: [1, 2], object: { k: 1 }, deep: { k: 1 } },
      ),
      'application/x-www-form-urlencoded | a=x%20y%26z&list=1&list=2&object=%7B%22k%22%3A1%7D&deep%5Bk%5D=1',
    )
    assert.equal(
      await send(
        { contentType: 'application/octet-stream', argument: 'data', isBinary: true },
        { data: btoa('bytes') },
      ),
      'application/octet-stream | bytes',
    )
  })

  it('sends forms of several parts', async (t) => {
    const { host, url, heard } = await listenForOne(t)
    const body = {
      contentType: 'multipart/form-data',
      fields: { 'fi"le\r\n': { isFile: true, contentType: 'image/png' } },
    }
    await run(
      toolOf(['note', 'meta', 'tags', 'fi"le\r\n'], { method: 'POST', url, body, allowHosts: [host] }),
      {
        note: 'hello',
        meta: { a: 1 },
        tags: ['x', 'y'],
        'fi"le\r\n': btoa('bytes'),
      },
    )
    const type = heard().headers['content-type'] ?? ''
    const form = await new Response(new Uint8Array(heard().body), {
      headers: { 'content-type': type },
    }).formData()
    assert.equal(form.get('note'), 'hello')
    assert.deepEqual(form.getAll('tags'), ['x', 'y'])
    assert.match(heard().body.toString(), /name="meta"\r\nContent-Type: application\/json\r\n\r\n\{"a":1\}/)
    const file = [...form.values()].find((value) => typeof value !== 'string')
    assert.ok(file instanceof File)
    assert.equal(file.type, 'image/png')
    assert.equal(await file.text(), 'bytes')
    const wrong = await run(
      toolOf(['f'], {
        method: 'POST',
        url,
        body: { ...body, fields: { f: { isFile: true } } },
        allowHosts: [host],
      }),
      { f: 'no base64!' },
    )
    assert.match(failureOf(wrong), /base64/)
  })
})
