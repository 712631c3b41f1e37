import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { partBytes } from '../../src/results/read-part.ts'
import { toContent } from '../../src/results/to-content.ts'
import type { ContentPart, ResultContent } from '../../src/results/tool-result.ts'
import { truncateContent } from '../../src/results/truncate.ts'
import { NO_CORPORA, readHostileTexts } from './hostile-texts.ts'

const MARKER = /\n… \[cut (?:at least )?([\d,]+) of (?:at least )?([\d,]+) bytes\] …\n/

function cut(returned: unknown, maxBytes: number) {
  const { content, bytes, overflow } = toContent(returned, maxBytes)
  return truncateContent(content, maxBytes, bytes, overflow)
}

function textOf(content: ResultContent): string {
  return content.type === 'text' ? content.text : assert.fail(`${content.type} is not text`)
}

describe('truncateContent', () => {
  it('gives content within the limit back as it is', () => {
    const content: ResultContent = { type: 'text', text: 'abc' }
    const result = truncateContent(content, 3, 3)
    assert.equal(result.content, content)
    assert.deepEqual(result, { content, truncated: false, notes: [], cutBytes: 0 })
  })

  it('keeps head and tail, and says how much was cut', () => {
    const result = cut(`${'a'.repeat(5_000)}${'z'.repeat(5_000)}`, 1_040)
    const text = textOf(result.content)
    assert.match(text, /^a{752}\n… \[cut 8,998 of 10,000 bytes\] …\nz{250}$/)
    assert.equal(Buffer.byteLength(text), 1_039)
    assert.equal(result.cutBytes, 8_998)
    assert.deepEqual(result.notes, [
      {
        kind: 'truncated',
        path: '',
        message: 'The output was over its limit: 8,998 of 10,000 bytes were cut.',
      },
    ])
  })

  it('keeps a head alone where the marker does not fit', () => {
    assert.deepEqual(cut('😀😀😀', 7).content, { type: 'text', text: '😀' })
    assert.deepEqual(cut('abc', 0), {
      content: { type: 'text', text: '' },
      truncated: true,
      notes: [
        { kind: 'truncated', path: '', message: 'The output was over its limit: 3 of 3 bytes were cut.' },
      ],
      cutBytes: 3,
    })
  })

  it('leaves JSON whole when only the estimate of its size is over', () => {
    const content: ResultContent = { type: 'json', value: [1, 2] }
    assert.equal(truncateContent(content, 5, 9).content, content)
  })

  it('says "at least" of what was not read to its end', () => {
    const result = cut({ out: 'x'.repeat(100_000) }, 1_024)
    assert.match(textOf(result.content), /\[cut at least 9\d,\d{3} of at least 100,0\d\d bytes\]/)
    const list = cut(Array(10_000).fill('row'), 1_024)
    assert.match(textOf(list.content), /^\["row",.*\[cut at least/s)
  })

  it('never goes over its limit nor cuts a character (law)', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 400, size: 'max' }),
      fc.string({ unit: 'binary', maxLength: 400, size: 'max' }),
      fc.string({ unit: fc.constantFrom('😀', 'é', 'a', '€', '👩‍👩‍👧'), maxLength: 300, size: 'max' }),
    )
    fc.assert(
      fc.property(anyText, fc.nat(500), (given, maxBytes) => {
        const whole = given.toWellFormed()
        const result = cut(given, maxBytes)
        const text = textOf(result.content)
        assert.ok(Buffer.byteLength(text) <= maxBytes)
        assert.ok(text.isWellFormed())
        assert.equal(result.truncated, Buffer.byteLength(whole) > maxBytes)
        if (!result.truncated) return assert.equal(text, whole)
        const [head = '', cutBytes, , tail = ''] = text.split(MARKER)
        assert.ok(whole.startsWith(head))
        assert.ok(whole.endsWith(tail))
        assert.ok(!head.includes('\ufffd') || whole.includes('\ufffd'))
        const kept = Buffer.byteLength(head) + Buffer.byteLength(tail)
        assert.equal(result.cutBytes, Buffer.byteLength(whole) - kept)
        if (cutBytes !== undefined) assert.equal(cutBytes.replaceAll(',', ''), String(result.cutBytes))
      }),
      { numRuns: 500 },
    )
  })

  it('never cuts inside an escape of JSON (law)', () => {
    const escapes = fc.string({
      unit: fc.constantFrom('\\', '"', '\n', '\u0001', 'u', 'a', '😀', '0'),
      maxLength: 300,
      size: 'max',
    })
    fc.assert(
      fc.property(
        fc.oneof(escapes, fc.jsonValue({ stringUnit: 'binary', depthSize: 'medium' })),
        fc.integer({ min: 44, max: 300 }),
        (value, maxBytes) => {
          const result = cut({ value }, maxBytes)
          if (result.content.type === 'json') return
          const text = textOf(result.content)
          assert.ok(Buffer.byteLength(text) <= maxBytes)
          const [head = '', , , tail = ''] = text.split(MARKER)
          assert.doesNotMatch(head.replaceAll(/\\(?:u[\da-f]{4}|[^u])/g, ''), /\\/)
          const whole = JSON.stringify({ value })
          if (!result.notes[0]?.message.includes('at least') && whole.endsWith(tail)) {
            const starts = escapeStarts(whole)
            assert.ok(starts.has(whole.length - tail.length))
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('truncateContent on hostile text', () => {
  it('holds its limit on every naughty string, as text and inside JSON', { skip: NO_CORPORA }, () => {
    for (const text of readHostileTexts()) {
      const long = text.repeat(Math.ceil(600 / (text.length + 1)))
      for (const maxBytes of [50, 201]) {
        for (const returned of [long, { [text]: long }, [long, long]]) {
          const { content } = cut(returned, maxBytes)
          const shown = content.type === 'text' ? content.text : JSON.stringify(content)
          if (content.type === 'text') assert.ok(Buffer.byteLength(shown) <= maxBytes)
          assert.ok(shown.isWellFormed())
        }
      }
    }
  })
})

/** Every place in JSON text where a character or an escape begins. */
function escapeStarts(json: string): Set<number> {
  const starts = new Set<number>([json.length])
  for (const match of json.matchAll(/\\u[\da-f]{4}|\\.|./gsu)) starts.add(match.index)
  return starts
}

describe('truncateContent on parts', () => {
  const picture: ContentPart = { type: 'image', data: 'A'.repeat(4_000), mimeType: 'image/png' }

  it('drops a picture whole and says so in its place', () => {
    const content: ResultContent = {
      type: 'parts',
      parts: [{ type: 'text', text: 'before' }, picture, { type: 'text', text: 'after' }],
    }
    const result = truncateContent(content, 1_024, 4_200)
    assert.deepEqual(result.content, {
      type: 'parts',
      parts: [
        { type: 'text', text: 'before' },
        { type: 'text', text: '[image image/png of 4,041 bytes left out: over the size limit]' },
        { type: 'text', text: 'after' },
      ],
    })
    assert.equal(result.truncated, true)
    assert.equal(result.cutBytes, 4_041)
  })

  it('cuts text and the text of resources', () => {
    const long = 'y'.repeat(900)
    const { content } = truncateContent(
      {
        type: 'parts',
        parts: [
          { type: 'resource', uri: 'a:b', text: long },
          { type: 'text', text: long },
        ],
      },
      1_400,
      1_867,
    )
    assert.ok(content.type === 'parts')
    assert.deepEqual(content.parts[0], { type: 'resource', uri: 'a:b', text: long })
    assert.match(textOf(content.parts[1] as ResultContent), /^y+\n… \[cut \d+ of 900 bytes\] …\ny+$/)
  })

  it('counts at the end the parts that left no trace', () => {
    const { content } = truncateContent(
      { type: 'parts', parts: Array.from({ length: 50 }, () => picture) },
      400,
      202_000,
    )
    assert.ok(content.type === 'parts')
    assert.equal(
      textOf(content.parts.at(-1) as ResultContent),
      '[47 more parts left out: over the size limit]',
    )
  })

  it('never goes over its limit (law)', () => {
    const part: fc.Arbitrary<ContentPart> = fc.oneof(
      fc
        .string({ unit: 'binary', maxLength: 300, size: 'max' })
        .map((text) => ({ type: 'text' as const, text: text.toWellFormed() })),
      fc
        .nat(100)
        .map((size) => ({ type: 'audio' as const, data: 'A'.repeat(4 * size), mimeType: 'audio/wav' })),
      fc.record({
        type: fc.constant('resource' as const),
        uri: fc.webUrl(),
        text: fc.string({ maxLength: 200, size: 'max' }),
      }),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12, size: 'max' }), fc.nat(1_500), (given, maxBytes) => {
        const bytes = given.reduce((sum, each) => sum + partBytes(each), 0)
        const { content, truncated } = truncateContent({ type: 'parts', parts: given }, maxBytes, bytes)
        assert.ok(content.type === 'parts')
        assert.ok(content.parts.reduce((sum, each) => sum + partBytes(each), 0) <= maxBytes)
        assert.equal(truncated, bytes > maxBytes)
      }),
    )
  })
})
