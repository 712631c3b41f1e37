import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hashTool } from '../../../src/define/tool-hash.ts'
import { ToolwrightError } from '../../../src/errors/toolwright-error.ts'
import { toolsFromOpenApi } from '../../../src/sources/openapi/tools-from-open-api.ts'
import { documentOf, importOne, problemLines } from './import.ts'

const OK = { responses: { 200: { description: 'Fine' } } }
const named = (...ids: string[]): object =>
  documentOf(
    Object.fromEntries(ids.map((operationId, index) => [`/path${index}`, { get: { operationId, ...OK } }])),
  )
const namesOf = async (document: object): Promise<string[]> =>
  (await toolsFromOpenApi(document)).tools.map(({ definition }) => definition.name)

describe('toolsFromOpenApi', () => {
  it('names tools after their operation, else after method and path', async () => {
    assert.deepEqual(await namesOf(named('issues/list-for-repo', 'getPetById', 'execute')), [
      'issues_list_for_repo',
      'get_pet_by_id',
      'tool_execute',
    ])
    assert.deepEqual(await namesOf(documentOf({ '/pets/{petId}/toys': { get: OK, delete: OK } })), [
      'get_pets_pet_id_toys',
      'delete_pets_pet_id_toys',
    ])
  })

  it('names them alike whatever their order and whatever is chosen', async () => {
    const ids = ['getPet', 'get_pet', 'get-pet', 'x'.repeat(80)]
    const names = await namesOf(named(...ids))
    assert.deepEqual((await namesOf(named(...ids.toReversed()))).toReversed(), names)
    assert.equal(new Set(names).size, 4)
    assert.ok(
      names.every((name) => /^[a-z][a-z0-9_]{0,63}$/.test(name)),
      names.join(),
    )
    const { tools } = await toolsFromOpenApi(named(...ids), { only: { operationIds: ['get-pet'] } })
    assert.deepEqual(
      tools.map(({ definition }) => definition.name),
      [names[2]],
    )
  })

  it('tells two operations of one id apart by their paths', async () => {
    const { tools, changes } = await toolsFromOpenApi(named('list', 'list'))
    assert.deepEqual(
      tools.map(({ definition }) => definition.name),
      ['list', 'list_get_path1'],
    )
    assert.deepEqual(
      changes.map(({ kind }) => kind),
      ['name-duplicate'],
    )
  })

  it('puts a prefix before names', async () => {
    const { tools } = await toolsFromOpenApi(named('listPets'), { prefix: 'shop' })
    assert.equal(tools[0]?.definition.name, 'shop_list_pets')
    assert.deepEqual(tools[0]?.definition.origin, { source: 'openapi:tests', name: 'listPets' })
  })

  it('takes what only reads for low, the rest for high, and hears the caller', async () => {
    const document = documentOf({ '/a': { get: OK, head: OK, post: OK, put: OK, patch: OK, delete: OK } })
    const dangers = ({ tools }: Awaited<ReturnType<typeof toolsFromOpenApi>>): unknown =>
      tools.map(
        ({ definition }) =>
          `${JSON.stringify(definition.metadata['method'])},${definition.dangerLevel},${String(definition.constraints?.allowSideEffects ?? '')}`,
      )
    assert.deepEqual(dangers(await toolsFromOpenApi(document)), [
      '"GET",low,false',
      '"HEAD",low,false',
      '"POST",high,',
      '"PUT",high,',
      '"PATCH",high,',
      '"DELETE",high,',
    ])
    const levelled = await toolsFromOpenApi(document, {
      only: { methods: ['post', 'delete'] },
      dangerLevel: ({ method }) => (method === 'DELETE' ? 'critical' : undefined),
    })
    assert.deepEqual(dangers(levelled), ['"POST",high,', '"DELETE",critical,'])
  })

  it('chooses by tag, method, id and function', async () => {
    const document = documentOf({
      '/a': { get: { operationId: 'a', tags: ['x'] }, post: { operationId: 'b', tags: ['x', 'y'] } },
      '/c': { get: { operationId: 'c', deprecated: true } },
    })
    const chosen = async (
      only: NonNullable<Parameters<typeof toolsFromOpenApi>[1]>['only'],
    ): Promise<string> =>
      (await toolsFromOpenApi(document, { only })).tools.map(({ definition }) => definition.name).join()
    assert.equal(await chosen({ tags: ['x'] }), 'a,b')
    assert.equal(await chosen({ tags: ['x'], methods: ['post'] }), 'b')
    assert.equal(await chosen({ operationIds: ['c'] }), 'c')
    assert.equal(await chosen(({ deprecated }) => !deprecated), 'a,b')
  })

  it('says what is what: category, permission, words, pages', async () => {
    const { tool } = await importOne('get', '/pets', {
      summary: 'List pets',
      description: 'All of them.',
      deprecated: true,
      tags: ['pets'],
      parameters: [{ in: 'query', name: 'cursor', schema: { type: 'string' } }],
    })
    const { definition } = tool
    assert.equal(
      definition.description,
      'Deprecated.\n\nList pets\n\nAll of them.\n\nGives one page; ask for the next with `cursor`.',
    )
    assert.equal(definition.category, 'external_api')
    assert.deepEqual(definition.requiredPermissions, ['tool.network.fetch'])
    assert.deepEqual(definition.tags, ['pets'])
  })

  it('binds approvals to the server, the path and the credentials', async () => {
    const hashOf = async (options: object, url = 'https://a.example.com'): Promise<string> =>
      hashTool((await importOne('post', '/x', OK, { servers: [{ url }] }, options)).tool)
    const hash = await hashOf({})
    assert.equal(await hashOf({}), hash)
    assert.notEqual(await hashOf({}, 'https://b.example.com'), hash)
    assert.notEqual(await hashOf({ headers: { authorization: '${env:A}' } }), hash)
  })

  it('takes over what it can, and says why it could not take the rest', async () => {
    const outcome = await toolsFromOpenApi(
      documentOf({
        '/good': { get: { operationId: 'good' } },
        '/file': { get: { operationId: 'file', parameters: [{ $ref: 'file:///etc/passwd' }] } },
        '/parent': {
          get: {
            operationId: 'parent',
            parameters: [{ in: 'query', name: 'a', schema: { $ref: '../secrets.json#/a' } }],
          },
        },
        '/remote': {
          post: { operationId: 'remote', requestBody: { $ref: 'https://evil.example.com/body.json' } },
        },
        '/missing': {
          get: {
            operationId: 'missing',
            parameters: [{ in: 'query', name: 'a', schema: { $ref: '#/components/schemas/None' } }],
          },
        },
        '/server': { servers: [{ url: 'ftp://example.com' }], get: { operationId: 'server' } },
      }),
    )
    assert.deepEqual(
      outcome.tools.map(({ definition }) => definition.name),
      ['good'],
    )
    assert.deepEqual(problemLines(outcome), [
      'GET /file | $ref | SOURCE_UNSUPPORTED | `$ref` is `file:///etc/passwd`, which is elsewhere; nothing is fetched for it',
      'GET /parent | $ref | SOURCE_UNSUPPORTED | `$ref` is `../secrets.json#/a`, a file that is not in the folder of the document, or cannot be read',
      'POST /remote | $ref | SOURCE_UNSUPPORTED | `$ref` is `https://evil.example.com/body.json`, which is elsewhere; nothing is fetched for it',
      'GET /missing | $ref | SOURCE_UNSUPPORTED | `$ref` is `#/components/schemas/None`, but there is nothing at that place',
      'GET /server | servers | SOURCE_UNSUPPORTED | the server `ftp://example.com` is neither http nor https',
    ])
  })

  it('loses an output schema, and no tool, for a bad reference in an answer', async () => {
    const response = { 200: { content: { 'application/json': { schema: { $ref: '#/nowhere' } } } } }
    const { tool, kinds } = await importOne('get', '/a', { responses: response })
    assert.equal(tool.definition.outputSchema, undefined)
    assert.deepEqual(kinds, ['output-left-out'])
  })

  it('says what is no document of OpenAPI 3', async () => {
    const first = async (document: object): Promise<string> =>
      (await toolsFromOpenApi(document)).problems[0]?.message ?? ''
    assert.match(await first({ swagger: '2.0' }), /Swagger 2\.0/)
    assert.match(await first({ openapi: '4.0.0' }), /4\.0\.0 is not read/)
    assert.match(await first({ hello: 1 }), /no OpenAPI document/)
    assert.match(await first([]), /no OpenAPI document/)
    assert.match(await first(documentOf({})), /no operations/)
  })

  it('refuses options that are wrong, secrets written out among them', async () => {
    const wrong: readonly object[] = [
      { auth: { token: 'ghp_realsecret' } },
      { auth: { login: { username: 'ann', password: 'plain' } } },
      { headers: { host: 'x' } },
      { headers: { authorization: 'Bearer ${TOKEN}' } },
      { only: { tag: ['x'] } },
      { dangerLevel: 'harmless' },
      { prefix: 'No Prefix' },
      { allowHosts: ['http://x'] },
      { filter: 1 },
    ]
    for (const options of wrong) {
      await assert.rejects(
        toolsFromOpenApi(named('a'), options),
        (thrown) => ToolwrightError.is(thrown, 'OPTION_INVALID'),
        JSON.stringify(options),
      )
    }
  })
})
