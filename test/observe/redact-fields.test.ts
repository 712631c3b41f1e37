import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isSecretName, redactFields } from '../../src/observe/redact-fields.ts'

describe('isSecretName', () => {
  it('knows secrets in any spelling', () => {
    const names =
      'password PASSWORD db_password userPassword token access_token X-Auth-Token apiKey api_key API-KEY apikey authorization Authorization cookie set-cookie client_secret privateKey session_id sessionId credentials'
    for (const name of names.split(' ')) assert.equal(isSecretName(name), true, name)
  })

  it('leaves ordinary names alone', () => {
    const names =
      'path key keyboard author authored max_tokens tokenizer secretary city monkey pinned id primary_key'
    for (const name of names.split(' ')) assert.equal(isSecretName(name), false, name)
  })
})

describe('redactFields', () => {
  it('masks fields with a secret name at any depth', () => {
    const fields = { user: 'ada', password: 'hunter2', list: [{ apiKey: { a: 1 } }], token: 123_456 }
    assert.deepEqual(redactFields(fields), {
      user: 'ada',
      password: '<secret>',
      list: [{ apiKey: '<secret>' }],
      token: '<secret>',
    })
    assert.equal(fields.password, 'hunter2')
  })

  it('tells counts of tokens from tokens', () => {
    assert.deepEqual(
      redactFields({ max_tokens: 500, tokens: ['abc'], totalTokens: 7, password: '', secret: null }),
      {
        max_tokens: 500,
        tokens: '<secret>',
        totalTokens: 7,
        password: '',
        secret: null,
      },
    )
  })

  it('masks given secrets wherever they occur, the longer first, and ignores tiny ones', () => {
    const redacted = redactFields(
      { url: 'https://x/?k=abcdef', 'abcd-name': ['abcd!'], note: 'xy' },
      { secrets: ['abcd', 'abcdef', 'xy'] },
    )
    assert.deepEqual(redacted, { url: 'https://x/?k=<secret>', '<secret>-name': ['<secret>!'], note: 'xy' })
  })

  it('masks credentials inside text', () => {
    assert.deepEqual(
      redactFields({ header: 'Authorization: Bearer abc.def-ghi', url: 'postgres://ada:hunter2@host/db' }),
      { header: 'Authorization: Bearer <secret>', url: 'postgres://ada:<secret>@host/db' },
    )
  })

  it('gives plain JSON for whatever it is given', () => {
    const cyclic: Record<string, unknown> = { name: 'loop' }
    cyclic.self = cyclic
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    assert.deepEqual(
      redactFields({
        big: 10n,
        nan: Number.NaN,
        run: () => 1,
        absent: undefined,
        when: new Date('2026-01-02T03:04:05Z'),
        error: new Error('failed'),
        hostile: proxy,
        yes: true,
      }),
      {
        big: '10',
        nan: 'NaN',
        run: '<function>',
        when: '2026-01-02T03:04:05.000Z',
        error: 'failed',
        hostile: '<unreadable>',
        yes: true,
      },
    )
    assert.deepEqual(redactFields(cyclic, { maxDepth: 2 }), {
      name: 'loop',
      self: { name: 'loop', self: '<too deep>' },
    })
    assert.deepEqual(redactFields(proxy), { unreadable: true })
  })

  it('bounds text, lists and objects', () => {
    assert.deepEqual(redactFields({ text: 'x'.repeat(12) }, { maxCharacters: 10 }), {
      text: 'xxxxxxxxxx… (2 more characters)',
    })
    assert.deepEqual(redactFields({ list: [1, 2, 3, 4, 5] }, { maxValues: 3 }), { list: [1, 2, '<3 more>'] })
    assert.deepEqual(redactFields({ a: 1, b: 2, c: 3 }, { maxValues: 2 }), { a: 1, b: 2, '…': '<more>' })
  })

  it('never cuts a given secret in half', () => {
    const text = `${'x'.repeat(8)}hunter2hunter2`
    assert.deepEqual(redactFields({ text }, { secrets: ['hunter2hunter2'], maxCharacters: 20 }), {
      text: 'xxxxxxxx<secret>',
    })
  })

  it('keeps a field called __proto__ a field', () => {
    const redacted = redactFields(JSON.parse('{"__proto__": {"polluted": true}}') as Record<string, unknown>)
    assert.equal(Object.getPrototypeOf(redacted), Object.prototype)
    assert.deepEqual(Object.keys(redacted), ['__proto__'])
  })

  it('lets no given secret through and always gives what JSON can hold', () => {
    const secret = 'S3CR3T-value'
    const text = fc.oneof(
      fc.string(),
      fc.string().map((each) => `${each}${secret}${each}`),
    )
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.anything(),
        fc.array(tie('node')),
        fc.dictionary(text, tie('node')),
      ),
    })).node
    fc.assert(
      fc.property(fc.dictionary(text, value), (fields) => {
        const written = JSON.stringify(redactFields(fields, { secrets: [secret] }))
        assert.equal(written.includes(secret), false)
      }),
    )
  })
})
