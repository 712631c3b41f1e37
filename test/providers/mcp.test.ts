import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { mcp } from '../../src/providers/mcp.ts'
import type { WireTool } from '../../src/providers/provider-format.ts'
import { fail, succeed } from '../../src/results/create-result.ts'
import { needsCorpora, readJson } from '../hostile/corpora.ts'
import { hearEvents } from '../fixtures/providers/hear-events.ts'
import { PLAIN_CONTEXT } from '../fixtures/providers/plain-context.ts'

const TOOL: WireTool = {
  name: 'tides.get',
  description: 'Tide at a port',
  inputSchema: { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] },
  outputSchema: { type: 'object', properties: { height_m: { type: 'number' } } },
  strict: false,
  deferred: false,
  cacheUntilHere: false,
  examples: [],
  annotations: { title: 'Tides', readOnly: true, destructive: false },
}

const REQUEST = {
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: 'tides.get', arguments: { port: 'Oban' }, _meta: { progressToken: 'p1' } },
}

const call = { id: '7', name: 'tides.get' }
const RESULTS = [
  succeed(call, { type: 'json', value: { height_m: 3.2 } }),
  succeed(call, { type: 'json', value: [1, 2] }),
  succeed(call, { type: 'text', text: '3 m' }),
  fail(call, { code: 'EXECUTE_FAILED', message: 'no clock', retryable: false }),
  succeed(call, {
    type: 'parts',
    parts: [
      { type: 'text', text: 'chart' },
      { type: 'image', data: 'iVBO', mimeType: 'image/png' },
      { type: 'audio', data: 'UklG', mimeType: 'audio/wav' },
      { type: 'resource', uri: 'file:///a.txt', mimeType: 'text/plain', text: 'a' },
      { type: 'resource', uri: 'file:///b.bin', data: 'AAEC' },
      { type: 'resource', uri: 'file:///c.txt' },
    ],
  }),
]

describe('tools for MCP', () => {
  it('are what tools/list gives', () => {
    const tool = mcp.encodeTool(TOOL)
    assert.deepEqual(tool, {
      name: 'tides.get',
      title: 'Tides',
      description: 'Tide at a port',
      inputSchema: { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] },
      outputSchema: { type: 'object', properties: { height_m: { type: 'number' } } },
      annotations: { readOnlyHint: true, destructiveHint: false },
    })
    assert.deepEqual(mcp.encodeTools([tool]), [tool])
  })

  it('promise structured content only where it is an object', () => {
    assert.equal('outputSchema' in mcp.encodeTool({ ...TOOL, outputSchema: { type: 'array' } }), false)
  })

  it('come without a choice, which is said', () => {
    const controls = { choice: 'required', parallel: false, strict: false } as const
    const { request, warnings } = mcp.encodeControls([], controls)
    assert.deepEqual(request, { tools: [] })
    assert.equal(warnings.length, 2)
    assert.deepEqual(mcp.encodeControls(undefined, controls), { request: {}, warnings: [] })
  })
})

describe('calls of MCP', () => {
  it('are requests; the id is text here and keeps its type for the reply', () => {
    assert.deepEqual(mcp.decode(REQUEST), {
      text: '',
      reasoning: '',
      calls: [{ id: '7', name: 'tides.get', arguments: { port: 'Oban' }, echo: { id: 7 } }],
      finish: 'tool_calls',
      messages: [],
      problems: [],
    })
    assert.deepEqual(mcp.decode({ ...REQUEST, id: 'a' }).calls[0]?.echo, { id: 'a' })
  })

  it('may be the params alone, or without a name', () => {
    const bare = { id: undefined, name: 'now', arguments: undefined }
    assert.deepEqual(mcp.decode({ name: 'now' }).calls, [bare])
    assert.equal(mcp.decode({ ...REQUEST, params: {} }).calls[0]?.name, undefined)
  })

  it('are nothing else', () => {
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    for (const foreign of [null, '<html>', 3, [], {}, cyclic, list, { type: 'tool_use', name: 'a' }]) {
      const { finish, problems } = mcp.decode(foreign)
      assert.deepEqual([finish, problems[0]?.code], ['error', 'RESPONSE_UNREADABLE'])
      assert.equal(mcp.recognises(foreign), false)
    }
    assert.match(mcp.decode(list).problems[0]?.message ?? '', /tools\/list/)
    const error = { jsonrpc: '2.0', id: 1, error: { code: -32_600, message: 'bad request' } }
    assert.equal(mcp.decode(error).problems[0]?.code, 'PROVIDER_ERROR')
    assert.equal(mcp.recognises(REQUEST), true)
  })

  it('come one an event', () => {
    const { told, outcome } = hearEvents(mcp, [REQUEST, null, { ...REQUEST, id: 8 }])
    assert.deepEqual(told, [
      ['start', 0, '7', 'tides.get'],
      ['arguments', 0, '{"port":"Oban"}'],
      ['end', 0],
      ['start', 1, '8', 'tides.get'],
      ['arguments', 1, '{"port":"Oban"}'],
      ['end', 1],
    ])
    assert.deepEqual(
      outcome.problems.map(({ code }) => code),
      ['RESPONSE_UNREADABLE'],
    )
    assert.deepEqual(
      mcp.decode(outcome.response).calls.map(({ id }) => id),
      ['7', '8'],
    )
  })
})

describe('results for MCP', () => {
  it('are one CallToolResult a call', () => {
    assert.deepEqual(mcp.encodeResults(RESULTS, PLAIN_CONTEXT), [
      {
        content: [{ type: 'text', text: '{"height_m":3.2}' }],
        structuredContent: { height_m: 3.2 },
      },
      { content: [{ type: 'text', text: '[1,2]' }] },
      { content: [{ type: 'text', text: '3 m' }] },
      { content: [{ type: 'text', text: 'no clock' }], isError: true },
      {
        content: [
          { type: 'text', text: 'chart' },
          { type: 'image', data: 'iVBO', mimeType: 'image/png' },
          { type: 'audio', data: 'UklG', mimeType: 'audio/wav' },
          { type: 'resource', resource: { uri: 'file:///a.txt', mimeType: 'text/plain', text: 'a' } },
          { type: 'resource', resource: { uri: 'file:///b.bin', blob: 'AAEC' } },
          { type: 'resource_link', uri: 'file:///c.txt', name: 'file:///c.txt' },
        ],
      },
    ])
  })

  for (const [revision, more] of [
    ['2025-11-25', {}],
    // This revision wants the type of the result, which the server adds.
    ['2026-07-28', { resultType: 'complete' }],
  ] as const) {
    it(`and tools fit the schema of ${revision}`, needsCorpora, () => {
      const schema = readJson(`mcp-schema/${revision}.schema.json`) as object
      const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(schema, 'mcp')
      const assertFits = (definition: string, value: unknown): void => {
        assert.ok(ajv.validate({ $ref: `mcp#/$defs/${definition}` }, value), ajv.errorsText())
      }
      assertFits('Tool', mcp.encodeTool(TOOL))
      for (const result of mcp.encodeResults(RESULTS, PLAIN_CONTEXT)) {
        assertFits('CallToolResult', { ...result, ...more })
      }
    })
  }
})
