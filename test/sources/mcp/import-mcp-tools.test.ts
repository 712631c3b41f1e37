import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hashTool } from '../../../src/define/tool-hash.ts'
import { importMcpTools, type ImportSettings } from '../../../src/sources/mcp/import-mcp-tools.ts'
import { listed } from '../../fixtures/mcp/scripted.ts'

const SETTINGS: ImportSettings = {
  name: 'demo',
  prefix: undefined,
  only: undefined,
  danger: new Map(),
  callTimeoutMs: 60_000,
  maxOutputBytes: 10_485_760,
}

function take(tools: readonly unknown[], settings: Partial<ImportSettings> = {}, identity = 'server') {
  const { tools: taken, problems } = importMcpTools(
    tools,
    { ...SETTINGS, ...settings },
    identity,
    async () => '',
  )
  return { tools: taken.map(({ tool }) => tool), problems, notes: taken.map(({ notes }) => notes) }
}

const dangerOf = (annotations: object): unknown =>
  take([listed('one', { annotations })]).tools[0]?.definition.dangerLevel

describe('importMcpTools', () => {
  it('derives names and keeps those of the server', () => {
    const { tools } = take([listed('get-tinyImage'), listed('search')])
    assert.deepEqual(
      tools.map(({ definition }) => [definition.name, definition.origin]),
      [
        ['get_tiny_image', { source: 'mcp:demo', name: 'get-tinyImage' }],
        ['search', { source: 'mcp:demo', name: 'search' }],
      ],
    )
  })

  it('puts the prefix before the name', () => {
    const { tools } = take([listed('search')], { prefix: 'github' })
    assert.deepEqual(
      tools.map(({ definition }) => [definition.name, definition.origin?.name]),
      [['github_search', 'search']],
    )
  })

  it('believes hints as far as they go', () => {
    assert.equal(dangerOf({ readOnlyHint: true }), 'low')
    assert.equal(dangerOf({ readOnlyHint: true, destructiveHint: true }), 'high')
    assert.equal(dangerOf({ readOnlyHint: false, destructiveHint: false }), 'medium')
    assert.equal(dangerOf({ destructiveHint: true }), 'high')
    assert.equal(dangerOf({}), 'high')
    assert.equal(dangerOf({ readOnlyHint: 'true' }), 'high')
  })

  it('takes the word of a person over that of the server', () => {
    const { tools } = take([listed('wipe'), listed('look')], {
      danger: new Map([
        ['wipe', 'critical'],
        ['look', 'safe'],
      ]),
    })
    assert.deepEqual(
      tools.map(({ definition }) => definition.dangerLevel),
      ['critical', 'safe'],
    )
  })

  it('takes only what is said to be read as free of side effects', () => {
    const { tools } = take([listed('a', { annotations: { readOnlyHint: true } }), listed('b')])
    assert.deepEqual(
      tools.map(({ definition }) => definition.constraints?.allowSideEffects),
      [false, true],
    )
  })

  it('mends schemas and notes it', () => {
    const { tools, notes } = take([{ name: 'bare', inputSchema: { required: ['a'] } }])
    assert.deepEqual(tools[0]?.definition.inputSchema, {
      type: 'object',
      required: ['a'],
      properties: { a: {} },
    })
    assert.equal(notes[0]?.length, 3)
  })

  it('reports what is no tool, alone', () => {
    const { tools, problems } = take([
      null,
      'text',
      {},
      { name: 5 },
      listed('x'.repeat(300)),
      listed('bad', { inputSchema: { type: 'array' } }),
      listed('worse', { inputSchema: { type: 'object', properties: { a: { type: 'nothing' } } } }),
      listed('long', { description: 'x'.repeat(20_000) }),
      listed('number', { description: 7 }),
      listed('good'),
      listed('good'),
    ])
    assert.deepEqual(
      tools.map(({ definition }) => definition.name),
      ['good'],
    )
    assert.deepEqual(
      problems.map(({ toolName, code }) => [toolName?.slice(0, 6), code]),
      [
        [undefined, 'SOURCE_UNSUPPORTED'],
        [undefined, 'SOURCE_UNSUPPORTED'],
        [undefined, 'SOURCE_UNSUPPORTED'],
        [undefined, 'SOURCE_UNSUPPORTED'],
        ['xxxxxx', 'SOURCE_UNSUPPORTED'],
        ['number', 'SOURCE_UNSUPPORTED'],
        ['good', 'SOURCE_UNSUPPORTED'],
        ['bad', 'DEFINE_INPUT_NOT_OBJECT'],
        ['worse', 'SCHEMA_INVALID'],
        ['long', 'DEFINE_DESCRIPTION_TOO_LONG'],
      ],
    )
  })

  it('takes names of prototypes for names', () => {
    const { tools } = take(['__proto__', 'constructor', 'toString'].map((name) => listed(name)))
    assert.deepEqual(
      tools.map(({ definition }) => definition.name),
      ['proto', 'constructor', 'to_string'],
    )
  })

  it('refuses schemas that are bombs, in time', () => {
    let deep: object = { type: 'object' }
    for (let depth = 0; depth < 5_000; depth++) deep = { type: 'object', properties: { a: deep } }
    const wide = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`p${at}`, {}])),
    }
    const { tools, problems } = take([
      listed('deep', { inputSchema: deep }),
      listed('wide', { inputSchema: wide }),
      listed('greedy', {
        inputSchema: { type: 'object', properties: { a: { type: 'string', pattern: '(?=a)(b+)+$' } } },
      }),
    ])
    assert.deepEqual(tools, [])
    assert.deepEqual([...new Set(problems.map(({ toolName }) => toolName))], ['deep', 'wide', 'greedy'])
  })

  it('gives another hash to another definition and to another server', () => {
    const hashOf = (tool: object, identity?: string): string => hashTool(take([tool], {}, identity).tools[0]!)
    const one = hashOf(listed('a'))
    assert.equal(hashOf(listed('a')), one)
    assert.notEqual(hashOf(listed('a'), 'elsewhere'), one)
    assert.notEqual(hashOf(listed('a', { annotations: { openWorldHint: true } })), one)
    assert.notEqual(hashOf(listed('a', { title: 'A' })), one)
  })

  it('takes those that are named, and says which are not there', () => {
    const { tools, problems } = take([listed('a'), listed('b')], { only: new Set(['b', 'c']) })
    assert.deepEqual(
      tools.map(({ definition }) => definition.name),
      ['b'],
    )
    assert.deepEqual(
      problems.map(({ toolName }) => toolName),
      ['c'],
    )
  })
})
