import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { OpenApiTools } from '../../../src/sources/openapi/import-document.ts'
import { toolsFromOpenApi } from '../../../src/sources/openapi/tools-from-open-api.ts'
import { documentOf } from './import.ts'

const query = (schema: unknown): object => ({ parameters: [{ in: 'query', name: 'q', schema }] })
const components = (schemas: object): object => ({ components: { schemas } })
const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

function nested(depth: number): object {
  let schema: object = { type: 'string' }
  for (let level = 0; level < depth; level++) schema = { type: 'array', items: schema }
  return schema
}

/** Ends in time, and every tool that came out of it is one. */
async function importHostile(document: object, budgetMs: number = 5_000): Promise<OpenApiTools> {
  // Of this process alone: the machine may be busy with others.
  const before = process.cpuUsage()
  const outcome = await toolsFromOpenApi(document)
  const spentMs = process.cpuUsage(before).user / 1_000
  assert.ok(spentMs < budgetMs, `it took ${Math.round(spentMs)} ms`)
  for (const { definition } of outcome.tools) assert.match(definition.name, /^[a-z][a-z0-9_]{0,63}$/)
  return outcome
}

describe('hostile documents', () => {
  it('end references that lead in a circle', async () => {
    const circles = components({
      A: reference('B'),
      B: reference('A'),
      C: { allOf: [reference('C')] },
      D: { properties: { d: reference('D') } },
    })
    const paths = Object.fromEntries(
      ['A', 'C', 'D'].map((name) => [`/${name}`, { get: query(reference(name)) }]),
    )
    const { tools, problems } = await importHostile(
      documentOf(
        {
          ...paths,
          '/self': { $ref: '#/paths/~1self' },
          '/body': { post: { requestBody: { $ref: '#/paths/~1body/post/requestBody' } } },
        },
        circles,
      ),
    )
    assert.ok(tools.some(({ definition }) => definition.name === 'get_d'))
    assert.deepEqual(new Set(problems.map(({ operation }) => operation)), new Set(['/self', 'POST /body']))
  })

  it('end ten thousand operations', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`/p${index}`, { get: {} }]),
    )
    const { tools, problems } = await importHostile(documentOf(paths), 20_000)
    assert.equal(tools.length, 5_000)
    assert.match(problems[0]?.message ?? '', /10000 operations, of which the first 5000/)
  })

  it('end schemas that double at each step, are wide, or are deep', async () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `S${index}`,
        { type: 'object', properties: { a: reference(`S${index + 1}`), b: reference(`S${index + 1}`) } },
      ]),
    )
    const wide = {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 30_000 }, (_, index) => [`p${index}`, { type: 'string' }]),
      ),
    }
    const fork = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `F${index}`,
        { allOf: [reference(`F${index + 1}`), reference(`F${index + 1}`)] },
      ]),
    )
    const { tools, problems, changes } = await importHostile(
      documentOf(
        {
          '/doubling': { get: query(reference('S0')) },
          '/wide': { get: query(wide) },
          '/deep': { get: query(nested(5_000)) },
          '/fork': { get: query(reference('F0')) },
        },
        components({ ...doubling, S40: { type: 'string' }, ...fork, F30: { type: 'string' } }),
      ),
    )
    assert.deepEqual(problems, [])
    assert.equal(tools.length, 4)
    assert.deepEqual(new Set(changes.map(({ kind }) => kind)), new Set(['schema-loosened']))
  })

  it('end hundreds of operations that share one large schema', async () => {
    const large = {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 2_000 }, (_, index) => [`p${index}`, { type: 'string' }]),
      ),
    }
    const content = { 'application/json': { schema: reference('L') } }
    const operation = { ...query(reference('L')), responses: { 200: { content } } }
    const paths = Object.fromEntries(
      Array.from({ length: 250 }, (_, index) => [`/p${index}`, { get: operation }]),
    )
    const { tools, problems, changes } = await importHostile(
      documentOf(paths, components({ L: large })),
      30_000,
    )
    assert.equal(tools.length + problems.length, 250)
    assert.equal(tools.length, 149)
    assert.match(problems[0]?.message ?? '', /choose with `only`/)
    assert.deepEqual(new Set(changes.map(({ kind }) => kind)), new Set(['output-left-out']))
  })

  it('reach no prototype by name', async () => {
    const text = `{"openapi":"3.1.0","info":{"title":"__proto__"},"servers":[{"url":"https://x.example.com"}],"paths":{"/__proto__/{constructor}":{"get":{"operationId":"__proto__","parameters":[{"in":"query","name":"__proto__","schema":{"type":"object","properties":{"__proto__":{"$ref":"#/components/schemas/__proto__"},"toString":{"type":"string"}}}}]}},"/b":{"get":{"parameters":[{"in":"query","name":"q","schema":{"$ref":"#/components/schemas/constructor"}}],"security":[{"toString":[]}]}}},"components":{"schemas":{"__proto__":{"type":"string"}}}}`
    const { tools, problems } = await importHostile(JSON.parse(text) as object)
    assert.equal(({} as { polluted?: unknown }).polluted, undefined)
    const [tool] = tools
    assert.deepEqual(Object.keys(tool?.definition.inputSchema.properties ?? {}), ['constructor', '__proto__'])
    assert.equal(problems.length, 1) // `constructor` is no schema of the document
  })

  it('say what is wrong with objects that are no data', async () => {
    const circular: Record<string, unknown> = { type: 'object' }
    circular['properties'] = { self: circular }
    const throwing = {
      get parameters(): never {
        throw new Error('gotcha')
      },
    }
    const { tools, problems } = await importHostile(
      documentOf({
        '/circular': { get: query(circular) },
        '/throwing': { get: throwing },
        '/fine': { get: {} },
      }),
    )
    assert.ok(tools.some(({ definition }) => definition.name === 'get_fine'))
    assert.deepEqual(
      problems.map(({ operation }) => operation),
      ['GET /throwing'],
    )
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('gotcha')
        },
        getOwnPropertyDescriptor: () => {
          throw new Error('gotcha')
        },
      },
    )
    assert.equal((await importHostile(hostile)).tools.length, 0)
  })

  it('do no harm with values of any type anywhere', async () => {
    const base = {
      openapi: '3.0.3',
      info: { title: 'x' },
      servers: [{ url: 'https://{v}.example.com', variables: { v: { default: 'a' } } }],
      security: [{ key: [] }],
      paths: {
        '/a/{id}': {
          parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
          post: {
            operationId: 'a',
            tags: ['t'],
            summary: 's',
            parameters: [
              {
                in: 'query',
                name: 'q',
                style: 'form',
                explode: true,
                content: { 'application/json': { schema: { $ref: '#/components/schemas/S' } } },
              },
            ],
            requestBody: {
              required: true,
              content: {
                'multipart/form-data': {
                  schema: {
                    type: 'object',
                    properties: { f: { type: 'string', format: 'binary' } },
                    required: ['f'],
                  },
                  encoding: { f: { contentType: 'a/b' } },
                },
              },
            },
            responses: {
              200: {
                content: {
                  'application/json': {
                    schema: {
                      oneOf: [{ $ref: '#/components/schemas/S' }],
                      discriminator: { propertyName: 'k', mapping: { a: 'S' } },
                    },
                  },
                },
              },
            },
          },
        },
      },
      components: {
        schemas: {
          S: {
            type: 'object',
            nullable: true,
            properties: {
              k: {
                type: 'integer',
                minimum: 1,
                exclusiveMinimum: true,
                enum: [2],
                example: 2,
                default: 2,
                pattern: 'x',
              },
            },
          },
        },
        securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'k' } },
      },
    }
    const places: (readonly (string | number)[])[] = []
    const collect = (value: unknown, path: readonly (string | number)[]): void => {
      if (path.length > 0) places.push(path)
      if (typeof value === 'object' && value !== null)
        for (const [key, child] of Object.entries(value)) collect(child, [...path, key])
    }
    collect(base, [])
    const anything = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        0,
        -1,
        '',
        'x',
        true,
        [],
        {},
        [null],
        [[]],
        { $ref: '#' },
        { $ref: 5 },
        '\0',
        '{',
        Infinity,
      ),
      fc.jsonValue({ maxDepth: 3 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), anything, async (path, value) => {
        const document = structuredClone(base) as unknown as Record<string | number, unknown>
        let holder = document
        for (const key of path.slice(0, -1)) holder = holder[key] as typeof document
        holder[path.at(-1) ?? ''] = value
        const { tools, problems } = await toolsFromOpenApi(document, { auth: { key: '${env:K}' } })
        assert.ok(tools.length + problems.length > 0)
        assert.ok(
          problems.every(({ code }) => code !== 'INTERNAL'),
          JSON.stringify(problems),
        )
      }),
      { numRuns: 400 },
    )
  })
})
