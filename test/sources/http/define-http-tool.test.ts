import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hashTool } from '../../../src/define/tool-hash.ts'
import { ToolwrightError } from '../../../src/errors/toolwright-error.ts'
import { defineHttpTool } from '../../../src/sources/http/define-http-tool.ts'

const USER = {
  name: 'get_user',
  description: 'Reads a user',
  input: [{ name: 'id', type: 'string', required: true }],
  url: 'https://api.example.com/users/{id}',
} as const

function problemsOf(make: () => unknown): string[] {
  try {
    make()
  } catch (thrown) {
    assert.ok(ToolwrightError.is(thrown), String(thrown))
    const problems = thrown.details['problems'] as { path: string; code: string }[]
    return problems.map(({ path, code }) => `${path} ${code}`)
  }
  throw new assert.AssertionError({ message: 'it was taken' })
}

describe('defineHttpTool', () => {
  it('says of a tool what its method says', () => {
    const { definition } = defineHttpTool(USER)
    assert.equal(definition.category, 'external_api')
    assert.equal(definition.dangerLevel, 'low')
    assert.deepEqual(definition.requiredPermissions, ['tool.network.fetch'])
    assert.equal(definition.constraints?.allowSideEffects, false)
    const removing = defineHttpTool({ ...USER, name: 'remove_user', method: 'DELETE' }).definition
    assert.equal(removing.dangerLevel, 'high')
    assert.equal(removing.constraints, undefined)
  })

  it('leaves what its author says', () => {
    const { definition } = defineHttpTool({
      ...USER,
      dangerLevel: 'medium',
      category: 'knowledge',
      requiredPermissions: [],
      constraints: { maxExecutionMs: 5_000 },
    })
    assert.equal(definition.dangerLevel, 'medium')
    assert.equal(definition.category, 'knowledge')
    assert.deepEqual(definition.requiredPermissions, [])
    assert.deepEqual(definition.constraints, { allowSideEffects: false, maxExecutionMs: 5_000 })
  })

  it('binds approvals to the request', () => {
    const hash = hashTool(defineHttpTool(USER))
    assert.equal(hashTool(defineHttpTool({ ...USER })), hash)
    assert.notEqual(hashTool(defineHttpTool({ ...USER, url: 'https://api.example.org/users/{id}' })), hash)
    assert.notEqual(
      hashTool(defineHttpTool({ ...USER, headers: { authorization: 'Bearer ${env:OTHER}' } })),
      hash,
    )
  })

  it('names every problem of the definition and of the request at once', () => {
    const found = problemsOf(() =>
      defineHttpTool({
        name: 'Get User',
        description: '',
        input: [{ name: 'id', type: 'string' }],
        // @ts-expect-error -- a method of nobody
        method: 'FETCH',
        url: 'https://api.example.com/users/{idd}',
        headers: { 'x y': 'a', host: 'b', authorization: 'Bearer ${GITHUB_TOKEN}' },
        // @ts-expect-error -- misspelt, and a place that does not exist
        parameters: { ID: { in: 'path' }, id: { in: 'url' } },
        body: { contentType: 'json' },
        timeoutMs: 0,
        allowHosts: ['http://x'],
      }),
    )
    assert.deepEqual(found, [
      'name DEFINE_NAME_INVALID',
      'description DEFINE_DESCRIPTION_EMPTY',
      'method DEFINE_HTTP_INVALID',
      'timeoutMs DEFINE_HTTP_INVALID',
      'headers.x y DEFINE_HTTP_INVALID',
      'headers.host DEFINE_HTTP_INVALID',
      'headers.authorization DEFINE_HTTP_INVALID',
      'allowHosts DEFINE_HTTP_INVALID',
      'body.contentType DEFINE_HTTP_INVALID',
      'body DEFINE_HTTP_INVALID',
      'parameters.id.in DEFINE_HTTP_INVALID',
      'parameters DEFINE_HTTP_INVALID',
    ])
  })

  const URLS: readonly (readonly [url: string, why: string])[] = [
    ['/users/{id}', 'is relative'],
    ['ftp://example.com/{id}', 'is no http'],
    ['https://{id}.example.com/', 'lets an argument choose the host'],
    ['https://example.com:{id}/', 'lets an argument choose the port'],
    ['https://*.example.com/{id}', 'stands for many hosts'],
    ['https://me:secret@example.com/{id}', 'holds a password'],
    ['https://example.com\\@evil.com/{id}', 'has a host that is read in two ways'],
    ['https://example.com/{id}/#x', 'has a fragment'],
    ['https://example.com/{id}/{', 'has half a placeholder'],
    ['https://example.com/{id}?a=x{id}', 'mixes text and placeholder in the query'],
    ['https://example.com/{id}/{name}', 'names no argument'],
  ]
  for (const [url, why] of URLS) {
    it(`refuses an address that ${why}`, () => {
      assert.deepEqual(
        problemsOf(() => defineHttpTool({ ...USER, url })),
        ['url DEFINE_HTTP_INVALID'],
      )
    })
  }

  it('refuses an argument that is placed in a path without it, a style of another place and own headers', () => {
    const input = [
      { name: 'id', type: 'string' },
      { name: 'trace', type: 'string' },
    ] as const
    const found = problemsOf(() =>
      defineHttpTool({
        ...USER,
        input,
        url: 'https://api.example.com/users',
        parameters: { id: { in: 'path', style: 'form' }, trace: { in: 'header', name: 'Content-Length' } },
      }),
    )
    assert.deepEqual(found, [
      'parameters.id.style DEFINE_HTTP_INVALID',
      'parameters.trace.name DEFINE_HTTP_INVALID',
      'parameters DEFINE_HTTP_INVALID',
    ])
  })
})
