import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { importOne } from './import.ts'

const TEXT = { schema: { type: 'string' } }
const json = (schema: object, more: object = {}): object => ({
  requestBody: { content: { 'application/json': { schema } }, ...more },
})

describe('the arguments of an operation', () => {
  it('are one flat object of parameters and properties of the body', async () => {
    const body = {
      type: 'object',
      properties: { title: { type: 'string' }, labels: { type: 'array', items: { type: 'string' } } },
      required: ['title'],
    }
    const { tool, kinds } = await importOne('post', '/a/{id}', {
      parameters: [
        { in: 'path', name: 'id', required: true, ...TEXT },
        { in: 'query', name: 'dry', ...TEXT },
      ],
      ...json(body, { required: true }),
    })
    assert.deepEqual(tool.definition.inputSchema, {
      type: 'object',
      properties: {
        id: { type: 'string' },
        dry: { type: 'string' },
        title: { type: 'string' },
        labels: { type: 'array', items: { type: 'string' } },
      },
      required: ['id', 'title'],
      additionalProperties: false,
    })
    assert.deepEqual(kinds, [])
  })

  it('take the parameters of the path, and those of the operation before them', async () => {
    const { tool } = await importOne('get', '/a', {
      parameters: [{ in: 'query', name: 'q', schema: { type: 'integer' } }],
    })
    assert.deepEqual(tool.definition.inputSchema.properties, { q: { type: 'integer' } })
  })

  it('have the place for an ending where two have one name', async () => {
    const { tool, kinds } = await importOne('get', '/a/{id}', {
      parameters: ['cookie', 'header', 'query', 'path'].map((place) => ({ in: place, name: 'id', ...TEXT })),
    })
    assert.deepEqual(Object.keys(tool.definition.inputSchema.properties ?? {}), [
      'id',
      'id_query',
      'id_header',
      'id_cookie',
    ])
    assert.deepEqual(kinds, ['argument-renamed', 'argument-renamed', 'argument-renamed'])
  })

  it('have names that every provider takes', async () => {
    const { tool } = await importOne('get', '/a', {
      parameters: ['filter[state]', '$top', '9', 'a b', '__proto__', 'ä'].map((name) => ({
        in: 'query',
        name,
        ...TEXT,
      })),
    })
    const names = Object.keys(tool.definition.inputSchema.properties ?? {})
    assert.deepEqual(names, ['filter_state', 'top', 'argument_9', 'a_b', '__proto__', 'argument_'])
  })

  const WHOLE: readonly (readonly [string, object, object?])[] = [
    ['has a property with the name of a parameter', { type: 'object', properties: { id: {} } }],
    ['may hold other properties', { type: 'object', properties: { a: {} }, additionalProperties: true }],
    ['is a union', { oneOf: [{ type: 'object', properties: { a: {} } }] }],
    ['is a list', { type: 'array', items: {} }],
    [
      'may be left out, but not its properties',
      { type: 'object', properties: { a: {} }, required: ['a'] },
      { required: false },
    ],
  ]
  for (const [why, schema, more = { required: true }] of WHOLE) {
    it(`hold the body as one where it ${why}`, async () => {
      const { tool } = await importOne('post', '/a/{id}', {
        parameters: [{ in: 'path', name: 'id', ...TEXT }],
        ...json(schema, more),
      })
      assert.deepEqual(Object.keys(tool.definition.inputSchema.properties ?? {}), ['id', 'body'])
    })
  }

  it('leave out what no argument may say', async () => {
    const { tool, kinds } = await importOne('get', '/a', {
      parameters: ['Accept', 'Authorization', 'Content-Length', 'Host', 'a b', 'X-Fine'].map((name) => ({
        in: 'header',
        name,
        ...TEXT,
      })),
    })
    assert.deepEqual(Object.keys(tool.definition.inputSchema.properties ?? {}), ['X-Fine'])
    assert.deepEqual(kinds, ['parameter-left-out', 'parameter-left-out', 'parameter-left-out'])
  })

  it('hold what the path names, described or not', async () => {
    const { tool, kinds } = await importOne('get', '/a/{id}', {
      parameters: [{ in: 'path', name: 'other', ...TEXT }],
    })
    assert.deepEqual(tool.definition.inputSchema.required, ['id'])
    assert.deepEqual(kinds, ['parameter-left-out', 'argument-added'])
  })

  it('take XML as text and files as base64', async () => {
    const sent = async (type: string, schema: object): Promise<unknown> =>
      (await importOne('post', '/a', { requestBody: { required: true, content: { [type]: { schema } } } }))
        .tool.definition.inputSchema.properties?.['body']
    assert.deepEqual(await sent('application/xml', { type: 'object' }), {
      type: 'string',
      description: 'The body, as application/xml',
    })
    assert.deepEqual(await sent('image/png', {}), {
      type: 'string',
      contentEncoding: 'base64',
      description: 'The bytes of the body (image/png), as base64',
    })
  })
})
