import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { toolsFromOpenApi } from '../../../src/sources/openapi/tools-from-open-api.ts'
import { serveHttp } from '../../fixtures/network/loopback-server.ts'
import { documentOf, problemLines } from './import.ts'

const PETS = `
openapi: 3.0.3
info: { title: Pet shop, version: '1' }
servers: [{ url: https://pets.example.com }]
paths:
  /pets:
    get: &list
      operationId: listPets
      parameters:
        - { in: query, name: size, schema: { $ref: 'schemas/size.yaml#/Size' } }
  /old: { get: { <<: *list, operationId: listOld } }
`

async function folderOf(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolwright-openapi-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

describe('a document', () => {
  it('is YAML or JSON, with files beside it', async (t) => {
    const folder = await folderOf(t, {
      'api/pets.yaml': PETS,
      'api/schemas/size.yaml': "Size: { type: object, properties: { unit: { $ref: '../units.json' } } }",
      'api/units.json': '{"type":"string","enum":["cm"]}',
    })
    for (const source of [join(folder, 'api/pets.yaml'), pathToFileURL(join(folder, 'api/pets.yaml'))]) {
      const { tools, problems } = await toolsFromOpenApi(source)
      assert.deepEqual(problems, [])
      assert.deepEqual(
        tools.map(({ definition }) => definition.name),
        ['list_pets', 'list_old'],
      )
      const schemas = Object.values(tools[0]?.definition.inputSchema.$defs ?? {})
      assert.equal(schemas.length, 2)
      assert.deepEqual(
        schemas.find((schema) => typeof schema === 'object' && schema.enum !== undefined),
        { type: 'string', enum: ['cm'] },
      )
    }
  })

  it('has names that hang on no folder', async (t) => {
    const files = { 'pets.yaml': PETS, 'schemas/size.yaml': 'Size: { type: string }' }
    const [one, other] = await Promise.all(
      [folderOf(t, files), folderOf(t, files)].map(async (folder) =>
        toolsFromOpenApi(join(await folder, 'pets.yaml')),
      ),
    )
    assert.deepEqual(
      one?.tools.map(({ definition }) => definition),
      other?.tools.map(({ definition }) => definition),
    )
  })

  it('reads nothing outside its folder, by no name', async (t) => {
    const folder = await folderOf(t, { 'secrets.yaml': 'type: string', 'api/inside.yaml': 'type: string' })
    await symlink(join(folder, 'secrets.yaml'), join(folder, 'api/link.yaml'))
    const references = [
      '../secrets.yaml',
      '%2e%2e/secrets.yaml',
      'x/../../secrets.yaml',
      'link.yaml',
      join(folder, 'secrets.yaml'),
      pathToFileURL(join(folder, 'secrets.yaml')).href,
      'inside.yaml',
    ]
    const paths = Object.fromEntries(
      references.map(($ref, index) => [
        `/p${index}`,
        { get: { parameters: [{ in: 'query', name: 'q', schema: { $ref } }] } },
      ]),
    )
    await writeFile(join(folder, 'api/api.json'), JSON.stringify(documentOf(paths)))
    const outcome = await toolsFromOpenApi(join(folder, 'api/api.json'))
    assert.deepEqual(
      outcome.tools.map(({ definition }) => definition.name),
      ['get_p6'],
    )
    assert.equal(outcome.problems.length, 6)
  })

  it('is fetched, and its servers start where it is', async (t) => {
    const document = documentOf({ '/a': { get: {} } }, { servers: [{ url: '/v2' }] })
    const port = await serveHttp(t, (_request, response) => response.end(JSON.stringify(document)))
    const url = `http://127.0.0.1:${port}/docs/api.json`
    assert.match(
      problemLines(await toolsFromOpenApi(url))[0] ?? '',
      /SOURCE_UNREADABLE.*private or local address/,
    )
    const { tools, problems } = await toolsFromOpenApi(new URL(url), { allowHosts: [`127.0.0.1:${port}`] })
    assert.deepEqual(problems, [])
    assert.equal(tools.length, 1)
  })

  it('says why it cannot be read', async (t) => {
    const folder = await folderOf(t, {
      'bad.yaml': 'a: [',
      'bad.json': '{"a": "}',
      'bomb.yaml': `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from(
        'bcdefghij',
        (name, index) =>
          `${name}: &${name} [${Array(9)
            .fill(`*${String.fromCharCode(97 + index)}`)
            .join()}]`,
      ).join('\n')}`,
    })
    const first = async (name: string): Promise<string> =>
      problemLines(await toolsFromOpenApi(join(folder, name)))[0] ?? ''
    assert.match(await first('none.yaml'), /cannot be read: ENOENT/)
    assert.match(await first('bad.yaml'), /neither JSON nor YAML/)
    assert.match(await first('bad.json'), /neither JSON nor YAML/)
    assert.match(await first('bomb.yaml'), /alias/i)
  })
})
