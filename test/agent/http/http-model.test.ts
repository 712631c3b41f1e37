import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { httpModel } from '../../../src/agent/http/http-model.ts'
import type { HttpModelOptions } from '../../../src/agent/http/http-options.ts'
import { collect, fakeFetch, fakeWait, json, piecewise, type Reaction, silence } from './fake-fetch.ts'

const KEY = 'sk-test-0123456789abcdef'
const ANSWER = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
}
const EVENT = { choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: null }] }
const SSE = { headers: { 'content-type': 'text/event-stream' } }
const HTML = { headers: { 'content-type': 'text/html; charset=utf-8' } }
const sse = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`
const { signal } = new AbortController()

function modelOf(reactions: readonly Reaction[], options: Partial<HttpModelOptions> = {}) {
  const { fetch, requests } = fakeFetch(...reactions)
  const { wait, delays } = fakeWait()
  const model = httpModel({ provider: 'openai', model: 'model-1', apiKey: KEY, fetch, wait, ...options })
  const stream = (given = signal) => collect(model.stream?.({ hello: 1 }, { signal: given }) ?? assert.fail())
  return { model, stream, generate: () => model.generate({ hello: 1 }, { signal }), requests, delays }
}

/** The failure of a plain and of a streamed request, each with its own reactions. */
async function failuresOf(react: () => readonly Reaction[], options: Partial<HttpModelOptions> = {}) {
  const failures: { readonly code: string; readonly message: string; readonly hint?: string }[] = []
  for (const way of ['generate', 'stream'] as const) {
    await assert.rejects(
      modelOf(react(), options)[way](),
      (error: Error & { code: string; hint?: string }) => {
        failures.push(error)
        return true
      },
    )
  }
  return failures
}

describe('a request over HTTP', () => {
  it('goes to the address of the provider with its key, and follows no redirect', async () => {
    const { generate, requests } = modelOf([json(ANSWER)])
    assert.deepEqual(JSON.parse(String(await generate())), ANSWER)
    const [request] = requests
    assert.equal(request?.url, 'https://api.openai.com/v1/chat/completions')
    assert.equal(request.headers.get('authorization'), `Bearer ${KEY}`)
    assert.equal(request.headers.get('content-type'), 'application/json')
    assert.equal(request.redirect, 'manual')
    assert.deepEqual(request.body, { hello: 1 })
  })

  it('goes where `baseUrl` says, a slash at its end or not', async () => {
    for (const baseUrl of ['http://127.0.0.1:1234/v1', 'http://127.0.0.1:1234/v1/']) {
      const { generate, requests } = modelOf([json(ANSWER)], { baseUrl })
      await generate()
      assert.equal(requests[0]?.url, 'http://127.0.0.1:1234/v1/chat/completions')
    }
  })

  it('brings the headers of the host, which win whatever their letter case', async () => {
    const headers = { AUTHORIZATION: 'Basic abc', 'x-team': 'tides' }
    const { generate, requests } = modelOf([json(ANSWER)], { headers })
    await generate()
    assert.equal(requests[0]?.headers.get('authorization'), 'Basic abc')
    assert.equal(requests[0]?.headers.get('x-team'), 'tides')
  })

  it('cannot leave its path by the name of a model', async () => {
    const options = { provider: 'gemini', model: 'models/../../files?x=#y' }
    assert.throws(() => modelOf([], options), { code: 'OPTION_INVALID' })
    const { generate, requests } = modelOf([json({})], {
      provider: 'bedrock',
      baseUrl: 'http://h',
      model: 'a/b?c',
    })
    await generate()
    assert.equal(requests[0]?.url, 'http://h/model/a%2Fb%3Fc/converse')
  })
})

describe('an answer over HTTP', () => {
  it('is the text as it came, however it was cut', async () => {
    const bytes = new TextEncoder().encode('{"name":"Größe 🌊"}')
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte))
    const { generate } = modelOf([piecewise(pieces)])
    assert.equal(await generate(), '{"name":"Größe 🌊"}')
  })

  it('is its events when it streams, whatever it says its type is', async () => {
    for (const init of [SSE, { headers: { 'content-type': 'text/plain' } }, {}]) {
      const { stream } = modelOf([piecewise([sse(EVENT), sse(EVENT), 'data: [DONE]\n\n'], init)])
      assert.deepEqual(await stream(), [EVENT, EVENT])
    }
  })

  it('ends at the word of the provider: what comes after it is not waited for', async () => {
    let left = false
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(`${sse(EVENT)}data: [DONE]\n\n`)),
      cancel: () => void (left = true),
    })
    const { stream } = modelOf([new Response(body, SSE)])
    assert.deepEqual(await stream(), [EVENT])
    assert.equal(left, true)
  })

  it('lets go of the connection when its reader leaves', async () => {
    let left = false
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(sse(EVENT))),
      cancel: () => void (left = true),
    })
    const { model } = modelOf([new Response(body, SSE)])
    for await (const _ of model.stream?.({}, { signal }) ?? []) break
    assert.equal(left, true)
  })
})

describe('what is no answer', () => {
  const AT = 'https://api.openai.com/v1/chat/completions'
  for (const [what, react, message] of [
    [
      'a web page',
      () => new Response('<!doctype html><html></html>', HTML),
      `${AT} gave a web page where an answer of OpenAI was expected.`,
    ],
    ['nothing', () => new Response(''), `${AT} gave an empty body where an answer of OpenAI was expected.`],
    [
      'no body at all',
      () => new Response(null, { status: 204 }),
      `${AT} gave an empty body where an answer of OpenAI was expected.`,
    ],
  ] as const) {
    it(`is told with its address: ${what}`, async () => {
      const failures = await failuresOf(() => [react()])
      assert.deepEqual(
        failures.map((failure) => [failure.code, failure.message]),
        [0, 1].map(() => ['RESPONSE_UNREADABLE', message]),
      )
    })
  }

  it('is quoted when it is text, without the key', async () => {
    const { generate } = modelOf([new Response(`your key ${KEY} is fine`)])
    await assert.rejects(generate(), {
      code: 'RESPONSE_UNREADABLE',
      message: `${AT} gave "your key <secret> is fine" where an answer of OpenAI was expected.`,
    })
  })

  it('is garbage among the events', async () => {
    const { stream } = modelOf([piecewise([sse(EVENT), 'data: {bad\n\n'], SSE)])
    await assert.rejects(stream(), {
      code: 'RESPONSE_UNREADABLE',
      message: /not JSON: "\{bad".*chat\/completions/,
    })
  })

  it('is one that is larger than the limit, and is not read to its end', async () => {
    for (const way of ['generate', 'stream'] as const) {
      let pulled = 0
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          pulled++
          controller.enqueue(new TextEncoder().encode(`${' '.repeat(1_000)}\n\n`))
        },
      })
      const given = modelOf([new Response(body, SSE)], { maxResponseBytes: 5_000 })
      await assert.rejects(given[way](), { code: 'RESPONSE_TOO_LARGE' })
      assert.ok(pulled < 10, `${pulled} pieces`)
    }
  })
})

describe('a request that fails', () => {
  it('is sent again after 429, 5xx and a broken connection, and waits as long as it is asked to', async () => {
    const busy = new Response('', { status: 429, headers: { 'retry-after': '7' } })
    const { generate, requests, delays } = modelOf([busy, new TypeError('fetch failed'), json(ANSWER)])
    assert.deepEqual(JSON.parse(String(await generate())), ANSWER)
    assert.equal(requests.length, 3)
    assert.equal(delays[0], 7_000)
    assert.ok(Number(delays[1]) >= 500 && Number(delays[1]) <= 1_000, String(delays[1]))
  })

  it('is given up after `maxRetries`, with the words of the provider', async () => {
    const busy = () => json({ error: { message: `slow down, ${KEY}` } }, { status: 429 })
    const { generate, requests } = modelOf([busy(), busy()], { maxRetries: 1 })
    await assert.rejects(generate(), {
      code: 'PROVIDER_ERROR',
      message: 'OpenAI answered 429: slow down, <secret> (https://api.openai.com/v1/chat/completions)',
      hint: 'Ask less often, or raise the limit at the provider.',
    })
    assert.equal(requests.length, 2)
  })

  it('is not sent again when the provider wants more than a minute', async () => {
    const { generate, requests } = modelOf([
      new Response('', { status: 503, headers: { 'retry-after': '3600' } }),
    ])
    await assert.rejects(generate(), { message: /answered 503/ })
    assert.equal(requests.length, 1)
  })

  for (const [status, hint] of [
    [400, 'Read the message of the provider.'],
    [
      401,
      'Check the API key: option `apiKey`, or the environment variable, which goes to the host of the provider only.',
    ],
    [403, 'Check what the API key may do.'],
    [404, 'Check the name of the model and `baseUrl`.'],
  ] as const) {
    it(`is not sent again after ${status}`, async () => {
      const { generate, requests } = modelOf([json({ error: 'no' }, { status })])
      await assert.rejects(generate(), { message: new RegExp(`OpenAI answered ${status}: no`), hint })
      assert.equal(requests.length, 1)
    })
  }

  for (const status of [301, 302, 307, 308]) {
    it(`is not carried to another host by ${status}`, async () => {
      const headers = { location: 'https://elsewhere.example/' }
      const failures = await failuresOf(() => [new Response(null, { status, headers })])
      for (const { message, hint } of failures) {
        assert.match(message, new RegExp(`OpenAI answered ${status}`))
        assert.match(hint ?? '', /Redirects are not followed: .*`baseUrl`/)
      }
    })
  }

  it('is never sent again once its answer has begun', async () => {
    const failures = await failuresOf(() => [piecewise([sse(EVENT), new TypeError('terminated')], SSE)])
    for (const { code, message } of failures) {
      assert.equal(code, 'PROVIDER_ERROR')
      assert.match(message, /The answer of OpenAI broke off \(.*\): terminated/)
    }
  })

  it('says why a connection broke, not only that fetch failed', async () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' })
    const { generate } = modelOf([new TypeError('fetch failed', { cause })], { maxRetries: 0 })
    await assert.rejects(generate(), {
      message: /could not be reached at .*: connect ECONNREFUSED/,
      hint: 'Check the address and the network.',
    })
  })

  it('keeps the key out of everything, causes too', async () => {
    const thrown = () => new TypeError('fetch failed', { cause: new Error(`bad header ${KEY}`) })
    for (const error of await failuresOf(() => [thrown()], { maxRetries: 0 })) {
      assert.doesNotMatch(
        JSON.stringify([error, error.message, (error as { cause?: unknown }).cause ?? null]),
        /0123456789abcdef/,
      )
    }
    const { generate } = modelOf([json({ error: { message: `no key ${KEY}` } })])
    assert.doesNotMatch(String(await generate()), /0123456789abcdef/)
    const { stream } = modelOf([piecewise([sse({ error: { message: `no key ${KEY}` } })], SSE)])
    assert.doesNotMatch(JSON.stringify(await stream()), /0123456789abcdef/)
  })
})

describe('a provider that says nothing', () => {
  it('is given up after `timeoutMs`, and asked again', async () => {
    const { generate, requests } = modelOf([silence, json(ANSWER)], { timeoutMs: 5 })
    await generate()
    assert.equal(requests.length, 2)
    for (const { message, hint } of await failuresOf(() => [silence], { timeoutMs: 5, maxRetries: 0 })) {
      assert.match(message, /OpenAI did not answer within 5ms/)
      assert.match(hint ?? '', /Raise `timeoutMs`/)
    }
  })

  it('is given up in the middle of an answer, and not asked again', async () => {
    const hanging: Reaction = ({ signal: given }) =>
      new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(sse(EVENT)))
            given?.addEventListener('abort', () => controller.error(given.reason))
          },
        }),
        SSE,
      )
    for (const { message } of await failuresOf(() => [hanging], { timeoutMs: 5 })) {
      assert.match(message, /OpenAI did not answer within 5ms/)
    }
  })

  it('is left at once when the run is cancelled, also between two tries', async () => {
    for (const reactions of [[silence], [new Response('', { status: 500 })]] as const) {
      const controller = new AbortController()
      const { fetch } = fakeFetch(...reactions)
      const wait = (_delayMs: number, given: AbortSignal) =>
        new Promise<void>((_resolve, reject) => {
          given.addEventListener('abort', () => reject(given.reason as Error))
        })
      const model = httpModel({ provider: 'openai', model: 'model-1', apiKey: KEY, fetch, wait })
      const asked = model.generate({}, { signal: controller.signal })
      setImmediate(() => controller.abort(new Error('enough')))
      await assert.rejects(asked, { message: 'enough' })
    }
  })
})
