import assert from 'node:assert/strict'
import { type Duplex, duplexPair, Transform } from 'node:stream'
import { describe, it } from 'node:test'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { encodeCredit, encodeMuxFrame, FRAME_KINDS } from '../../../src/sandbox/proxy/mux-frames.ts'
import { MAX_STREAMS, Multiplexer } from '../../../src/sandbox/proxy/multiplexer.ts'
import { type MuxStream, WINDOW_BYTES } from '../../../src/sandbox/proxy/mux-stream.ts'

/** Two ends of a channel that cuts what passes into pieces of the given lengths. */
function choppedPair(lengths: readonly number[]): [Duplex, Duplex] {
  const [inner, innerFar] = duplexPair()
  const [outer, outerFar] = duplexPair()
  let at = 0
  const chop = (): Transform =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        for (let offset = 0; offset < chunk.length;) {
          const length = lengths[at++ % lengths.length] ?? 1
          this.push(chunk.subarray(offset, offset + length))
          offset += length
        }
        done()
      },
    })
  innerFar.pipe(chop()).pipe(outerFar)
  outerFar.pipe(chop()).pipe(innerFar)
  return [inner, outer]
}

/** A host with one stream open, and the bare channel of a program that may send it anything. */
async function hostile() {
  const [inside, outside] = duplexPair()
  const streams: MuxStream[] = []
  const closed: (string | undefined)[] = []
  const host = new Multiplexer(outside, {
    onStream: (stream) => streams.push(stream),
    onClose: (reason) => closed.push(reason),
  })
  inside.on('error', () => undefined)
  inside.resume()
  const send = async (...frames: Uint8Array[]): Promise<void> => {
    inside.write(Buffer.concat(frames))
    for (let turn = 0; turn < 5; turn++) await setImmediate()
  }
  await send(encodeMuxFrame('open', 1))
  return { host, streams, closed, send, inside }
}

describe('a multiplexer', () => {
  it('gives each stream its own bytes, however they are cut and interleaved', async () => {
    const writes = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40_000, size: 'max' }), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(writes, { minLength: 1, maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 5 }),
        async (streams, lengths) => {
          const [inner, outer] = choppedPair(lengths.map((length) => Math.max(length, 200)))
          const host = new Multiplexer(outer, { onStream: (stream) => stream.pipe(stream) })
          const inside = new Multiplexer(inner)
          const echoes = streams.map((chunks) => {
            const stream = inside.open()
            for (const chunk of chunks) stream.write(chunk)
            stream.end()
            return buffer(stream)
          })
          for (const [at, echo] of (await Promise.all(echoes)).entries())
            assert.deepEqual(echo, Buffer.concat(streams[at] ?? []))
          inside.close()
          host.close()
        },
      ),
      { numRuns: 30 },
    )
  })

  it('reads frames that come byte by byte', async () => {
    const [inner, outer] = choppedPair([1])
    const host = new Multiplexer(outer, { onStream: (stream) => stream.pipe(stream) })
    const stream = new Multiplexer(inner).open()
    stream.end('hello')
    assert.equal((await buffer(stream)).toString(), 'hello')
    host.close()
  })

  it('moves more than a window, and holds no more than one of a stream that nobody reads', async () => {
    const [inner, outer] = duplexPair()
    const streams: MuxStream[] = []
    const host = new Multiplexer(outer, { onStream: (stream) => streams.push(stream) })
    const inside = new Multiplexer(inner)
    const slow = inside.open()
    const quick = inside.open()
    slow.write(Buffer.alloc(WINDOW_BYTES * 3))
    quick.end(Buffer.alloc(WINDOW_BYTES * 3))
    for (let turn = 0; turn < 50; turn++) await setImmediate()
    assert.equal(streams.length, 2)
    assert.equal((await buffer(streams[1]!)).length, WINDOW_BYTES * 3) // not held up by the slow one
    assert.ok(streams[0]!.readableLength <= WINDOW_BYTES)
    slow.end()
    assert.equal((await buffer(streams[0]!)).length, WINDOW_BYTES * 3)
    host.close()
  })

  it('tells the other side when a stream is destroyed, and leaves the others alone', async () => {
    const [inner, outer] = duplexPair()
    const streams: MuxStream[] = []
    const host = new Multiplexer(outer, { onStream: (stream) => streams.push(stream) })
    const inside = new Multiplexer(inner)
    const first = inside.open()
    const second = inside.open()
    for (let turn = 0; turn < 5; turn++) await setImmediate()
    streams[0]!.destroy()
    second.end('still here')
    assert.equal((await buffer(streams[1]!)).toString(), 'still here')
    assert.equal(first.destroyed, true)
    host.close()
  })

  it('ends every stream with the channel', async () => {
    const { streams, closed, inside } = await hostile()
    inside.destroy()
    await setImmediate()
    assert.equal(streams[0]?.destroyed, true)
    assert.deepEqual(closed, [undefined])
  })
})

