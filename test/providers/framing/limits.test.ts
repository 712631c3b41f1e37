import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFrameReader } from '../../../src/providers/framing/create-frame-reader.ts'
import { FRAMINGS, type Framing } from '../../../src/providers/framing/framing.ts'
import { awsEvent, awsPrelude } from './aws-message.ts'
import { messagesOf, readPieces, readShort, shorten, type Body } from './read-body.ts'

const TOO_LARGE = 'RESPONSE_TOO_LARGE'

/** One event of this JSON, as each framing writes it. */
const WRITE: Readonly<Record<Framing, (value: unknown) => Body>> = {
  sse: (value) => `data: ${JSON.stringify(value)}\n\n`,
  ndjson: (value) => `${JSON.stringify(value)}\n`,
  'json-array': (value) => `${JSON.stringify(value)}\n`,
  'aws-event-stream': (value) => awsEvent('event', value),
}

/** What opens an event that never ends, and what goes on and on in it. */
const ENDLESS: Readonly<Record<Framing, { readonly start: Body; readonly more: Body }>> = {
  sse: { start: 'data: {"a":"', more: 'x'.repeat(65_536) },
  ndjson: { start: '{"a":"', more: 'x'.repeat(65_536) },
  'json-array': { start: '[{"a":"', more: 'x'.repeat(65_536) },
  'aws-event-stream': { start: awsPrelude(16_777_216, 0), more: Buffer.alloc(65_536) },
}

describe('the limit of an event', () => {
  it('is reported once; what came before is given, and what follows ignored', () => {
    for (const framing of FRAMINGS) {
      const [small, large] = [WRITE[framing]({ a: 1 }), WRITE[framing]({ a: 'x'.repeat(500) })]
      const found = readPieces(framing, [small, large, small, small], { maxEventBytes: 400 }).map(shorten)
      assert.equal(found.length, 2, framing)
      assert.equal(found[1], TOO_LARGE, framing)
    }
  })

  it('lets an event of just that size pass', () => {
    const text = JSON.stringify({ a: 'xyz' })
    const limits = { maxEventBytes: text.length }
    assert.deepEqual(readShort('ndjson', text, limits), [{ a: 'xyz' }])
    assert.deepEqual(readShort('json-array', text, limits), [{ a: 'xyz' }])
    assert.deepEqual(readShort('ndjson', ` ${text}1`, limits), [TOO_LARGE])
    assert.deepEqual(readShort('json-array', `[${text.replace('z', 'zz')}]`, limits), [TOO_LARGE])
    assert.deepEqual(messagesOf('ndjson', ` ${text}1`, limits), [
      'An event of the stream is larger than the limit of 11 bytes.',
    ])
  })

  it('counts all lines of data of an event, empty ones too', () => {
    assert.deepEqual(readShort('sse', 'data: 1\n'.repeat(100), { maxEventBytes: 50 }), [TOO_LARGE])
    assert.deepEqual(readShort('sse', 'data\n'.repeat(100), { maxEventBytes: 50 }), [TOO_LARGE])
    assert.deepEqual(readShort('sse', 'data: 1\n\n'.repeat(100), { maxEventBytes: 50 }).length, 100)
  })

  it('is 16 MB unless told otherwise: no more is kept of an event that never ends', () => {
    for (const framing of FRAMINGS) {
      const { start, more } = ENDLESS[framing]
      const reader = createFrameReader(framing)
      const frames = [...reader.push(start)]
      const before = process.memoryUsage()
      let peakBytes = 0
      for (let pieces = 0; pieces < 800 && frames.length === 0; pieces++) {
        frames.push(...reader.push(more))
        const now = process.memoryUsage()
        peakBytes = Math.max(
          peakBytes,
          now.heapUsed + now.arrayBuffers - before.heapUsed - before.arrayBuffers,
        )
      }
      assert.equal(frames.length, 1, framing)
      assert.ok(peakBytes < 100_000_000, `${framing}: ${peakBytes}`)
    }
  })

  it('holds for the length that an AWS message claims, before anything is kept for it', () => {
    assert.deepEqual(readShort('aws-event-stream', awsPrelude(16_777_217, 0)), [TOO_LARGE])
    assert.deepEqual(readShort('aws-event-stream', awsPrelude(0x1f_ff_ff_ff, 0)), [TOO_LARGE])
    // A length is believed up to the limit; the message is missing then.
    assert.deepEqual(readShort('aws-event-stream', awsPrelude(16_777_216, 0)), ['STREAM_CUT'])
  })
})

describe('the limit of a body', () => {
  it('is reported once, after the events within it', () => {
    for (const framing of FRAMINGS) {
      const event = Buffer.from(WRITE[framing]({ a: 1 }))
      const body = Buffer.concat([event, event, event])
      const found = readShort(framing, body, { maxBodyBytes: event.length * 2 })
      assert.equal(found.length, 3, framing)
      assert.equal(found[2], TOO_LARGE, framing)
      assert.equal(readShort(framing, body, { maxBodyBytes: body.length }).includes(TOO_LARGE), false)
    }
  })

  it('is 64 MB unless told otherwise', () => {
    const comment = `:${'x'.repeat(1_048_574)}\n`
    const reader = createFrameReader('sse')
    for (let megabytes = 0; megabytes < 64; megabytes++) assert.deepEqual(reader.push(comment), [])
    assert.deepEqual(reader.push(':').map(shorten), [TOO_LARGE])
    assert.deepEqual(reader.push(comment), [])
    assert.deepEqual(reader.end(), [])
  })
})

describe('the limit of nesting', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

  it('lets 500 levels pass, and no more', () => {
    const inObject = (levels: number): string => `{"a":${nested(levels - 1)}}`
    const bodies = (text: string): Readonly<Record<Framing, Body>> => ({
      sse: `data: ${text}\n\n`,
      ndjson: text,
      'json-array': `[${text}]`,
      'aws-event-stream': text,
    })
    for (const framing of FRAMINGS) {
      const [event] = readPieces(framing, [bodies(inObject(500))[framing]])
      assert.equal(event?.ok, true, framing)
      assert.deepEqual(readShort(framing, bodies(inObject(501))[framing]), [TOO_LARGE], framing)
    }
  })

  it('ends 50 MB of brackets at once', () => {
    const body = '['.repeat(50_000_000)
    for (const framing of FRAMINGS) {
      const startMs = performance.now()
      assert.deepEqual(readShort(framing, body), [TOO_LARGE], framing)
      assert.ok(performance.now() - startMs < 2000, framing)
    }
  })
})
