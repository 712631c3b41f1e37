import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { httpModel } from '../../src/agent/http/http-model.ts'
import { defineTool } from '../../src/author/define-tool.ts'
import { ToolwrightError } from '../../src/errors/toolwright-error.ts'
import type { Message } from '../../src/providers/transcript.ts'
import { OPENAI_SERVERS, openAiServer } from '../../src/providers/openai-servers.ts'
import { listProviders, provider } from '../../src/providers/provider.ts'
import type { ToolChoice } from '../../src/providers/provider-format.ts'
import { succeed } from '../../src/results/create-result.ts'
import { describeProviderFormat } from '../contracts/provider-format.ts'
import { ANSWER_WRITERS } from '../fixtures/providers/answer-writers.ts'

// The one that differs most.
const openAiWriter = ANSWER_WRITERS.find(({ id }) => id === 'openai')
assert.ok(openAiWriter)
describeProviderFormat(openAiServer('lmstudio'), { ...openAiWriter, id: 'lmstudio' })

function definitionOf(name: string) {
  const input = { type: 'object', properties: { port: { type: 'string' } } } as const
  return defineTool({ name, description: 'Tide at a port', input, run: () => 1 }).definition
}

const definition = definitionOf('get_tide')
const prepare = (server: string, options = {}) =>
  provider(openAiServer(server)).prepare([definition], options)
const chat = { model: 'm', messages: [{ role: 'user', content: 'Tide?' } as const], stream: false }
const bodyOf = (server: string) => prepare(server).encodeRequest({ ...chat, stream: true, maxTokens: 9 })

/** Sends one request to a server and gives what went over the wire. */
async function send(options: Omit<Parameters<typeof httpModel>[0], 'model' | 'fetch'>) {
  let sent: { url: string; headers: Record<string, string> } | undefined
  const model = httpModel({
    ...options,
    model: 'm',
    fetch: (url, init) => {
      sent = { url: url as string, headers: init?.headers as Record<string, string> }
      return Promise.resolve(new Response('{"choices":[]}'))
    },
  })
  await model.generate({}, { signal: new AbortController().signal })
  return sent
}

describe('servers that speak OpenAI Chat', () => {
  it('are rows with an address each, of names that no provider has', () => {
    const ids = OPENAI_SERVERS.map(({ id }) => id)
    assert.deepEqual(ids, [
      'azure',
      'groq',
      'deepseek',
      'xai',
      'openrouter',
      'together',
      'fireworks',
      'cerebras',
      'huggingface',
      'nvidia',
      'vllm',
      'lmstudio',
      'llamacpp',
    ])
    assert.deepEqual(
      ids.filter((id) => listProviders().includes(id)),
      [],
    )
    for (const { baseUrl } of OPENAI_SERVERS) assert.match(baseUrl, /^https?:\/\/.+[^/]$/)
  })

  it('are found by id wherever a provider is, and not listed among the formats', () => {
    assert.equal(provider('Groq').title, 'Groq')
    assert.equal(provider('groq').format, openAiServer(' GROQ '))
    assert.equal(listProviders().includes('groq'), false)
  })

  it('write nothing of strict unless the server knows it', () => {
    const [plain] = prepare('groq', { strict: true }).tools as { function: object }[]
    assert.equal(Object.hasOwn(plain?.function ?? {}, 'strict'), false)
    const kinds = prepare('groq', { strict: true }).warnings.map(({ kind, message }) => [kind, message])
    assert.deepEqual(kinds, [['not-strict', '`get_tide` is sent without strict: Groq has no such mode.']])
    const [strict] = prepare('azure', { strict: true }).tools as { function: { strict: boolean } }[]
    assert.equal(strict?.function.strict, true)
  })

  it('get the limit of tokens in the field they know, and are asked for the tokens of a stream', () => {
    assert.equal(bodyOf('groq')['max_completion_tokens'], 9)
    assert.equal(bodyOf('deepseek')['max_tokens'], 9)
    assert.deepEqual(bodyOf('vllm')['stream_options'], { include_usage: true })
    const old = provider(openAiServer({ id: 'old', baseUrl: 'http://localhost:1', streamOptions: false }))
    const body = old.prepare([definition]).encodeRequest({ ...chat, stream: true })
    assert.equal(body['stream'], true)
    assert.equal(Object.hasOwn(body, 'stream_options'), false)
  })

  it('get one tool where a choice by name is not taken', () => {
    const other = definitionOf('other')
    const toolChoice: ToolChoice = { tool: 'get_tide' }
    const request = (server: string) =>
      provider(server).prepare([definition, other], { toolChoice }).request as {
        tools: unknown[]
        tool_choice: unknown
      }
    assert.deepEqual(request('xai').tool_choice, { type: 'function', function: { name: 'get_tide' } })
    assert.equal(request('xai').tools.length, 2)
    assert.equal(request('lmstudio').tool_choice, 'required')
    assert.equal(request('lmstudio').tools.length, 1)
  })

  it('warn where one call at a time cannot be asked for', () => {
    assert.equal(prepare('groq', { parallel: false }).request['parallel_tool_calls'], false)
    const { request, warnings } = prepare('deepseek', { parallel: false })
    assert.equal(Object.hasOwn(request, 'parallel_tool_calls'), false)
    assert.deepEqual(warnings, [
      {
        kind: 'request-changed',
        message: 'DeepSeek cannot be asked for one call at a time; an answer may hold several.',
      },
    ])
    assert.deepEqual(prepare('deepseek', { parallel: true }).warnings, [])
  })

  it('hold as many tools as the server takes', () => {
    const definitions = Array.from({ length: 130 }, (_, index) => definitionOf(`tool_${index}`))
    assert.equal(provider('groq').prepare(definitions).warnings.length, 2)
    assert.equal(provider('vllm').prepare(definitions).warnings.length, 0)
  })

  it('are named in what went wrong', () => {
    const { problems } = provider('groq').decode({ error: { message: 'no credit' } })
    assert.equal(problems[0]?.message, 'Groq answered with an error: no credit')
    const unreadable = provider('groq').decode({ object: 'chat.completion', choices: [] })
    assert.equal(
      unreadable.problems[0]?.message,
      'This is not an answer of Groq: its `choices` hold no message.',
    )
  })
})

