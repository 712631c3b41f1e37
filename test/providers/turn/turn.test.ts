import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool } from '../../../src/author/define-tool.ts'
import type { ToolDefinition } from '../../../src/define/tool-definition.ts'
import { ToolwrightError } from '../../../src/errors/toolwright-error.ts'
import { listProviders, provider } from '../../../src/providers/provider.ts'
import { createToolwright } from '../../../src/toolwright.ts'
import type { JsonSchema } from '../../../src/schema/json-schema.ts'
import { succeed } from '../../../src/results/create-result.ts'

function toolNamed(name: string, properties: JsonSchema['properties'] = { port: { type: 'string' } }) {
  const input = { type: 'object', properties, additionalProperties: false } as const
  return defineTool({ name, description: `The tool ${name}`, input, run: (args) => args })
}
const definitionOf = (name: string, properties?: JsonSchema['properties']): ToolDefinition =>
  toolNamed(name, properties).definition

describe('the list of providers', () => {
  it('names the nine', () => {
    assert.deepEqual(listProviders(), [
      'openai',
      'openai-responses',
      'anthropic',
      'gemini',
      'ollama',
      'bedrock',
      'mistral',
      'cohere',
      'mcp',
    ])
  })

  it('finds a provider whatever the letter case', () => {
    assert.equal(provider('OpenAI').id, 'openai')
  })

  it('refuses an unknown one with the known ones', () => {
    assert.throws(
      () => provider('opnai'),
      (error) =>
        ToolwrightError.is(error, 'PROVIDER_UNKNOWN') &&
        error.message.startsWith('Unsupported provider: opnai. Known providers: openai, openai-responses,') &&
        error.message.endsWith('Did you mean `openai`?'),
    )
    assert.throws(() => createToolwright().prepare('toString'), /Unsupported provider: toString/)
  })
})

