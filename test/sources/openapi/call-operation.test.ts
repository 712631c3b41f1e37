import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Tool } from '../../../src/define/tool.ts'
import { toolsFromOpenApi } from '../../../src/sources/openapi/tools-from-open-api.ts'
import type { OpenApiOptions } from '../../../src/sources/openapi/open-api-options.ts'
import { type Heard, listenForOne, run } from '../http/echo-server.ts'
import { documentOf } from './import.ts'

const ENVIRONMENT = { KEY: 'key-secret', USER: 'ann', PASSWORD: 'pass-word' }
const SCHEMES = {
  inHeader: { type: 'apiKey', in: 'header', name: 'X-Key' },
  inQuery: { type: 'apiKey', in: 'query', name: 'api key' },
  inQueryPlain: { type: 'apiKey', in: 'query', name: 'key' },
  inCookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
  basic: { type: 'http', scheme: 'Basic' },
  bearer: { type: 'http', scheme: 'bearer' },
  oauth: { type: 'oauth2', flows: {} },
  openId: { type: 'openIdConnect', openIdConnectUrl: 'https://id.example.com' },
  digest: { type: 'http', scheme: 'digest' },
}
const REFERENCE = '${env:KEY}'
const AUTH = {
  ...Object.fromEntries(Object.keys(SCHEMES).map((name) => [name, REFERENCE])),
  basic: { username: '${env:USER}', password: '${env:PASSWORD}' },
}

