import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clientModel } from '../../../src/agent/clients/client-model.ts'
import type { ClientOptions } from '../../../src/agent/clients/client-adapter.ts'
import type { Model } from '../../../src/agent/model.ts'
import { openAiServer } from '../../../src/providers/openai-servers.ts'

const { signal } = new AbortController()
const body = { model: 'model-1', messages: [] }

async function collect(model: Model, given = signal): Promise<unknown[]> {
  const events: unknown[] = []
  for await (const event of model.stream?.(body, { signal: given }) ?? assert.fail()) events.push(event)
  return events
}

async function* two() {
  yield { number: 1 }
  yield { number: 2 }
}

/** A client whose methods keep what they were given, with `this`. */
function clientWith(...paths: readonly string[]) {
  const asked: { readonly path: string; readonly given: readonly unknown[]; readonly bound: boolean }[] = []
  const client: Record<string, unknown> = {}
  for (const path of paths) {
    const names = path.split('.')
    const last = names.pop() ?? assert.fail()
    let owner = client
    for (const name of names) owner = (owner[name] ??= {}) as Record<string, unknown>
    const home = owner
    home[last] = function ask(this: unknown, ...given: unknown[]): unknown {
      asked.push({ path, given, bound: this === home })
      const [first] = given as { readonly stream?: unknown }[]
      return first?.stream === true || /stream/i.test(path) ? two() : Promise.resolve({ plain: true })
    }
  }
  return { client, asked }
}

const plain = (provider: string, path: string, options: Partial<ClientOptions> = {}) => ({
  provider,
  path,
  options,
})

describe('a client that takes our body as it is', () => {
  for (const { provider, path, options } of [
    plain('openai', 'chat.completions.create'),
    plain('openai-responses', 'responses.create'),
    plain('anthropic', 'messages.create'),
    plain('groq', 'chat.completions.create', { provider: 'groq' }),
    plain('mistral', 'chat.completions.create', { provider: 'mistral' }),
  ]) {
    it(`is asked with it and the signal: ${provider}`, async () => {
      const { client, asked } = clientWith(path)
      const model = clientModel(client, { model: 'model-1', ...options })
      assert.equal(model.provider, provider)
      assert.equal(model.name, 'model-1')
      assert.deepEqual(await model.generate(body, { signal }), { plain: true })
      assert.deepEqual(asked, [{ path, given: [body, { signal }], bound: true }])
      const streaming = { ...body, stream: true }
      const events: unknown[] = []
      for await (const event of model.stream?.(streaming, { signal }) ?? assert.fail()) events.push(event)
      assert.deepEqual(events, [{ number: 1 }, { number: 2 }])
    })
  }

  it('is the one of OpenAI for a server that is described by the host', () => {
    const { client } = clientWith('chat.completions.create')
    const provider = openAiServer({ id: 'my-server', baseUrl: 'http://127.0.0.1:1/v1' })
    assert.equal(clientModel(client, { model: 'model-1', provider }).provider, provider)
  })

  it('is asked for Chat Completions where it can do both, unless told otherwise', async () => {
    for (const [provider, path] of [
      [undefined, 'chat.completions.create'],
      ['openai', 'chat.completions.create'],
      ['openai-responses', 'responses.create'],
    ] as const) {
      const { client, asked } = clientWith('chat.completions.create', 'responses.create')
      await clientModel(client, { model: 'model-1', provider }).generate(body, { signal })
      assert.equal(asked[0]?.path, path)
    }
  })

  it('fails as it fails', async () => {
    const client = { messages: { create: () => Promise.reject(new Error('529 overloaded')) } }
    const model = clientModel(client, { model: 'model-1' })
    await assert.rejects(async () => model.generate(body, { signal }), { message: '529 overloaded' })
    await assert.rejects(collect(model), { message: '529 overloaded' })
  })
})

describe('the client of Google', () => {
  it('gets all but the contents as one config', async () => {
    const { client, asked } = clientWith('models.generateContent', 'models.generateContentStream')
    const model = clientModel(client, { model: 'model-1' })
    const request = {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      tools: [{ functionDeclarations: [] }],
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: { maxOutputTokens: 5, temperature: 0 },
    }
    await model.generate(request, { signal })
    const { contents, tools, systemInstruction } = request
    const config = { tools, systemInstruction, maxOutputTokens: 5, temperature: 0, abortSignal: signal }
    assert.deepEqual(asked[0]?.given, [{ model: 'model-1', contents, config }])
    assert.deepEqual(await collect(model), [{ number: 1 }, { number: 2 }])
    assert.equal(asked[1]?.path, 'models.generateContentStream')
  })
})