describe('a hostile program at the channel', () => {
  const oneByte = Buffer.alloc(1)
  const header = (kind: number, stream: number, length: number): Buffer => {
    const frame = Buffer.alloc(9)
    frame.writeUInt8(kind, 0)
    frame.writeUInt32BE(stream, 1)
    frame.writeUInt32BE(length, 5)
    return frame
  }
  const breaches: [string, Uint8Array[]][] = [
    ['garbage', [Buffer.from('GET / HTTP/1.1\r\n\r\n')]],
    ['an unknown kind', [header(0, 1, 0)]],
    ['a frame of four gigabytes', [header(FRAME_KINDS.data, 1, 0xffff_ffff)]],
    ['a payload over the limit', [header(FRAME_KINDS.data, 1, 16_385)]],
    ['empty data', [header(FRAME_KINDS.data, 1, 0)]],
    ['an open with a payload', [header(FRAME_KINDS.open, 2, 1), oneByte]],
    ['the same stream again', [encodeMuxFrame('open', 1)]],
    ['stream 0', [encodeMuxFrame('open', 0)]],
    ['data for a stream that was never opened', [encodeMuxFrame('data', 7, oneByte)]],
    ['data after the end', [encodeMuxFrame('end', 1), encodeMuxFrame('data', 1, oneByte)]],
    ['two ends', [encodeMuxFrame('end', 1), encodeMuxFrame('end', 1)]],
    ['more than the window', Array<Buffer>(9).fill(encodeMuxFrame('data', 1, Buffer.alloc(16_384)))],
    ['credit for what was not sent', [encodeCredit(1, 1)]],
    ['credit of nothing', [encodeCredit(1, 0)]],
    [
      'a flood for a stream that is over',
      [
        encodeMuxFrame('reset', 1),
        ...Array<Buffer>(40).fill(encodeMuxFrame('data', 1, Buffer.alloc(16_384))),
      ],
    ],
  ]
  for (const [name, frames] of breaches) {
    it(`loses its channel for ${name}`, async () => {
      const { streams, closed, send } = await hostile()
      await send(...frames)
      assert.equal(closed.length, 1)
      assert.equal(typeof closed[0], 'string')
      assert.equal(
        streams.every((stream) => stream.destroyed),
        true,
      )
    })
  }

  it('gets no more streams than there may be', async () => {
    const { streams, closed, send } = await hostile()
    await send(...Array.from({ length: 200 }, (_, at) => encodeMuxFrame('open', at + 2)))
    assert.equal(streams.length, MAX_STREAMS)
    assert.deepEqual(closed, [])
  })

  it('is read no further for a while when it opens and resets without end', async () => {
    const { streams, send, host } = await hostile()
    for (let id = 2; id < 5_000; id += 100) {
      const frames = Array.from({ length: 100 }, (_, at) => [
        encodeMuxFrame('open', id + at),
        encodeMuxFrame('reset', id + at),
      ])
      await send(...frames.flat())
    }
    assert.ok(streams.length < 1_500, `${streams.length} streams`)
    host.close()
  })

  it('loses its channel when it sends requests and never reads', async () => {
    const [inside, outside] = duplexPair()
    const closed: (string | undefined)[] = []
    const host = new Multiplexer(outside, {
      onStream: (stream) => stream.end(Buffer.alloc(1_000_000)),
      onClose: (reason) => closed.push(reason),
    })
    inside.on('error', () => undefined)
    let id = 1
    // Each stream leaves a full window unread, and is followed by another.
    for (let turn = 0; turn < 300 && closed.length === 0; turn++) {
      inside.write(Buffer.concat([encodeMuxFrame('open', id), encodeMuxFrame('reset', id)]))
      id++
      await setImmediate()
    }
    assert.deepEqual(closed, ['the other side has stopped reading'])
    host.close()
  })

  it('survives any bytes whatever', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 5 }), async (pieces) => {
        const { send, host } = await hostile()
        for (const piece of pieces) await send(piece)
        host.close()
      }),
      { numRuns: 50 },
    )
  })
})
