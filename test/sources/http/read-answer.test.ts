import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GuardedResponse } from '../../../src/network/guarded-fetch.ts'
import { toContent } from '../../../src/results/to-content.ts'
import { readAnswer } from '../../../src/sources/http/read-answer.ts'

const answer = (
  type: string,
  body: string | Uint8Array,
  more: Partial<GuardedResponse> = {},
): GuardedResponse => ({
  status: 200,
  statusText: 'OK',
  url: 'https://api.example.com/',
  redirects: 0,
  headers: new Map(type === '' ? [] : [['content-type', type]]),
  body: Buffer.from(body),
  truncated: false,
  ...more,
})
const read = (response: GuardedResponse, method = 'GET'): unknown =>
  toContent(
    readAnswer(response, method, (text) => text.replaceAll('hidden', '<secret>')),
    1_000_000,
  ).content

describe('readAnswer', () => {
  const ROWS: readonly (readonly [string, GuardedResponse, unknown])[] = [
    ['JSON as JSON', answer('application/json; charset=utf-8', '{"a":1}'), { type: 'json', value: { a: 1 } }],
    ['a JSON text as JSON', answer('application/problem+json', '"a"'), { type: 'json', value: 'a' }],
    ['JSON without a type as JSON', answer('', '[1]'), { type: 'json', value: [1] }],
    [
      'what only says that it is JSON as text',
      answer('application/json', 'oops'),
      { type: 'text', text: 'oops' },
    ],
    ['text as text', answer('text/csv', 'a,b'), { type: 'text', text: 'a,b' }],
    [
      'text in its own coding',
      answer('text/plain; charset=latin1', Buffer.from([0xe4])),
      { type: 'text', text: 'ä' },
    ],
    ['XML as text', answer('application/atom+xml', '<a/>'), { type: 'text', text: '<a/>' }],
    [
      'an empty answer as null',
      answer('application/json', '', { status: 204 }),
      { type: 'json', value: null },
    ],
    [
      'a picture as a picture',
      answer('image/png', Buffer.from([1, 2, 3])),
      { type: 'parts', parts: [{ type: 'image', data: 'AQID', mimeType: 'image/png' }] },
    ],
    ['a drawing as text', answer('image/svg+xml', '<svg/>'), { type: 'text', text: '<svg/>' }],
    [
      'other bytes by what they are',
      answer('application/zip', Buffer.from([1, 2, 3])),
      { type: 'text', text: '[application/zip, 3 bytes: not shown, since it is no text]' },
    ],
    [
      'bytes without a type by what they are',
      answer('', Buffer.from([0, 255, 1])),
      { type: 'text', text: '[data of an unknown type, 3 bytes: not shown, since it is no text]' },
    ],
    [
      'a text that was cut with a word on it',
      answer('text/plain', 'abc', { truncated: true }),
      { type: 'text', text: 'abc\n[cut after 3 bytes]' },
    ],
    [
      'nothing that must be hidden',
      answer('application/json', '{"k":"hidden"}'),
      { type: 'json', value: { k: '<secret>' } },
    ],
  ]
  for (const [what, response, expected] of ROWS)
    it(`gives ${what}`, () => assert.deepEqual(read(response), expected))

  it('gives what the headers say when there can be no body', () => {
    const response = answer('text/plain', '', {
      headers: new Map([
        ['etag', '"x"'],
        ['set-cookie', 'secret=1'],
      ]),
    })
    assert.deepEqual(read(response, 'HEAD'), {
      type: 'json',
      value: { status: 200, headers: { etag: '"x"' } },
    })
  })

  it('asks for less where JSON was cut', () => {
    assert.deepEqual(read(answer('application/json', '[1,', { truncated: true })), {
      type: 'text',
      text: 'Error: The answer is longer than 3 bytes. Ask for less: a smaller page, a filter, fewer fields.',
    })
  })

  it('fails with the status and the beginning of the body', () => {
    const refused = readAnswer(
      answer('application/json', `{"message":"${'x'.repeat(3_000)}"}`, {
        status: 422,
        statusText: 'Unprocessable Entity',
      }),
      'POST',
      (text) => text,
    )
    assert.ok(refused.type === 'error')
    assert.match(
      refused.message,
      /^The server answered 422 Unprocessable Entity\. \{"message":"x{1988} \[…\]$/,
    )
    assert.deepEqual(refused.details, { status: 422 })
    assert.equal(refused.retryable, false)
  })

  it('says when to try again, and only where nothing can have been done twice', () => {
    const busy = answer('text/html', '', {
      status: 429,
      statusText: 'Too Many Requests',
      headers: new Map([['retry-after', '60']]),
    })
    const output = readAnswer(busy, 'POST', (text) => text)
    assert.ok(output.type === 'error')
    assert.equal(output.message, 'The server answered 429 Too Many Requests. Try again after 60 seconds.')
    assert.equal(output.retryable, true)
    const lost = (method: string): unknown => {
      const failed = readAnswer(answer('text/plain', '', { status: 504 }), method, (text) => text)
      return failed.type === 'error' && failed.retryable
    }
    assert.deepEqual([lost('GET'), lost('PUT'), lost('POST'), lost('PATCH')], [true, true, false, false])
  })
})
