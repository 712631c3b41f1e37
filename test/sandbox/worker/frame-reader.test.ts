import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { encodeFrame, FrameReader } from '../../../src/sandbox/worker/frame-reader.ts'

function readAll(
  pieces: readonly Buffer[],
  maxFrameBytes = 1_000_000,
): { bodies: string[]; tooLarge: number[] } {
  const bodies: string[] = []
  const tooLarge: number[] = []
  const reader = new FrameReader(maxFrameBytes, {
    onFrame: (body) => void bodies.push(body.toString('utf8')),
    onTooLarge: (bytes) => void tooLarge.push(bytes),
  })
  for (const piece of pieces) reader.push(piece)
  return { bodies, tooLarge }
}

function cutAt(whole: Buffer, places: readonly number[]): Buffer[] {
  const cuts = [0, ...places.map((place) => place % (whole.length + 1)).sort((a, b) => a - b), whole.length]
  return cuts.slice(1).map((end, index) => whole.subarray(cuts[index], end))
}

describe('the frame reader', () => {
  it('reads the same frames wherever the stream was cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 50 })),
        fc.array(fc.nat({ max: 10_000 })),
        (bodies, places) => {
          const whole = Buffer.concat(bodies.map(encodeFrame))
          assert.deepEqual(readAll(cutAt(whole, places)), { bodies, tooLarge: [] })
        },
      ),
    )
  })

  it('never fails on any bytes, and holds no frame that is too large', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (pieces) => {
        const { bodies, tooLarge } = readAll(
          pieces.map((piece) => Buffer.from(piece)),
          16,
        )
        assert.ok(bodies.every((body) => body.length <= 16))
        assert.ok(tooLarge.length <= 1)
      }),
    )
  })

  it('counts bytes, not characters', () => {
    assert.deepEqual([...encodeFrame('é€')], [0, 0, 0, 5, 0xc3, 0xa9, 0xe2, 0x82, 0xac])
  })

  it('reads an empty frame', () => {
    assert.deepEqual(readAll([encodeFrame(''), encodeFrame('a')]).bodies, ['', 'a'])
  })

  it('reads nothing after a frame that is too large', () => {
    const pieces = [encodeFrame('ok'), encodeFrame('x'.repeat(11)), encodeFrame('ok')]
    assert.deepEqual(readAll([Buffer.concat(pieces)], 10), { bodies: ['ok'], tooLarge: [11] })
    assert.deepEqual(readAll(pieces, 10), { bodies: ['ok'], tooLarge: [11] })
  })

  it('stops in the middle of a piece when it is told to', () => {
    const bodies: string[] = []
    const reader = new FrameReader(10, {
      onFrame(body) {
        bodies.push(body.toString('utf8'))
        reader.stop()
      },
      onTooLarge: () => undefined,
    })
    reader.push(Buffer.concat([encodeFrame('one'), encodeFrame('two')]))
    assert.deepEqual(bodies, ['one'])
  })
})
