import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { defineTool } from '../../src/author/define-tool.ts'
import { provider } from '../../src/providers/provider.ts'
import { gemini, geminiParameters } from '../../src/providers/gemini.ts'
import type { MessageContext, WireTool } from '../../src/providers/provider-format.ts'
import { fail, succeed } from '../../src/results/create-result.ts'

const TOOL: WireTool = {
  name: 'get_tide',
  description: 'Tide at a port',
  inputSchema: { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] },
  strict: false,
  deferred: false,
  cacheUntilHere: false,
  examples: [],
  annotations: { readOnly: true, destructive: false },
}

/** Calls whose id starts with `own-` were made by Gemini, which gave the rest of the id. */
const CONTEXT: MessageContext = {
  referTo: ({ id, name, echo }) => ({
    id: id.replace('own-', ''),
    ownId: id.startsWith('own-'),
    name,
    echo: (echo ?? {}) as Record<string, string>,
  }),
  wireArguments: (_, text) => JSON.parse(text) as Record<string, string>,
}

const wholeAnswer = JSON.parse(
  readFileSync(new URL('../fixtures/providers/gemini/whole-answer.json', import.meta.url), 'utf8'),
) as { candidates: [{ content: { role: string; parts: object[] } }] }

const stopped = (finishReason: string | number, facts: object = {}) =>
  gemini.decode({ candidates: [{ finishReason, ...facts }] })

describe('tools for Gemini', () => {
  it('writes a declaration with a JSON Schema', () => {
    assert.deepEqual(gemini.encodeTool({ ...TOOL, outputSchema: { type: 'number' } }), {
      name: 'get_tide',
      description: 'Tide at a port',
      parametersJsonSchema: TOOL.inputSchema,
      responseJsonSchema: { type: 'number' },
    })
  })

  it('leaves the schema out when there are no parameters, but not when any are taken', () => {
    const written = (inputSchema: WireTool['inputSchema']) =>
      Object.hasOwn(gemini.encodeTool({ ...TOOL, inputSchema }), 'parametersJsonSchema')
    assert.equal(written({ type: 'object', properties: {} }), false)
    assert.equal(
      written({ type: 'object', properties: {}, required: [], additionalProperties: false }),
      false,
    )
    assert.equal(written({ type: 'object', additionalProperties: { type: 'string' } }), true)
    assert.equal(written({ type: 'object', anyOf: [{ required: ['a'] }] }), true)
  })

  it('writes `parameters` where there is nothing else, and maps arguments back', () => {
    const { definition } = defineTool({
      name: 'get_tide',
      description: 'Tide at a port',
      input: {
        type: 'object',
        properties: { 'port-name': { type: 'string', minLength: 2 }, days: { type: ['integer', 'null'] } },
        required: ['port-name', 'days'],
      },
      run: () => null,
    })
    const turn = provider(geminiParameters).prepare([definition])
    assert.deepEqual(turn.tools, [
      {
        functionDeclarations: [
          {
            name: 'get_tide',
            description: 'Tide at a port',
            parameters: {
              type: 'object',
              properties: {
                port_name: { type: 'string', minLength: '2' },
                days: { type: 'integer', nullable: true },
              },
              required: ['port_name', 'days'],
            },
          },
        ],
      },
    ])
    const functionCall = { name: 'get_tide', args: { port_name: 'Oban', days: null } }
    const { calls } = turn.decode({
      candidates: [{ content: { parts: [{ functionCall }] }, finishReason: 'STOP' }],
    })
    assert.deepEqual(calls[0]?.input, { 'port-name': 'Oban', days: null })
  })

  it('puts all declarations into one entry', () => {
    assert.deepEqual(gemini.encodeTools([{ name: 'a' }, { name: 'b' }]), [
      { functionDeclarations: [{ name: 'a' }, { name: 'b' }] },
    ])
  })

  it('says which tool may be called', () => {
    const configOf = (choice: Parameters<typeof gemini.encodeControls>[1]['choice'], strict = false) => {
      const { request } = gemini.encodeControls([], { choice, parallel: undefined, strict })
      return (request['toolConfig'] as { functionCallingConfig: unknown } | undefined)?.functionCallingConfig
    }
    assert.equal(configOf('auto'), undefined)
    assert.deepEqual(configOf('auto', true), { mode: 'VALIDATED' })
    assert.deepEqual(configOf('required', true), { mode: 'ANY' })
    assert.deepEqual(configOf('none'), { mode: 'NONE' })
    assert.deepEqual(configOf({ tool: 'now' }), { mode: 'ANY', allowedFunctionNames: ['now'] })
  })

  it('warns that calls cannot be limited to one, and sends nothing without tools', () => {
    const controls = { choice: 'auto', parallel: false, strict: false } as const
    assert.equal(gemini.encodeControls([], controls).warnings.length, 1)
    assert.deepEqual(gemini.encodeControls(undefined, controls), { request: {}, warnings: [] })
  })
})