describe('a turn', () => {
  it('is the same object until the registry changes', () => {
    const toolwright = createToolwright({ tools: [toolNamed('get_tide')] })
    const first = toolwright.prepare('openai')
    assert.equal(toolwright.prepare('openai'), first)
    assert.notEqual(toolwright.prepare('openai', { toolChoice: 'required' }), first)
    toolwright.registry.register(toolNamed('now'))
    const second = toolwright.prepare('openai')
    assert.equal(second.toolsJson.includes('"now"'), true)
    assert.equal(first.toolsJson.includes('"now"'), false)
  })

  it('leaves disabled tools out', () => {
    const toolwright = createToolwright({ tools: [toolNamed('get_tide'), toolNamed('now')] })
    toolwright.registry.disable('now')
    assert.equal(toolwright.prepare('anthropic').toolsJson.includes('"now"'), false)
  })

  it('writes a tool once, however often it is sent', () => {
    const definition = definitionOf('get_tide')
    const [first] = provider('openai').prepare([definition]).tools as readonly unknown[]
    const [second] = provider('openai').prepare([definition, definitionOf('now')]).tools as readonly unknown[]
    assert.equal(first, second)
  })

  it('sends only the tools asked for, and refuses names that no tool has', () => {
    const definitions = [definitionOf('get_tide'), definitionOf('now')]
    const { toolsJson } = provider('openai').prepare(definitions, { only: ['now'] })
    assert.equal(toolsJson.includes('get_tide'), false)
    assert.throws(() => provider('openai').prepare(definitions, { only: ['nwo'] }), /Did you mean `now`\?/)
    assert.throws(
      () => provider('openai').prepare(definitions, { toolChoice: { tool: 'x' } }),
      /names the tool `x`/,
    )
    assert.throws(
      () => provider('openai').prepare(definitions, { tolChoice: 'auto' } as object),
      /Did you mean `toolChoice`\?/,
    )
  })

  it('sends only the named tool where a provider cannot be told to call it', () => {
    const definitions = [definitionOf('get_tide'), definitionOf('now')]
    for (const id of ['cohere', 'ollama']) {
      const { toolsJson } = provider(id).prepare(definitions, { toolChoice: { tool: 'now' } })
      assert.deepEqual([toolsJson.includes('get_tide'), toolsJson.includes('now')], [false, true], id)
    }
  })

  it('quarantines a tool that cannot be sent, alone, and says why', () => {
    // Nobody validated this one.
    const broken = {
      ...definitionOf('get_tide'),
      name: 'broken',
      metadata: undefined,
    } as unknown as ToolDefinition
    const { toolsJson, warnings } = provider('anthropic').prepare([
      definitionOf('get_tide'),
      broken,
      definitionOf('get_tide'),
    ])
    assert.equal(toolsJson.includes('"get_tide"'), true)
    assert.deepEqual(
      warnings.filter(({ kind }) => kind === 'quarantined').map(({ toolName }) => toolName),
      ['broken', 'get_tide'],
    )
  })

  it('sends a schema that contains itself as far as it goes, and says where it ends', () => {
    const cyclic: Record<string, unknown> = { type: 'object', properties: {} }
    cyclic['properties'] = { self: cyclic }
    const definition = { ...definitionOf('get_tide'), inputSchema: cyclic } as ToolDefinition
    for (const id of listProviders()) {
      const changes = provider(id)
        .prepare([definition])
        .warnings.flatMap((warning) => warning.changes ?? [])
      assert.ok(
        changes.some(({ path, kind }) => path === '/properties/self' && kind === 'dropped'),
        id,
      )
    }
  })

  it('sends 128 tools to OpenAI and says which others stayed behind', () => {
    const definitions = Array.from({ length: 130 }, (_, index) => definitionOf(`tool_${index}`))
    const { tools, warnings } = provider('openai').prepare(definitions)
    assert.equal((tools as readonly unknown[]).length, 128)
    assert.deepEqual(
      warnings.map(({ kind, toolName }) => [kind, toolName]),
      [
        ['quarantined', 'tool_128'],
        ['quarantined', 'tool_129'],
      ],
    )
  })

  it('sends at most 20 strict tools to Anthropic, and the rest plain', () => {
    const definitions = Array.from(
      { length: 22 },
      (_, index) =>
        defineTool({
          name: `tool_${index}`,
          description: 'A tool',
          input: {
            type: 'object',
            properties: { a: { type: 'string' } },
            required: ['a'],
            additionalProperties: false,
          },
          run: () => null,
        }).definition,
    )
    const { tools, warnings } = provider('anthropic').prepare(definitions, { strict: true })
    const strict = (tools as readonly { strict?: boolean }[]).filter((tool) => tool.strict === true)
    assert.equal(strict.length, 20)
    assert.deepEqual(
      warnings.filter(({ kind }) => kind === 'not-strict').map(({ toolName }) => toolName),
      ['tool_20', 'tool_21'],
    )
  })

  it('counts the optional parameters of strict tools against the budget of 24', () => {
    const ten = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`p${index}`, { type: 'string' as const }]),
    )
    const definitions = ['a', 'b', 'c', 'd'].map((name) =>
      definitionOf(name, name === 'd' ? { x: { type: 'string' } } : ten),
    )
    const { warnings } = provider('anthropic').prepare(definitions, { strict: true })
    assert.deepEqual(
      warnings.filter(({ kind }) => kind === 'not-strict').map(({ toolName }) => toolName),
      ['c'],
    )
  })

  it('counts the unions of strict tools against the budget of 16', () => {
    const nine = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`p${index}`, { type: ['string', 'null'] as const }]),
    )
    const definitions = ['a', 'b', 'c'].map((name) =>
      definitionOf(name, name === 'c' ? { x: { anyOf: [{ type: 'string' }, { type: 'integer' }] } } : nine),
    )
    const withoutOptional = definitions.map((definition) => ({
      ...definition,
      inputSchema: {
        ...definition.inputSchema,
        required: Object.keys(definition.inputSchema.properties ?? {}),
      },
    }))
    const { warnings } = provider('anthropic').prepare(withoutOptional, { strict: true })
    assert.deepEqual(
      warnings
        .filter(({ kind }) => kind === 'not-strict')
        .map(({ toolName, message }) => [toolName, message]),
      [
        [
          'b',
          '`b` is sent without strict: the strict tools of a request may have 16 parameters with unions in all.',
        ],
      ],
    )
  })

  it('marks the last tool that is not deferred as the end of what may be cached', () => {
    const definitions = ['a', 'b', 'c'].map((name) => definitionOf(name))
    const { tools } = provider('anthropic').prepare(definitions, { cache: true, defer: ['c'] })
    const marked = (tools as { name: string; cache_control?: object }[]).filter((tool) => tool.cache_control)
    assert.deepEqual(
      marked.map(({ name, cache_control }) => [name, cache_control]),
      [['b', { type: 'ephemeral' }]],
    )
  })

  it('says that a provider has no strict mode', () => {
    const { warnings } = provider('ollama').prepare([definitionOf('now', {})], { strict: true })
    assert.deepEqual(
      warnings.filter(({ kind }) => kind === 'not-strict').map(({ toolName }) => toolName),
      ['now'],
    )
  })

  it('maps arguments back from the strict form: null becomes absent', () => {
    const turn = provider('openai').prepare(
      [definitionOf('get_tide', { port: { type: 'string' }, days: { type: 'integer' } })],
      { strict: true },
    )
    const [call] = turn.decode(chatAnswer('get_tide', '{"port":"Oban","days":null}')).calls
    assert.equal(call?.arguments, '{"port":"Oban"}')
    assert.deepEqual(call?.input, { port: 'Oban' })
  })

  it('loses no digit of a large number on the way back', () => {
    const turn = provider('openai').prepare(
      [definitionOf('get_tide', { id: { type: 'integer' }, days: { type: 'integer' } })],
      { strict: true },
    )
    const [call] = turn.decode(chatAnswer('get_tide', '{"id":12345678901234567890,"days":null}')).calls
    assert.equal(call?.arguments, '{"id":12345678901234567890}')
  })

  it("gives every call an id of its own when the provider repeats one, and answers under the provider's", () => {
    const turn = provider('openai').prepare([definitionOf('now', {})])
    const call = { id: '0', type: 'function', function: { name: 'now', arguments: '{}' } }
    const answer = {
      choices: [{ finish_reason: 'tool_calls', message: { role: 'assistant', tool_calls: [call, call] } }],
    }
    const { calls } = turn.decode(answer)
    assert.equal(new Set(calls.map(({ id }) => id)).size, 2)
    assert.deepEqual(
      turn.decode(answer).calls.map(({ id }) => id),
      calls.map(({ id }) => id),
    )
    const messages = turn.encodeResults(calls.map((each) => succeed(each, { type: 'text', text: 'noon' })))
    assert.deepEqual(
      messages.map((message) => message['tool_call_id']),
      ['0', '0'],
    )
  })

  it('takes the calls out of a `parallel` wrapper and answers it as one', () => {
    const turn = provider('openai').prepare([definitionOf('get_tide'), definitionOf('now', {})])
    const uses = [
      { recipient_name: 'functions.get_tide', parameters: { port: 'Oban' } },
      { recipient_name: 'functions.now', parameters: {} },
    ]
    const { calls } = turn.decode(chatAnswer('parallel', JSON.stringify({ tool_uses: uses })))
    assert.deepEqual(
      calls.map(({ name, arguments: args }) => [name, args]),
      [
        ['get_tide', '{"port":"Oban"}'],
        ['now', '{}'],
      ],
    )
    const messages = turn.encodeResults(calls.map((call) => succeed(call, { type: 'text', text: call.name })))
    assert.deepEqual(messages, [
      {
        role: 'tool',
        tool_call_id: 'call_1',
        content:
          '[{"recipient_name":"functions.get_tide","output":"get_tide"},{"recipient_name":"functions.now","output":"now"}]',
      },
    ])
  })

  it('reads a call of a tool that is really named `parallel` as it is', () => {
    const turn = provider('openai').prepare([definitionOf('parallel', {})])
    const { calls } = turn.decode(chatAnswer('parallel', '{"tool_uses":[{"recipient_name":"x"}]}'))
    assert.deepEqual(
      calls.map(({ name }) => name),
      ['parallel'],
    )
  })

  it('never lets the free text of a custom tool run when the token limit cut it', () => {
    const custom = (input: string) => ({ id: 'c', type: 'custom', custom: { name: 'run_sql', input } })
    const chat = { role: 'assistant', content: null, tool_calls: [custom('delete from t')] }
    const item = { type: 'custom_tool_call', id: 'i', call_id: 'c', name: 'run_sql', input: 'delete from t' }
    const incomplete = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
    const streamed = provider('openai').accumulator()
    streamed.push({
      choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...custom('delete from t') }] } }],
    })
    for (const { calls } of [
      provider('openai').decode({ choices: [{ finish_reason: 'length', message: chat }] }),
      provider('openai-responses').decode({ object: 'response', ...incomplete, output: [item] }),
      streamed.end(),
    ]) {
      assert.deepEqual(
        calls.map(({ name, truncated, problem }) => [name, truncated, problem?.code]),
        [['run_sql', true, 'ARGUMENTS_TRUNCATED']],
      )
    }
    const whole = { ...item, status: 'completed' }
    const { calls } = provider('openai-responses').decode({
      object: 'response',
      ...incomplete,
      output: [whole],
    })
    assert.deepEqual([calls[0]?.input, calls[0]?.problem], [{ input: 'delete from t' }, undefined])
  })

  it('takes every interleaved call for cut that may have gone on, and a broken one for broken', () => {
    const start = (index: number, args: string) => ({
      index,
      id: `c${index}`,
      type: 'function',
      function: { name: 'get_tide', arguments: args },
    })
    const texts = ['', '{"port":', '{port: Oban}', '{"port":"Oban"}', '{}']
    for (const finish_reason of ['length', null]) {
      const accumulator = provider('openai').accumulator()
      accumulator.push({
        choices: [{ index: 0, delta: { tool_calls: texts.map((text, at) => start(at, text)) } }],
      })
      accumulator.push({ choices: [{ index: 0, delta: {}, finish_reason }] })
      assert.deepEqual(
        accumulator.end().calls.map(({ problem }) => problem?.code),
        ['ARGUMENTS_TRUNCATED', 'ARGUMENTS_TRUNCATED', 'ARGUMENTS_NOT_JSON', undefined, undefined],
      )
    }
  })

  it('keeps the calls of an answer that its provider calls malformed, and lets none of them run', () => {
    const bedrock = provider('bedrock').decode({
      output: {
        message: {
          role: 'assistant',
          content: [{ toolUse: { toolUseId: 't', name: 'get_tide', input: {} } }],
        },
      },
      stopReason: 'malformed_tool_use',
    })
    const gemini = provider('gemini').decode({
      candidates: [
        {
          finishReason: 'UNEXPECTED_TOOL_CALL',
          content: { role: 'model', parts: [{ functionCall: { name: 'get_tide', args: {} } }] },
        },
      ],
    })
    for (const { finish, calls, problems } of [bedrock, gemini]) {
      assert.equal(finish, 'invalid_call')
      assert.deepEqual(
        calls.map(({ name, truncated, problem }) => [name, truncated, problem?.code]),
        [['get_tide', true, 'CALL_INVALID']],
      )
      assert.equal(problems[0]?.code, 'CALL_INVALID')
    }
  })

  it('maps imported names to the wire and back', () => {
    const definition = { ...definitionOf('get_tide'), name: 'tides/get.one' }
    const turn = provider('bedrock').prepare([definition])
    const wireName = turn.wireName('tides/get.one')
    assert.match(wireName, /^tides_get_one_[0-9a-f]{8}$/)
    assert.equal(turn.toolName(wireName), 'tides/get.one')
    assert.deepEqual(
      turn.warnings.map(({ kind }) => kind),
      ['renamed'],
    )
  })

  it('says which provider an answer looks like when it is of another', () => {
    const turn = provider('openai').prepare([])
    const [problem] = turn.decode({
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'Hi' }],
      stop_reason: 'end_turn',
    }).problems
    assert.equal(problem?.code, 'RESPONSE_UNREADABLE')
    assert.match(problem?.message ?? '', /looks like one of Anthropic/)
  })

  it('reports a call without a name and keeps it', () => {
    const { calls, problems } = provider('openai').decode(chatAnswer(undefined, '{}'))
    assert.equal(calls.length, 1)
    assert.equal(problems[0]?.code, 'CALL_NAME_MISSING')
  })
})

function chatAnswer(name: string | undefined, args: string): unknown {
  const call = {
    id: 'call_1',
    type: 'function',
    function: { ...(name === undefined ? {} : { name }), arguments: args },
  }
  return {
    choices: [
      { finish_reason: 'tool_calls', message: { role: 'assistant', content: null, tool_calls: [call] } },
    ],
  }
}