describe('an operation', () => {
  it('sends credentials as its scheme has it', async (t) => {
    const { host, url, heard } = await listenForOne(t)
    const sent = async (
      security: unknown,
      options: OpenApiOptions = {},
    ): Promise<Heard & { kinds: string }> => {
      const document = documentOf(
        { '/a': { get: { security } } },
        { servers: [{ url }], components: { securitySchemes: SCHEMES } },
      )
      const { tools, changes } = await toolsFromOpenApi(document, {
        auth: AUTH,
        environment: ENVIRONMENT,
        allowHosts: [host],
        ...options,
      })
      await run(tools[0] as Tool, {})
      return { ...heard(), kinds: changes.map(({ kind }) => kind).join() }
    }
    assert.equal((await sent([{ inHeader: [] }])).headers['x-key'], 'key-secret')
    assert.equal((await sent([{ inQueryPlain: [] }])).url, '/a?key=key-secret')
    assert.equal((await sent([{ inCookie: [] }])).headers.cookie, 'sid=key-secret')
    assert.equal((await sent([{ basic: [] }])).headers.authorization, `Basic ${btoa('ann:pass-word')}`)
    for (const name of ['bearer', 'oauth', 'openId'])
      assert.equal((await sent([{ [name]: [] }])).headers.authorization, 'Bearer key-secret')
    const both = await sent([{ inHeader: [], bearer: [] }])
    assert.equal(both.headers['x-key'], 'key-secret')
    assert.equal(both.headers.authorization, 'Bearer key-secret')
    // The first alternative for which there is everything.
    assert.equal(
      (await sent([{ unknown: [] }, { digest: [] }, { inHeader: [] }])).headers['x-key'],
      'key-secret',
    )
    assert.equal((await sent([{ inHeader: [] }, {}], { auth: {} })).kinds, '')
    assert.equal((await sent([{ inHeader: [] }], { auth: {} })).kinds, 'auth-missing')
    assert.equal((await sent([{ digest: [] }])).kinds, 'auth-missing,auth-missing')
  })

  it('asks the model for no key that the caller gave', async () => {
    const parameters = ['X-Key', 'x-other'].map((name) => ({
      in: 'header',
      name,
      schema: { type: 'string' },
    }))
    const document = documentOf(
      { '/a': { get: { parameters, security: [{ inHeader: [] }] } } },
      { components: { securitySchemes: SCHEMES } },
    )
    const { tools } = await toolsFromOpenApi(document, { auth: AUTH })
    assert.deepEqual(Object.keys(tools[0]?.definition.inputSchema.properties ?? {}), ['x-other'])
  })

  it('lets no document choose a header of the connection, or all hosts for one', async () => {
    const key = { type: 'apiKey', in: 'header', name: 'Host' }
    const document = documentOf(
      { '/a': { get: { security: [{ key: [] }] } } },
      { components: { securitySchemes: { key } } },
    )
    const { changes } = await toolsFromOpenApi(document, { auth: { key: REFERENCE } })
    assert.match(changes[0]?.message ?? '', /no usable name/)
    const wide = await toolsFromOpenApi(
      documentOf({ '/a': { get: {} } }, { servers: [{ url: 'https://*.com' }] }),
    )
    assert.match(wide.problems[0]?.message ?? '', /no plain name of a host/)
  })

  it('sends credentials to no host that only it names', async (t) => {
    const own = await listenForOne(t)
    const other = await listenForOne(t)
    const document = documentOf(
      { '/a': { get: { servers: [{ url: other.url }] } } },
      { servers: [{ url: own.url }] },
    )
    const options = { headers: { authorization: REFERENCE }, environment: ENVIRONMENT }
    const { tools, changes } = await toolsFromOpenApi(document, { ...options, allowHosts: [own.host] })
    assert.deepEqual(
      changes.map(({ kind }) => kind),
      ['auth-withheld'],
    )
    assert.equal(tools.length, 1)
    const allowed = await toolsFromOpenApi(document, { ...options, allowHosts: [other.host] })
    assert.deepEqual(allowed.changes, [])
    await run(allowed.tools[0] as Tool, {})
    assert.equal(other.heard().headers.authorization, 'key-secret')
  })

  it('is sent to the server that its variables name', async (t) => {
    const { host, url, heard } = await listenForOne(t)
    const servers = [
      { url: `${url}/{version}/`, variables: { version: { default: 'v1', enum: ['v1', 'v2'] } } },
    ]
    const called = async (options: OpenApiOptions): Promise<string> => {
      const { tools, problems } = await toolsFromOpenApi(documentOf({ '/a': { get: {} } }, { servers }), {
        allowHosts: [host],
        ...options,
      })
      if (tools[0] === undefined) return problems[0]?.message ?? ''
      await run(tools[0], {})
      return heard().url
    }
    assert.equal(await called({}), '/v1/a')
    assert.equal(await called({ serverVariables: { version: 'v2' } }), '/v2/a')
    assert.match(await called({ serverVariables: { version: '../x' } }), /is no value of the server variable/)
    assert.equal(await called({ servers: [`${url}/other`] }), '/other/a')
  })

  it('sends forms as their encoding has it', async (t) => {
    const { host, url, heard } = await listenForOne(t)
    const form = (type: string, properties: object, encoding: object): object =>
      documentOf(
        {
          '/a': {
            post: {
              requestBody: {
                required: true,
                content: { [type]: { schema: { type: 'object', properties }, encoding } },
              },
            },
          },
        },
        { servers: [{ url }] },
      )
    const send = async (document: object, args: object): Promise<Heard> => {
      const { tools } = await toolsFromOpenApi(document, { allowHosts: [host] })
      assert.equal((await run(tools[0] as Tool, args)).type, 'json')
      return heard()
    }
    const properties = {
      list: { type: 'array', items: { type: 'string' } },
      object: { type: 'object' },
      file: { type: 'string', format: 'binary' },
    }
    const encoded = await send(
      form('application/x-www-form-urlencoded', properties, {
        list: { style: 'pipeDelimited' },
        object: { style: 'deepObject', explode: true },
      }),
      { list: ['a', 'b'], object: { k: 'v' } },
    )
    assert.equal(encoded.body.toString(), 'list=a%7Cb&object%5Bk%5D=v')
    const { body, headers } = await send(
      form('multipart/form-data', properties, { file: { contentType: 'image/png, image/jpeg' } }),
      { object: { k: 'v' }, file: btoa('bytes') },
    )
    assert.match(headers['content-type'] ?? '', /^multipart\/form-data; boundary=/)
    assert.match(body.toString(), /name="file"; filename="file"\r\nContent-Type: image\/png\r\n\r\nbytes\r\n/)
    assert.match(body.toString(), /name="object"\r\nContent-Type: application\/json\r\n\r\n\{"k":"v"\}\r\n/)
  })

  it('tells the server exactly its arguments', async (t) => {
    const { host, url, heard } = await listenForOne(t)
    const text = { schema: { type: 'string' } }
    const list = { schema: { type: 'array', items: { type: 'string' } } }
    const parameters = [
      { in: 'path', name: 'id', required: true, ...text },
      { in: 'path', name: 'many', required: true, style: 'matrix', explode: true, ...list },
      { in: 'query', name: 'q', ...text },
      { in: 'query', name: 'each', ...list },
      { in: 'query', name: 'pipes', style: 'pipeDelimited', explode: false, ...list },
      {
        in: 'query',
        name: 'deep',
        style: 'deepObject',
        schema: { type: 'object', additionalProperties: { type: 'string' } },
      },
      { in: 'query', name: 'as_json', content: { 'application/json': { schema: {} } } },
      { in: 'cookie', name: 'session', ...text },
    ]
    const schema = { type: 'object', properties: { any: {} } }
    const requestBody = { required: true, content: { 'application/json': { schema } } }
    const document = documentOf(
      { '/items/{id}/x{many}/end': { post: { parameters, requestBody } } },
      { servers: [{ url }] },
    )
    const { tools, problems } = await toolsFromOpenApi(document, { allowHosts: [host] })
    assert.deepEqual(problems, [])
    const anyText = fc.string({ unit: 'grapheme', maxLength: 12 })
    // What a path cannot say is refused before anything is sent; see the tests of http tools.
    const inPath = anyText.filter((value) => value !== '' && !/[./\\%;]|\p{Cc}/u.test(value))
    const args = fc.record({
      id: inPath,
      many: fc.array(inPath, { minLength: 1, maxLength: 3 }),
      q: anyText,
      each: fc.array(anyText, { minLength: 1, maxLength: 3 }),
      pipes: fc.array(
        anyText.filter((value) => !value.includes('|')),
        { minLength: 1, maxLength: 3 },
      ),
      deep: fc.dictionary(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }).filter((name) => !/[[\]]/.test(name)),
        anyText,
        { minKeys: 1, maxKeys: 3, noNullPrototype: true },
      ),
      as_json: fc.jsonValue({ maxDepth: 2 }),
      session: anyText,
      any: fc.jsonValue({ maxDepth: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(args, async (given) => {
        const output = await run(tools[0] as Tool, given)
        assert.equal(output.type, 'json', JSON.stringify(output))
        const { url: sent, headers, body } = heard()
        const { pathname, searchParams } = new URL(sent, url)
        const [, , id = '', many = ''] = pathname.split('/')
        assert.equal(decodeURIComponent(id), given.id)
        assert.deepEqual(
          many
            .split(';')
            .slice(1)
            .map((pair) => decodeURIComponent(pair.replace(/^many=?/, ''))),
          given.many,
        )
        assert.equal(searchParams.get('q'), given.q)
        assert.deepEqual(searchParams.getAll('each'), given.each)
        assert.deepEqual(searchParams.get('pipes')?.split('|'), given.pipes)
        const deep = [...searchParams].flatMap(([name, value]) =>
          name.startsWith('deep[') ? [[name.slice(5, -1), value]] : [],
        )
        assert.deepEqual(deep, Object.entries(given.deep))
        assert.equal(searchParams.get('as_json'), JSON.stringify(given.as_json))
        assert.equal(decodeURIComponent(headers.cookie?.replace('session=', '') ?? ''), given.session)
        assert.deepEqual(JSON.parse(body.toString()), JSON.parse(JSON.stringify({ any: given.any })))
      }),
      { numRuns: 150 },
    )
  })
})
