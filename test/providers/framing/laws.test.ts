import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createFrameReader } from '../../../src/providers/framing/create-frame-reader.ts'
import { FRAMINGS } from '../../../src/providers/framing/framing.ts'
import { listCorpus, needsCorpora, readCorpus } from '../../hostile/corpora.ts'
import { anyCuts, splitAt } from '../stream/split-text.ts'
import { anyBytes, anyWrittenBody } from './any-body.ts'
import { bytesOf, readPieces, shorten } from './read-body.ts'

describe('every framing', () => {
  it('gives the events that were written, at any split of the bytes', () => {
    fc.assert(
      fc.property(anyWrittenBody, anyCuts, ({ framing, bytes, events }, cuts) => {
        assert.deepEqual(readPieces(framing, splitAt(bytes, cuts)).map(shorten), events)
        assert.deepEqual(readPieces(framing, bytesOf(bytes)).map(shorten), events)
      }),
      { numRuns: 300 },
    )
  })

  it('gives the same events and problems for any bytes, at any split and within any limit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FRAMINGS),
        anyBytes,
        anyCuts,
        fc.record(
          { maxBodyBytes: fc.integer({ min: 1, max: 200 }), maxEventBytes: fc.integer({ min: 1, max: 60 }) },
          { requiredKeys: [] },
        ),
        (framing, bytes, cuts, limits) => {
          const whole = readPieces(framing, [bytes], limits)
          assert.deepEqual(readPieces(framing, splitAt(bytes, cuts), limits), whole)
          assert.deepEqual(readPieces(framing, bytesOf(bytes), limits), whole)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('takes text as it takes bytes, and both in turn', () => {
    fc.assert(
      fc.property(
        anyWrittenBody.filter(({ framing }) => framing !== 'aws-event-stream'),
        anyCuts,
        ({ framing, bytes, events }, cuts) => {
          const text = Buffer.from(bytes).toString()
          const pieces = splitAt(text, cuts)
          assert.deepEqual(readPieces(framing, pieces).map(shorten), events)
          const mixed = pieces.map((piece, at) =>
            at % 2 === 0 && piece.isWellFormed() ? Buffer.from(piece) : piece,
          )
          assert.deepEqual(readPieces(framing, mixed).map(shorten), events)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('gives nothing more after its end', () => {
    for (const framing of FRAMINGS) {
      const reader = createFrameReader(framing)
      assert.equal(reader.end().length, 1)
      assert.deepEqual(reader.end(), [])
      assert.deepEqual(reader.push('{"late":true}\n'), [])
    }
  })

  it('must be one that exists', () => {
    for (const name of ['csv', '__proto__', 'toString']) {
      assert.throws(() => createFrameReader(name as 'sse'), {
        code: 'OPTION_INVALID',
        message: /'sse', 'ndjson', 'json-array', 'aws-event-stream'/,
      })
    }
  })
})

describe('recorded messages of Bedrock', () => {
  it('are all read, at any split', needsCorpora, () => {
    const files = listCorpus('recorded-streams/bedrock-converse').filter((path) => path.endsWith('.bin'))
    assert.ok(files.length > 0)
    for (const file of files) {
      const bytes = readCorpus(file)
      const whole = readPieces('aws-event-stream', [bytes])
      assert.ok(
        whole.every(({ ok }) => ok),
        file,
      )
      const names = whole.map((frame) => Object.keys(shorten(frame) as object).join())
      assert.equal(names[0], 'messageStart', file)
      assert.ok(names.includes('messageStop'), file)
      assert.deepEqual(readPieces('aws-event-stream', bytesOf(bytes)), whole, file)
    }
  })
})
