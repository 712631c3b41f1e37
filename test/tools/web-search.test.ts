import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { webSearchTool } from '../../src/tools/web-search.ts'
import { brave } from '../../src/tools/web/brave.ts'
import type { SearchService } from '../../src/tools/web/search-service.ts'
import { searxng } from '../../src/tools/web/searxng.ts'
import { serviceFromEnvironment } from '../../src/tools/web/service-from-environment.ts'
import { loopback, serveHttp } from '../fixtures/network/loopback-server.ts'
import { runTool } from './run-tool.ts'

const finding = (results: Awaited<ReturnType<SearchService['search']>>): SearchService => ({
  name: 'fake',
  search: async () => results,
})

/** A server that gives one answer to everything and remembers what it was asked. */
async function answering(t: TestContext, status: number, body: string) {
  const asked: Pick<IncomingMessage, 'url' | 'headers'>[] = []
  const port = await serveHttp(t, ({ url, headers }, response) => {
    asked.push({ url, headers })
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  return { port, asked }
}

const RESULT = {
  title: 'T',
  url: 'https://a.example/',
  content: 'S',
  description: 'a <strong>bold</strong> &amp; S',
}
const KEY = 'BSA-secret-key-0123456789'

describe('web_search', () => {
  it('is defined as it is listed', () => {
    const { definition } = webSearchTool()
    assert.equal(definition.name, 'web_search')
    assert.equal(definition.dangerLevel, 'safe')
    assert.equal(definition.category, 'network')
    assert.deepEqual(definition.requiredPermissions, ['tool.network.fetch'])
    assert.deepEqual(Object.keys(definition.inputSchema.properties ?? {}), ['query', 'max_results'])
    assert.deepEqual(definition.inputSchema.required, ['query'])
  })

  it('lists titles, addresses and excerpts', async () => {
    const search = finding([
      { title: 'One', url: 'https://a.example/1', snippet: 'first' },
      { title: '', url: 'http://b.example/', snippet: '' },
    ])
    const { text } = await runTool(webSearchTool({ search }), { query: 'q' })
    assert.equal(text, '1. One\n   https://a.example/1\n   first\n\n2. b.example\n   http://b.example/')
  })

  it('cleans and cuts what strangers wrote', async () => {
    const search = finding([
      {
        title: 'A\n\n2. <b>B</b>\u202E\u{E0041}',
        url: 'https://a.example/',
        snippet: `&lt;x&gt; &#x41; ${'y'.repeat(2_000)}`,
      },
      { title: 'script', url: 'javascript:alert(1)', snippet: '' },
      { title: 'none', url: 'nonsense', snippet: '' },
      { title: 'long', url: `https://a.example/${'x'.repeat(3_000)}`, snippet: '' },
    ])
    const { text } = await runTool(webSearchTool({ search }), { query: 'q' })
    assert.ok(text.startsWith('1. A 2. B\n   https://a.example/\n   <x> A yyy'))
    assert.ok(text.length < 600)
    assert.equal(text.split('\n').length, 3)
  })

  it('gives no more than asked for, and says when there is nothing', async () => {
    const many = Array.from({ length: 30 }, (_, at) => ({
      title: `t${at}`,
      url: 'https://a.example/',
      snippet: '',
    }))
    const countOf = async (args: object): Promise<number> =>
      (await runTool(webSearchTool({ search: finding(many) }), { query: 'q', ...args })).text.split('\n\n')
        .length
    assert.equal(await countOf({}), 10)
    assert.equal(await countOf({ max_results: 3 }), 3)
    const { text } = await runTool(webSearchTool({ search: finding([]) }), { query: 'rare words' })
    assert.equal(text, "Nothing was found for 'rare words'.")
  })

  it('says how to configure it when it is not', async (t) => {
    const { TOOLWRIGHT_SEARXNG_URL: url, BRAVE_API_KEY: key } = process.env
    delete process.env['TOOLWRIGHT_SEARXNG_URL']
    delete process.env['BRAVE_API_KEY']
    t.after(() => {
      if (url !== undefined) process.env['TOOLWRIGHT_SEARXNG_URL'] = url
      if (key !== undefined) process.env['BRAVE_API_KEY'] = key
    })
    await assert.rejects(runTool(webSearchTool(), { query: 'q' }), {
      code: 'TOOL_NOT_CONFIGURED',
      message: /searxng\(\{ url \}\).*brave\(\{ apiKey \}\).*TOOLWRIGHT_SEARXNG_URL or BRAVE_API_KEY/,
    })
  })

  it('takes a service from the environment', () => {
    assert.equal(serviceFromEnvironment({}), undefined)
    assert.equal(serviceFromEnvironment({ BRAVE_API_KEY: '' }), undefined)
    assert.equal(serviceFromEnvironment({ BRAVE_API_KEY: KEY })?.name, 'Brave')
    const both = { BRAVE_API_KEY: KEY, TOOLWRIGHT_SEARXNG_URL: 'http://searx.internal:8080' }
    assert.equal(serviceFromEnvironment(both)?.name, 'SearXNG')
  })
})

describe('searxng', () => {
  it('asks an instance that the operator named, private or not, at its path', async (t) => {
    const { port, asked } = await answering(t, 200, JSON.stringify({ results: [RESULT, null, 7, {}] }))
    const search = searxng({ url: `http://searx.internal:${port}/sub`, lookup: loopback })
    const { text } = await runTool(webSearchTool({ search }), { query: 'a b&c' })
    assert.equal(asked[0]?.url, '/sub/search?q=a+b%26c&format=json')
    assert.equal(text, '1. T\n   https://a.example/\n   S')
  })

  it('follows no redirect to another private host', async (t) => {
    const inner = await answering(t, 200, '{}')
    const port = await serveHttp(t, (_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${inner.port}/` }).end(),
    )
    const search = searxng({ url: `http://searx.internal:${port}`, lookup: loopback })
    await assert.rejects(runTool(webSearchTool({ search }), { query: 'q' }), { code: 'NETWORK_BLOCKED' })
    assert.equal(inner.asked.length, 0)
  })

  it('tells of an instance that refuses, or answers something else', async (t) => {
    const ask = async (status: number, body: string): Promise<string> => {
      const { port } = await answering(t, status, body)
      const search = searxng({ url: `http://searx.internal:${port}`, lookup: loopback })
      return runTool(webSearchTool({ search }), { query: 'q' }).then(
        ({ text, message, retryable }) => text ?? `${message}${retryable ? ' (later)' : ''}`,
      )
    }
    assert.equal(
      await ask(403, ''),
      'The search service SearXNG answered 403. Check the key of the service; SearXNG answers so when `json` is not in its `search.formats`.',
    )
    assert.equal(
      await ask(500, ''),
      'The search service SearXNG answered 500. Read the log of the service. (later)',
    )
    assert.equal(await ask(200, '<html>'), 'The search service SearXNG did not answer with JSON.')
    for (const odd of [
      'null',
      '[]',
      '7',
      '{"results":{}}',
      '{"results":[[]]}',
      '{"__proto__":{"results":[1]}}',
    ])
      assert.equal(await ask(200, odd), "Nothing was found for 'q'.", odd)
  })

  it('takes no bad address', () => {
    for (const url of ['', 'nonsense', 'ftp://a.example', 'http://user:pass@a.example'])
      assert.throws(() => searxng({ url }), { code: 'OPTION_INVALID' }, url)
  })
})

describe('brave', () => {
  it('sends the key in its header, and reads excerpts without their tags', async (t) => {
    const { port, asked } = await answering(t, 200, JSON.stringify({ web: { results: [RESULT] } }))
    const search = brave({ apiKey: KEY, url: `http://brave.test:${port}/web/search`, lookup: loopback })
    const { text } = await runTool(webSearchTool({ search }), { query: 'q', max_results: 50 })
    assert.equal(asked[0]?.url, '/web/search?q=q&count=20')
    assert.equal(asked[0]?.headers['x-subscription-token'], KEY)
    assert.equal(text, '1. T\n   https://a.example/\n   a bold & S')
  })

  it('never shows the key, whatever goes wrong', async (t) => {
    const errors: unknown[] = []
    const ask = async (url: string): Promise<void> => {
      const search = brave({ apiKey: KEY, url, lookup: loopback })
      await runTool(webSearchTool({ search }), { query: 'q' }).then(
        (answer) => answer.type === 'error' && errors.push(answer),
        (error: unknown) => errors.push(error),
      )
    }
    for (const [status, body] of [
      [401, KEY],
      [429, KEY],
      [500, KEY],
      [200, KEY],
    ] as const) {
      const { port } = await answering(t, status, body)
      await ask(`http://brave.test:${port}/`)
    }
    await ask('http://brave.test:1/')
    const redirected: IncomingMessage['headers'][] = []
    const other = await serveHttp(t, ({ headers }, response) => {
      redirected.push(headers)
      response.end()
    })
    const port = await serveHttp(t, (_request, response) =>
      response.writeHead(302, { location: `http://brave.test:${other}/` }).end(),
    )
    await ask(`http://brave.test:${port}/`)
    assert.equal(errors.length, 6)
    for (const error of errors) {
      const { message, stack, cause } = error as Error
      assert.ok(!`${message} ${stack} ${String(cause)} ${JSON.stringify(error)}`.includes(KEY))
    }
    assert.equal(redirected.length, 0) // another port is another host: it was not allowed
  })

  it('takes no key that a header cannot hold', () => {
    for (const apiKey of ['', 'a b', 'a\nb', 'ключ'])
      assert.throws(() => brave({ apiKey }), { code: 'OPTION_INVALID' })
  })
})