describe('a server of your own', () => {
  it('is a row, or a listed one with changes', () => {
    const own = openAiServer({ id: 'harbour', baseUrl: 'https://llm.harbour.example/v1', strict: true })
    assert.equal(own.title, 'harbour')
    assert.equal(own.capabilities.strict, true)
    const beta = openAiServer('deepseek', { baseUrl: 'https://api.deepseek.com/beta', strict: true })
    assert.equal(beta.id, 'deepseek')
    assert.equal(beta.chat?.baseUrl, 'https://api.deepseek.com/beta')
    assert.equal(beta.capabilities.parallelFlag, false)
    assert.equal(openAiServer('deepseek').capabilities.strict, false)
  })

  it('is refused when it is unknown, with the known ones', () => {
    assert.throws(
      () => openAiServer('grok'),
      (error) =>
        ToolwrightError.is(error, 'PROVIDER_UNKNOWN') &&
        error.message.startsWith('Unknown server: grok. Known servers: azure, groq, deepseek,') &&
        error.message.endsWith('Did you mean `groq`?'),
    )
    assert.throws(() => openAiServer('__proto__', {}), /Give one of your own: `\{ id, baseUrl \}`/)
    assert.throws(() => provider('grok'), /servers that speak `openai`: azure, groq.+ Did you mean `groq`\?$/)
  })

  it('is refused when it lacks an address or says what there is not', () => {
    const bad = (row: unknown) => () => openAiServer(row as Parameters<typeof openAiServer>[0])
    assert.throws(bad({ id: 'x' }), /`baseUrl` of `openAiServer` must be an address/)
    assert.throws(bad({ baseUrl: 'http://x' }), /`id` of `openAiServer` must be a name/)
    assert.throws(bad({ id: 'x', baseUrl: 'http://x', baseURL: 'y' }), /no option `baseURL`.+`baseUrl`/)
    assert.throws(bad(null), /`id` of `openAiServer` must be/)
    assert.throws(bad({ id: 'x', baseUrl: 'http://x', maxTools: 0 }), /a whole number from 1/)
  })
})

describe('a model on such a server', () => {
  it('is reached at its address, with the key in its header', async () => {
    const groq = await send({ provider: 'groq', apiKey: 'k' })
    assert.equal(groq?.url, 'https://api.groq.com/openai/v1/chat/completions')
    assert.equal(groq?.headers['authorization'], 'Bearer k')
    const baseUrl = 'https://tides.openai.azure.com/openai/v1'
    const azure = await send({ provider: openAiServer('azure', { baseUrl }), apiKey: 'k' })
    assert.equal(azure?.url, 'https://tides.openai.azure.com/openai/v1/chat/completions')
    assert.equal(azure?.headers['api-key'], 'k')
    assert.equal(azure?.headers['authorization'], undefined)
  })

  it('needs no key on your own machine', async () => {
    const local = await send({ provider: openAiServer('lmstudio') })
    assert.equal(local?.url, 'http://localhost:1234/v1/chat/completions')
    assert.equal(local?.headers['authorization'], undefined)
  })

  it('asks for the address that only you know', () => {
    assert.throws(
      () => httpModel({ provider: 'azure', model: 'm', apiKey: 'k' }),
      /Azure OpenAI has an address of your own, like https:\/\/\{resource\}.+ Give it as `baseUrl`/,
    )
  })
})

describe('a transcript of one server', () => {
  const answer = {
    choices: [
      {
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: null,
          reasoning: 'Two ports.',
          tool_calls: [
            { id: 'fc_1', type: 'function', function: { name: 'get_tide', arguments: '{"port":"Oban"}' } },
          ],
        },
      },
    ],
  }
  const turn = prepare('groq')
  const decoded = turn.decode(answer)
  const messages: Message[] = [
    {
      role: 'assistant',
      content: decoded.text,
      calls: decoded.calls,
      echo: { provider: turn.provider, messages: decoded.messages },
    },
    {
      role: 'tool',
      results: decoded.calls.map((call) => succeed(call, { type: 'text', text: '3.2 m' })),
    },
  ]
  const result = { role: 'tool', tool_call_id: 'fc_1', content: '3.2 m' }

  it('goes back to it unchanged', () => {
    const body = turn.encodeRequest({ ...chat, messages })
    assert.deepEqual(body['messages'], [answer.choices[0]?.message, result])
  })

  it('goes to OpenAI without the fields that only the server knows', () => {
    const body = provider('openai')
      .prepare([definition])
      .encodeRequest({ ...chat, messages })
    assert.deepEqual(body['messages'], [
      { role: 'assistant', content: null, tool_calls: answer.choices[0]?.message.tool_calls },
      result,
    ])
  })
})