describe('answers of Gemini', () => {
  it('are sorted into text, reasoning, calls and usage', () => {
    assert.deepEqual(gemini.decode(wholeAnswer), {
      text: 'Let me look.',
      reasoning: 'Two ports to ask. ',
      calls: [
        {
          id: 'whZn',
          name: 'get_tide',
          arguments: { port: 'Oban' },
          echo: { thoughtSignature: 'c2lnLTE=' },
        },
        { id: undefined, name: 'now', arguments: undefined },
      ],
      finish: 'tool_calls',
      rawFinish: 'STOP',
      usage: {
        inputTokens: 40,
        outputTokens: 42,
        totalTokens: 82,
        cachedInputTokens: 8,
        reasoningTokens: 30,
      },
      messages: [wholeAnswer.candidates[0].content],
      problems: [],
    })
  })

  it('are read from a bare content, bare parts, an envelope and a list of one', () => {
    const { content } = wholeAnswer.candidates[0]
    for (const value of [content, content.parts, { response: wholeAnswer }, [wholeAnswer]]) {
      const { text, calls, messages } = gemini.decode(value)
      assert.deepEqual([text, calls.length, messages], ['Let me look.', 2, [content]])
    }
  })

  it('get their role when it is missing', () => {
    assert.deepEqual(gemini.decode({ parts: [{ text: 'a' }] }).messages, [
      { role: 'model', parts: [{ text: 'a' }] },
    ])
  })

  it('say why they stopped', () => {
    const expected = {
      STOP: 'stop',
      MAX_TOKENS: 'length',
      SAFETY: 'blocked',
      RECITATION: 'blocked',
      PROHIBITED_CONTENT: 'blocked',
      MALFORMED_FUNCTION_CALL: 'invalid_call',
      UNEXPECTED_TOOL_CALL: 'invalid_call',
      TOO_MANY_TOOL_CALLS: 'invalid_call',
      MALFORMED_RESPONSE: 'invalid_call',
      MISSING_THOUGHT_SIGNATURE: 'error',
      OTHER: 'unknown',
      constructor: 'unknown',
    }
    for (const [word, finish] of Object.entries(expected)) assert.equal(stopped(word).finish, finish, word)
  })

  it('say why they stopped by number too; nothing runs for a number that is not known', () => {
    const read = (number: number) => [stopped(number).finish, stopped(number).rawFinish]
    assert.deepEqual(read(1), ['stop', 'STOP'])
    assert.deepEqual(read(2), ['length', 'MAX_TOKENS'])
    assert.deepEqual(read(3), ['blocked', 'SAFETY'])
    assert.deepEqual(read(9), ['blocked', '9'])
    assert.deepEqual(read(0), ['unknown', undefined])
  })

  it('tell that trying again may help when the model wrote a bad call', () => {
    const { problems } = stopped('MALFORMED_FUNCTION_CALL', { finishMessage: 'print(get_tide(' })
    assert.equal(problems[0]?.code, 'CALL_INVALID')
    assert.match(problems[0]?.message ?? '', /MALFORMED_FUNCTION_CALL: print\(get_tide\(/)
    assert.match(problems[0]?.hint ?? '', /Ask again/)
  })

  it('tell that they were blocked, the prompt as well as the answer', () => {
    assert.equal(stopped('SAFETY').problems[0]?.code, 'RESPONSE_BLOCKED')
    const { finish, rawFinish, problems } = gemini.decode({ promptFeedback: { blockReason: 'BLOCKLIST' } })
    assert.deepEqual([finish, rawFinish, problems[0]?.code], ['blocked', 'BLOCKLIST', 'RESPONSE_BLOCKED'])
  })

  it('tell the error of the provider, in a list too', () => {
    const body = { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' } }
    for (const value of [body, [body]]) {
      const { finish, problems } = gemini.decode(value)
      assert.deepEqual([finish, problems[0]?.code], ['error', 'PROVIDER_ERROR'])
      assert.match(problems[0]?.message ?? '', /RESOURCE_EXHAUSTED: Quota exceeded\./)
    }
  })

  it('never give the pieces of a stream for arguments', () => {
    const partialArgs = [{ jsonPath: '$.a', numberValue: 1 }]
    const { calls } = gemini.decode({
      parts: [
        { functionCall: { name: 'a', partialArgs } },
        { functionCall: { name: 'b', willContinue: true } },
      ],
    })
    assert.deepEqual(
      calls.map((call) => call.arguments),
      [partialArgs, []],
    )
  })

  it('are refused when they are none', () => {
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    const chunks = [wholeAnswer, wholeAnswer]
    const others = [null, undefined, 7, 'text', '<html></html>', [], {}, cyclic, { choices: [] }, chunks]
    for (const value of [...others, [{ type: 'text', text: 'a' }]]) {
      const { finish, problems } = gemini.decode(value)
      assert.deepEqual([finish, problems.map(({ code }) => code)], ['error', ['RESPONSE_UNREADABLE']])
    }
    assert.match(gemini.decode(chunks).problems[0]?.message ?? '', /accumulator/)
  })

  it('are told apart from those of others', () => {
    for (const value of [wholeAnswer, { response: wholeAnswer }, wholeAnswer.candidates[0].content]) {
      assert.equal(gemini.recognises(value), true)
    }
    for (const value of [null, 'x', {}, { choices: [] }, { content: [] }, { error: { message: 'x' } }]) {
      assert.equal(gemini.recognises(value), false)
    }
  })
})

describe('results for Gemini', () => {
  const call = { id: 'own-whZn', name: 'get_tide', arguments: '{}' }

  it('are one content with one part for each call', () => {
    const results = [
      succeed(call, { type: 'json', value: { height_m: 3.2 } }),
      succeed({ ...call, id: 'call_2' }, { type: 'text', text: 'high' }),
      fail(
        { ...call, id: 'call_3' },
        { code: 'EXECUTE_FAILED', message: 'station offline', retryable: false },
      ),
    ]
    const written = (response: object, id?: string) => ({
      functionResponse: { ...(id === undefined ? {} : { id }), name: 'get_tide', response },
    })
    assert.deepEqual(gemini.encodeResults(results, CONTEXT), [
      {
        role: 'user',
        parts: [
          written({ output: { height_m: 3.2 } }, 'whZn'),
          written({ output: 'high' }),
          written({ error: 'station offline' }),
        ],
      },
    ])
    assert.deepEqual(gemini.encodeResults([], CONTEXT), [])
  })

  it('carry images beside the text', () => {
    const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' } as const
    const result = succeed(call, { type: 'parts', parts: [{ type: 'text', text: 'A chart' }, image] })
    const [content] = gemini.encodeResults([result], CONTEXT)
    assert.deepEqual((content!['parts'] as object[])[0], {
      functionResponse: {
        id: 'whZn',
        name: 'get_tide',
        response: { output: 'A chart' },
        parts: [{ inlineData: { mimeType: 'image/png', data: 'aGk=' } }],
      },
    })
  })
})

describe('requests to Gemini', () => {
  const calls = [
    { id: 'call_1', name: 'get_tide', arguments: '{"port":"Oban"}' },
    { id: 'call_2', name: 'now', arguments: '{}' },
  ]

  it('say the model in the address, the key in a header', () => {
    const { chat } = gemini
    assert.equal(chat?.path('gemini-3-pro', false), '/v1beta/models/gemini-3-pro:generateContent')
    assert.equal(chat?.path('models/x', true), '/v1beta/models/x:streamGenerateContent?alt=sse')
    assert.equal(chat?.path('a?b#c', false), '/v1beta/models/a%3Fb%23c:generateContent')
    assert.deepEqual(chat?.headers('k'), { 'x-goog-api-key': 'k' })
    assert.deepEqual(chat?.headers(undefined), {})
  })

  it('hold system text, history, tools and limits', () => {
    const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' } as const
    const request = gemini.chat?.encodeRequest(
      {
        model: 'gemini-3-pro',
        stream: false,
        maxTokens: 100,
        temperature: 0,
        tools: { tools: [{ functionDeclarations: [] }] },
        extra: { cachedContent: 'c' },
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: [{ type: 'text', text: 'Tide?' }, image] },
          { role: 'assistant', content: 'Looking.', calls },
          { role: 'assistant', content: '' },
        ],
      },
      CONTEXT,
    )
    assert.deepEqual(request, {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Tide?' }, { inlineData: { mimeType: 'image/png', data: 'aGk=' } }] },
        {
          role: 'model',
          parts: [
            { text: 'Looking.' },
            {
              functionCall: { name: 'get_tide', args: { port: 'Oban' } },
              thoughtSignature: 'skip_thought_signature_validator',
            },
            { functionCall: { name: 'now', args: {} } },
          ],
        },
      ],
      tools: [{ functionDeclarations: [] }],
      generationConfig: { maxOutputTokens: 100, temperature: 0 },
      cachedContent: 'c',
    })
  })

  it('give an answer of Gemini back unchanged', () => {
    const { messages } = gemini.decode(wholeAnswer)
    const request = gemini.chat?.encodeRequest(
      {
        model: 'gemini-3-pro',
        stream: false,
        tools: undefined,
        messages: [{ role: 'assistant', content: 'x', calls, echo: { provider: 'gemini', messages } }],
      },
      CONTEXT,
    )
    assert.deepEqual(request, { contents: [wholeAnswer.candidates[0].content] })
  })
})
