import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { audio, image, json, parts, resource, text, toolError } from '../../src/results/content.ts'
import { toContent } from '../../src/results/to-content.ts'

const MAX = 10_000
const png = { type: 'image', data: 'aGk=', mimeType: 'image/png' }

describe('toContent', () => {
  it('takes a string for text, with its size in bytes', () => {
    assert.deepEqual(toContent('Zürich', MAX), {
      content: { type: 'text', text: 'Zürich' },
      bytes: 7,
      notes: [],
      overflow: false,
      error: undefined,
    })
  })

  it('takes nothing for null and everything else for JSON', () => {
    assert.deepEqual(toContent(undefined, MAX).content, { type: 'json', value: null })
    assert.deepEqual(toContent({ a: 1n }, MAX).content, { type: 'json', value: { a: 1 } })
    assert.deepEqual(toContent(5, MAX).content, { type: 'json', value: 5 })
  })

  it('mends half a character in a text and says so', () => {
    const { content, notes } = toContent('a\udc00', MAX)
    assert.deepEqual(content, { type: 'text', text: 'a\ufffd' })
    assert.equal(notes.length, 1)
  })

  it('shows tagged output as tagged', () => {
    assert.deepEqual(toContent(text('hi'), MAX).content, { type: 'text', text: 'hi' })
    assert.deepEqual(toContent(json('hi'), MAX).content, { type: 'json', value: 'hi' })
    assert.deepEqual(toContent(json(new Date(0)), MAX).content, {
      type: 'json',
      value: '1970-01-01T00:00:00.000Z',
    })
    assert.deepEqual(toContent(image(Buffer.from('hi'), 'image/png'), MAX).content, {
      type: 'parts',
      parts: [png],
    })
    assert.deepEqual(toContent(audio('aGk=', 'audio/wav'), MAX).content, {
      type: 'parts',
      parts: [{ type: 'audio', data: 'aGk=', mimeType: 'audio/wav' }],
    })
  })

  it('puts parts together and drops the tags and foreign fields', () => {
    const output = parts([
      'one',
      text('two'),
      image('aGk=', 'image/png'),
      resource('file:///a.txt'),
      resource('file:///b.txt', { mimeType: 'text/plain', text: 'b', data: new Uint8Array([1]) }),
    ])
    const { content, bytes } = toContent(output, MAX)
    assert.deepEqual(content, {
      type: 'parts',
      parts: [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
        png,
        { type: 'resource', uri: 'file:///a.txt' },
        { type: 'resource', uri: 'file:///b.txt', mimeType: 'text/plain', text: 'b', data: 'AQ==' },
      ],
    })
    assert.equal(bytes, 5 * 32 + 3 + 3 + 13 + 13 + 28)
  })

  it('recognises output of another copy of the package', () => {
    const foreign = { [Symbol.for('toolwright.output')]: true, type: 'text', text: 'hi' }
    assert.deepEqual(toContent(foreign, MAX).content, { type: 'text', text: 'hi' })
  })

  it('reports a failure of the tool', () => {
    const { content, error } = toContent(
      toolError('no such city', { retryable: true, details: { at: new Date(0) } }),
      MAX,
    )
    assert.deepEqual(content, { type: 'text', text: 'Error: no such city' })
    assert.deepEqual(error, {
      message: 'no such city',
      retryable: true,
      details: { at: '1970-01-01T00:00:00.000Z' },
    })
    assert.deepEqual(toContent(toolError('x'), MAX).error, { message: 'x', retryable: false })
  })

  it('cuts the message of a failure to the limit', () => {
    const { content, error, bytes } = toContent(toolError('m'.repeat(9_000)), 1_024)
    assert.match(error?.message ?? '', /^m+\n… \[cut 8,\d+ of 9,000 bytes\] …\nm+$/)
    assert.ok(bytes <= 1_024)
    assert.deepEqual(content, { type: 'text', text: `Error: ${error?.message}` })
  })

  const malformed: readonly [unknown, string][] = [
    [7, 'A part must be an object, not number.'],
    [null, 'A part must be an object, not null.'],
    [{ type: 'video' }, "A part's `type` must be text, image, audio or resource, not `video`."],
    [{ type: 'text', text: 5 }, 'A text part needs `text`, a string, not number.'],
    [
      { type: 'image', data: 'a-_', mimeType: 'image/png' },
      "The image part's `data` is not base64 (no `data:` prefix, padded with =).",
    ],
    [{ type: 'image', data: 'aGk=' }, 'The image part needs a `mimeType` such as `image/png`.'],
    [
      { type: 'audio', data: 'aGk=', mimeType: 'wav' },
      'The audio part needs a `mimeType` such as `audio/wav`.',
    ],
    [{ type: 'resource' }, 'The resource part needs a `uri`, a string.'],
    [{ type: 'resource', uri: 'a:b', mimeType: '' }, "The resource part's `mimeType` is not a media type."],
    [{ type: 'resource', uri: 'a:b', text: 1 }, "The resource part's `text` is not a string."],
    [
      { type: 'resource', uri: 'a:b', data: '*' },
      "The resource part's `data` is not base64 (padded with =).",
    ],
  ]
  for (const [part, message] of malformed) {
    it(`says in place what is wrong: ${message}`, () => {
      const output = { [Symbol.for('toolwright.output')]: true, type: 'parts', parts: [png, part] }
      const { content, notes } = toContent(output, MAX)
      assert.deepEqual(content, {
        type: 'parts',
        parts: [png, { type: 'text', text: `[part 2 left out: ${message}]` }],
      })
      assert.deepEqual(notes, [{ kind: 'converted', path: 'parts[1]', message }])
    })
  }

  it('stops reading parts at twice the limit', () => {
    const { content, overflow } = toContent(parts(Array<string>(1_000).fill('')), 320)
    assert.equal(overflow, true)
    assert.equal(content.type === 'parts' && content.parts.length, 21)
  })

  it('survives tagged nonsense and hostile proxies', () => {
    const brand = Symbol.for('toolwright.output')
    const hostile = new Proxy({}, { get: () => assert.fail('read') })
    assert.deepEqual(toContent(hostile, MAX).content, { type: 'json', value: '[unreadable]' })
    assert.deepEqual(toContent({ [brand]: true, type: 'text', text: 5 }, MAX).content, {
      type: 'json',
      value: 5,
    })
    assert.equal(toContent({ [brand]: true, type: 'parts', parts: 5 }, MAX).content.type, 'parts')
    assert.equal(toContent({ [brand]: true, type: 'parts' }, MAX).content.type, 'json')
    assert.equal(
      toContent({ [brand]: true, type: 'error', message: Symbol('x') }, MAX).error?.message,
      'Symbol(x)',
    )
    fc.assert(
      fc.property(
        fc.anything(),
        fc.constantFrom('text', 'json', 'parts', 'image', 'resource', 'error'),
        (value, type) => {
          const output = {
            [brand]: true,
            type,
            text: value,
            value,
            parts: value,
            data: value,
            message: value,
            uri: value,
          }
          JSON.stringify(toContent(output, 500))
        },
      ),
    )
  })
})
