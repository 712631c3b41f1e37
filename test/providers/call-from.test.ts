import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { callFrom } from '../../src/providers/call-from.ts'

const TEXT = '{"port":"Oban"}'
const VALUE = { port: 'Oban' }

const WITH_ID: readonly [string, unknown][] = [
  ['OpenAI Chat', { id: 'c1', type: 'function', function: { name: 'get_tide', arguments: TEXT } }],
  [
    'OpenAI Responses',
    { type: 'function_call', id: 'fc_9', call_id: 'c1', name: 'get_tide', arguments: TEXT },
  ],
  ['Anthropic', { type: 'tool_use', id: 'c1', name: 'get_tide', input: VALUE }],
  [
    'Anthropic by a proxy that nests it',
    { type: 'tool_use', id: 'c1', name: 'get_tide', tool_use: { parameters: VALUE } },
  ],
  [
    'Anthropic by a proxy that nests all of it',
    { type: 'tool_use', tool_use: { id: 'c1', name: 'get_tide', parameters: VALUE } },
  ],
  [
    'Anthropic by a proxy with `parameters`',
    { type: 'tool_use', id: 'c1', name: 'get_tide', parameters: VALUE },
  ],
  ['Gemini', { functionCall: { id: 'c1', name: 'get_tide', args: VALUE } }],
  ['Ollama', { id: 'c1', function: { index: 0, name: 'get_tide', arguments: VALUE } }],
  ['Bedrock', { toolUse: { toolUseId: 'c1', name: 'get_tide', input: VALUE } }],
  ['Mistral', { id: 'c1', function: { name: 'get_tide', arguments: VALUE }, index: 0 }],
  ['Cohere', { id: 'c1', type: 'function', function: { name: 'get_tide', arguments: TEXT } }],
  ['MCP', { jsonrpc: '2.0', id: 'c1', method: 'tools/call', params: { name: 'get_tide', arguments: VALUE } }],
  ['our own', { id: 'c1', name: 'get_tide', arguments: TEXT }],
  ['AI SDK', { type: 'tool-call', toolCallId: 'c1', toolName: 'get_tide', input: TEXT }],
  ['LangChain', { type: 'tool_call', id: 'c1', name: 'get_tide', args: VALUE }],
]

const WITHOUT_ID: readonly [string, unknown][] = [
  ['the legacy function_call', { name: 'get_tide', arguments: TEXT }],
  [
    'a message with a legacy function_call',
    { role: 'assistant', function_call: { name: 'get_tide', arguments: TEXT } },
  ],
  ['Gemini', { functionCall: { name: 'get_tide', args: VALUE } }],
  ['a bare call of Gemini', { name: 'get_tide', args: VALUE }],
  ['Ollama', { function: { name: 'get_tide', arguments: VALUE } }],
  ['what models of Ollama write', { name: 'get_tide', parameters: VALUE }],
  ['text', '{"name":"get_tide","parameters":{"port":"Oban"}}'],
]

describe('callFrom', () => {
  for (const [shape, value] of WITH_ID) {
    it(`reads a call of ${shape}`, () => {
      const call = callFrom(value)
      assert.deepEqual(
        [call?.id, call?.name, call?.arguments, call?.input, call?.problem],
        ['c1', 'get_tide', TEXT, VALUE, undefined],
      )
    })
  }

  for (const [shape, value] of WITHOUT_ID) {
    it(`gives an id that stays the same to a call without one: ${shape}`, () => {
      const call = callFrom(value)
      assert.deepEqual([call?.name, call?.arguments], ['get_tide', TEXT])
      assert.match(call?.id ?? '', /^call_[0-9a-f]{16}$/)
      assert.equal(callFrom(value)?.id, call?.id)
    })
  }

  it('reads the free text of a custom tool as its `input`, and keeps what its result must say', () => {
    const item = { type: 'custom_tool_call', id: 'ctc_1', call_id: 'c1', name: 'run_sql', input: 'select 1' }
    const entry = { id: 'c1', type: 'custom', custom: { name: 'run_sql', input: 'select 1' } }
    for (const [provider, value] of [
      ['openai-responses', item],
      ['openai', entry],
    ] as const) {
      const call = callFrom(value)
      assert.deepEqual(
        [call?.id, call?.name, call?.input, call?.problem],
        ['c1', 'run_sql', { input: 'select 1' }, undefined],
      )
      assert.deepEqual(call?.echo, { provider, id: 'c1', name: 'run_sql', data: { kind: 'custom' } })
    }
  })

  it('takes the number of an MCP request as an id', () => {
    assert.equal(callFrom({ method: 'tools/call', id: 7, params: { name: 'now' } })?.id, '7')
  })

  it('takes absent, null and empty arguments for an empty object', () => {
    for (const args of [undefined, null, '']) {
      const call = callFrom({ id: 'c1', function: { name: 'now', arguments: args } })
      assert.deepEqual([call?.arguments, call?.problem], ['{}', undefined])
    }
  })

  it('keeps malformed arguments as they came, with the reason', () => {
    const call = callFrom({ id: 'c1', name: 'get_tide', arguments: '{port: Oban}' })
    assert.equal(call?.arguments, '{port: Oban}')
    assert.deepEqual(call?.input, { _raw: '{port: Oban}' })
    assert.equal(call?.problem?.code, 'ARGUMENTS_NOT_JSON')
    assert.equal(call?.problem?.callId, 'c1')
  })

  it('keeps a call without a name, with the reason', () => {
    const call = callFrom({ type: 'tool_use', id: 'c1', input: {} })
    assert.deepEqual([call?.name, call?.problem?.code], ['', 'CALL_NAME_MISSING'])
  })

  it('lets no call run that was cut', () => {
    const cut = [
      { id: 'c1', name: 'get_tide', arguments: TEXT, truncated: true },
      { type: 'function_call', call_id: 'c1', name: 'get_tide', arguments: '{"po', status: 'incomplete' },
      { functionCall: { name: 'get_tide', willContinue: true } },
    ]
    for (const value of cut) {
      const call = callFrom(value)
      assert.deepEqual([call?.truncated, call?.problem?.code], [true, 'ARGUMENTS_TRUNCATED'])
    }
  })

  it('keeps the signature of Gemini and the echo of a call of our own', () => {
    const part = { functionCall: { name: 'now', args: {} }, thoughtSignature: 'c2ln' }
    assert.deepEqual(callFrom(part)?.echo, {
      provider: 'gemini',
      name: 'now',
      data: { thoughtSignature: 'c2ln' },
    })
    assert.deepEqual(callFrom({ id: 'c1', name: 'now', arguments: '{}', echo: { a: 1 } })?.echo, { a: 1 })
  })

  it('gives nothing for what is no call', () => {
    const others = [
      null,
      undefined,
      7,
      '',
      'get_tide',
      '<html></html>',
      [],
      {},
      { name: 'Ada' },
      { type: 'text', text: 'hello' },
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { name: 'get_tide', description: 'Tide at a port', parameters: { type: 'object' } },
      { type: 'function', function: { name: 'get_tide', description: 'Tide', parameters: {} } },
    ]
    for (const value of others) assert.equal(callFrom(value), undefined)
  })

  it('never throws, whatever it gets', () => {
    const cyclic: Record<string, unknown> = { name: 'get_tide' }
    cyclic['arguments'] = cyclic
    assert.equal(callFrom(cyclic)?.problem?.code, 'ARGUMENTS_NOT_JSON')
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        callFrom(value)
        callFrom({ name: 'x', arguments: value })
        callFrom({ functionCall: value })
      }),
      { numRuns: 100 },
    )
  })
})