describe('the clients in camel case', () => {
  const schema = { type: 'object', properties: { max_tokens: { type: 'number' } } }
  const request = {
    model: 'model-1',
    max_tokens: 5,
    tool_choice: 'auto',
    tools: [{ type: 'function', function: { name: 'look_up', parameters: schema } }],
    messages: [
      {
        role: 'assistant',
        tool_calls: [{ id: 'a', function: { name: 'look_up', arguments: '{"max_tokens":1}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'fine' },
    ],
  }
  const spelled = {
    model: 'model-1',
    maxTokens: 5,
    toolChoice: 'auto',
    tools: request.tools,
    messages: [
      {
        role: 'assistant',
        toolCalls: [{ id: 'a', function: { name: 'look_up', arguments: '{"max_tokens":1}' } }],
      },
      { role: 'tool', toolCallId: 'a', content: 'fine' },
    ],
  }
  const answer = {
    choices: [
      { finishReason: 'tool_calls', message: { toolCalls: [{ function: { arguments: { maxTokens: 1 } } }] } },
    ],
    usage: { promptTokens: 1, completionTokens: 2 },
  }
  const asSent = {
    choices: [
      {
        finish_reason: 'tool_calls',
        message: { tool_calls: [{ function: { arguments: { maxTokens: 1 } } }] },
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 2 },
  }

  it('are asked and read in it, and nothing of a tool is renamed: Mistral', async () => {
    const given: unknown[] = []
    const client = {
      chat: {
        complete: async (...all: unknown[]) => (given.push(...all), answer),
        async *stream() {
          yield { data: answer }
        },
      },
    }
    const model = clientModel(client, { model: 'model-1' })
    assert.deepEqual(await model.generate(request, { signal }), asSent)
    assert.deepEqual(given, [spelled, { fetchOptions: { signal } }])
    assert.deepEqual(await collect(model), [asSent])
  })

  it('are asked and read in it, and nothing of a tool is renamed: Cohere', async () => {
    for (const wrap of [
      (chat: object) => chat,
      (chat: object) => ({ chat() {}, chatStream() {}, v2: chat }),
    ]) {
      const given: unknown[] = []
      const chat = {
        chat: async (...all: unknown[]) => (given.push(...all), answer),
        async *chatStream() {
          yield answer
        },
      }
      const model = clientModel(wrap(chat), { model: 'model-1' })
      assert.equal(model.provider, 'cohere')
      assert.deepEqual(await model.generate(request, { signal }), asSent)
      assert.deepEqual(given, [spelled, { abortSignal: signal }])
      assert.deepEqual(await collect(model), [asSent])
    }
  })

  it('reach no prototype', async () => {
    const odd = JSON.parse('{"__proto__":{"polluted":true},"usage":{}}') as object
    const client = { chat: { complete: async () => odd, stream: two } }
    const read = await clientModel(client, { model: 'model-1' }).generate(request, { signal })
    assert.deepEqual(Object.keys(read as object), ['__proto__', 'usage'])
    assert.equal('polluted' in {}, false)
  })
})

describe('the client of Ollama', () => {
  const clientOf = (chat: unknown) => ({ chat, show: () => undefined })

  it('is told whether to stream, and its stream is aborted with the signal', async () => {
    const controller = new AbortController()
    let aborted = 0
    const given: unknown[] = []
    const chat = async (request: { readonly stream: boolean }) => {
      given.push(request)
      return request.stream ? Object.assign(two(), { abort: () => void aborted++ }) : { done: true }
    }
    const model = clientModel(clientOf(chat), { model: 'model-1' })
    assert.equal(model.provider, 'ollama')
    assert.deepEqual(await model.generate(body, { signal }), { done: true })
    for await (const _ of model.stream?.(body, { signal: controller.signal }) ?? []) controller.abort()
    assert.deepEqual(given, [
      { ...body, stream: false },
      { ...body, stream: true },
    ])
    assert.equal(aborted, 1)
  })

  it('is aborted although the signal came before its answer', async () => {
    let aborted = 0
    const chat = async () => Object.assign(two(), { abort: () => void aborted++ })
    await collect(clientModel(clientOf(chat), { model: 'model-1' }), AbortSignal.abort())
    assert.equal(aborted, 1)
  })
})

describe('the client of AWS', () => {
  class ConverseCommand {
    readonly input: unknown
    constructor(input: unknown) {
      this.input = input
    }
  }
  class ConverseStreamCommand extends ConverseCommand {}
  /** As the client keeps numbers whose digits JavaScript would lose. */
  class NumericValue {
    readonly type = 'bigDecimal'
    readonly string: string
    constructor(digits: string) {
      this.string = digits
    }
  }
  const commands = { ConverseCommand, ConverseStreamCommand }

  it('is sent a command with the model and the signal, bytes as bytes', async () => {
    const sent: unknown[] = []
    const client = { send: async (...all: unknown[]) => (sent.push(...all), { output: {} }) }
    const model = clientModel(client, { model: 'model-1', commands })
    const image = { format: 'png', source: { bytes: 'AQID' } }
    const toolUse = { toolUseId: 'a', name: 'save', input: { bytes: 'AQID' } }
    const messages = [{ role: 'user', content: [{ image }, { toolUse }] }]
    await model.generate({ messages }, { signal })
    const bytes = Uint8Array.of(1, 2, 3)
    const expected = [
      { role: 'user', content: [{ image: { format: 'png', source: { bytes } } }, { toolUse }] },
    ]
    assert.ok(sent[0] instanceof ConverseCommand)
    assert.deepEqual(sent[0].input, { messages: expected, modelId: 'model-1' })
    assert.deepEqual(sent[1], { abortSignal: signal })
  })

  it('gives bytes as base64 and numbers as numbers, and what a model wrote as it wrote it', async () => {
    const written = { type: 'bigDecimal', string: '1' }
    const input = { big: 12345678901234567890n, list: [new NumericValue('0.10000000000000000001')], written }
    const content = [
      { toolUse: { toolUseId: 'a', name: 'pay', input } },
      { reasoningContent: { redactedContent: Uint8Array.of(1, 2, 3) } },
    ]
    const client = { send: async () => ({ output: { message: { content } } }) }
    const model = clientModel(client, { model: 'model-1', commands })
    assert.deepEqual(await model.generate({}, { signal }), {
      output: {
        message: {
          content: [
            {
              toolUse: {
                toolUseId: 'a',
                name: 'pay',
                input: { big: 12345678901234567000, list: [0.1], written },
              },
            },
            { reasoningContent: { redactedContent: 'AQID' } },
          ],
        },
      },
    })
  })

  it('streams, and fails when its answer is no stream', async () => {
    const streaming = { send: async () => ({ stream: two() }) }
    assert.deepEqual(await collect(clientModel(streaming, { model: 'model-1', commands })), [
      { number: 1 },
      { number: 2 },
    ])
    const empty = { send: async () => ({}) }
    await assert.rejects(collect(clientModel(empty, { model: 'model-1', commands })))
  })

  it('needs its commands', async () => {
    const client = { send: two }
    const message = /needs `commands: \{ ConverseCommand, ConverseStreamCommand \}`/
    assert.throws(() => clientModel(client, { model: 'model-1' }), { code: 'OPTION_INVALID', message })
    const model = clientModel(client, { model: 'model-1', commands: { ConverseCommand } })
    await assert.rejects(collect(model), {
      code: 'OPTION_INVALID',
      message: /`ConverseStreamCommand` is missing/,
    })
  })
})

describe('what is no client', () => {
  for (const [what, client] of [
    ['nothing', undefined],
    ['a text', 'openai'],
    ['an empty object', {}],
    ['a promise of a client', Promise.resolve(clientWith('messages.create').client)],
  ] as const) {
    it(`is refused with those that are known: ${what}`, () => {
      assert.throws(() => clientModel(client as object, { model: 'model-1' }), {
        code: 'OPTION_INVALID',
        message:
          /is not a known client\. Known: openai \(openai\), .*@aws-sdk\/client-bedrock-runtime \(bedrock\)/,
      })
    })
  }

  it('is the client of another provider', () => {
    const { client } = clientWith('messages.create')
    assert.throws(() => clientModel(client, { model: 'model-1', provider: 'groq' }), {
      message: /is not a client for `groq`/,
    })
    assert.throws(() => clientModel(client, { model: 'model-1', provider: 'grok' }), {
      code: 'PROVIDER_UNKNOWN',
    })
  })

  it('is one without a model, or with a misspelt option', () => {
    const { client } = clientWith('messages.create')
    const wrong = (options: object) => () => clientModel(client, options as ClientOptions)
    assert.throws(wrong({}), { message: '`clientModel` needs `model`, the name of a model.' })
    assert.throws(wrong({ model: '' }), { message: /`model` of `clientModel` must be the name of a model/ })
    assert.throws(wrong({ model: 'm', providr: 'groq' }), { message: /Did you mean `provider`\?/ })
    assert.throws(wrong({ model: 'm', provider: 7 }), { code: 'OPTION_INVALID' })
  })
})
