import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { httpModel } from '../../../src/agent/http/http-model.ts'
import type { HttpModelOptions } from '../../../src/agent/http/http-options.ts'
import { fakeFetch, json } from './fake-fetch.ts'

const BASE = { provider: 'openai', model: 'model-1', apiKey: 'sk-test' }

describe('the options of httpModel', () => {
  for (const [what, options, message] of [
    ['nothing', undefined, /takes an object of options/],
    [
      'no model',
      { provider: 'openai', apiKey: 'k', model: '' },
      /`model` of `httpModel` must be the name of a model/,
    ],
    ['a name that climbs', { ...BASE, model: '../files' }, /must be the name of a model/],
    ['a misspelt option', { ...BASE, baseURL: 'http://h' }, /Did you mean `baseUrl`\?/],
    [
      'an address that is none',
      { ...BASE, baseUrl: 'localhost:80' },
      /must be an address that starts with http/,
    ],
    [
      'a key in the address',
      { ...BASE, baseUrl: 'http://h/v1?key=abc' },
      /may hold no user, password, query/,
    ],
    [
      'a password in the address',
      { ...BASE, baseUrl: 'http://me:abc@h/v1' },
      /may hold no user, password, query/,
    ],
    ['no time at all', { ...BASE, timeoutMs: 0 }, /must be a whole number of milliseconds from 1/],
    ['more time than a timer has', { ...BASE, timeoutMs: 2 ** 31 }, /from 1 to 2147483647/],
    ['tries by halves', { ...BASE, maxRetries: 1.5 }, /must be a whole number from 0/],
    [
      'an address with a gap',
      { ...BASE, provider: 'azure' },
      /has an address of your own, like .*\{resource\}/,
    ],
    ['what no model speaks', { ...BASE, provider: 'mcp' }, /No model speaks/],
    [
      'a header that cannot be sent',
      { ...BASE, apiKey: 'a\nb' },
      /The header `authorization` of `httpModel` cannot be sent/,
    ],
  ] as const) {
    it(`refuse ${what}, with the cure`, () => {
      assert.throws(() => httpModel(options as unknown as HttpModelOptions), {
        code: 'OPTION_INVALID',
        message,
      })
    })
  }

  it('refuse a provider that nobody knows', () => {
    assert.throws(() => httpModel({ ...BASE, provider: 'opnai' }), { code: 'PROVIDER_UNKNOWN' })
  })

  it('show neither password nor key in what they refuse', () => {
    for (const options of [
      { ...BASE, baseUrl: 'http://me:hunter2@h/v1' },
      { ...BASE, apiKey: 'hunter2\nx' },
    ]) {
      assert.throws(
        () => httpModel(options),
        ({ message }: Error) => !message.includes('hunter2'),
      )
    }
  })
})

describe('the key of the environment', () => {
  const NAME = 'OPENAI_API_KEY'
  const before = process.env[NAME]
  beforeEach(() => void (process.env[NAME] = 'sk-of-the-environment'))
  afterEach(() => {
    if (before === undefined) delete process.env[NAME]
    else process.env[NAME] = before
  })

  async function keySent(options: Partial<HttpModelOptions>): Promise<string | null | undefined> {
    const { fetch, requests } = fakeFetch(json({}))
    const model = httpModel({ provider: 'openai', model: 'model-1', fetch, ...options })
    await model.generate({}, { signal: new AbortController().signal })
    return requests[0]?.headers.get('authorization')
  }

  it('is used for the address of the provider', async () => {
    assert.equal(await keySent({}), 'Bearer sk-of-the-environment')
  })

  it('is used for another address of the same host', async () => {
    assert.equal(await keySent({ baseUrl: 'https://api.openai.com/v2' }), 'Bearer sk-of-the-environment')
  })

  for (const baseUrl of [
    'http://127.0.0.1:1234/v1',
    'http://api.openai.com/v1', // not encrypted
    'https://api.openai.com:8443/v1',
    'https://api.openai.com.evil.example/v1',
    'https://evil.example/api.openai.com/v1',
  ]) {
    it(`goes to no other host: ${baseUrl}`, async () => {
      assert.equal(await keySent({ baseUrl }), null)
    })
  }

  it('goes nowhere when the address of the provider has a gap', async () => {
    process.env['AZURE_OPENAI_API_KEY'] = 'azure-of-the-environment'
    try {
      const { fetch, requests } = fakeFetch(json({}))
      const model = httpModel({ provider: 'azure', model: 'm', fetch, baseUrl: 'https://evil.example/v1' })
      await model.generate({}, { signal: new AbortController().signal })
      assert.equal(requests[0]?.headers.get('api-key'), null)
    } finally {
      delete process.env['AZURE_OPENAI_API_KEY']
    }
  })

  it('gives way to a key that was given', async () => {
    assert.equal(await keySent({ apiKey: ' sk-given ' }), 'Bearer sk-given')
  })

  it('is asked for when it is missing, unless the host brings headers of its own', async () => {
    delete process.env[NAME]
    assert.throws(() => httpModel({ provider: 'openai', model: 'model-1' }), {
      code: 'OPTION_INVALID',
      message: 'There is no API key for OpenAI. Set OPENAI_API_KEY, or give `apiKey` to `httpModel`.',
    })
    assert.equal(await keySent({ headers: { authorization: 'Basic abc' } }), 'Basic abc')
  })
})
