import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FRAMINGS } from '../../../src/providers/framing/framing.ts'
import { messagesOf, readPieces, readShort } from './read-body.ts'

// What comes instead of a stream: the same for every framing.

describe('a body that is no stream', () => {
  it('may be empty', () => {
    for (const framing of FRAMINGS) {
      for (const body of ['', ' \r\n', '\uFEFF']) {
        assert.deepEqual(messagesOf(framing, body), ['The answer is empty.'], framing)
      }
      assert.deepEqual(messagesOf(framing, new Uint8Array()), ['The answer is empty.'])
    }
  })

  it('may be a web page', () => {
    const page = `<!doctype html>\n<html><body>${'<p>502 Bad Gateway</p>'.repeat(1000)}</body></html>`
    for (const framing of FRAMINGS) {
      const [message, ...more] = messagesOf(framing, page)
      assert.match(message ?? '', /^The answer is a web page or XML: "<!doctype html>/, framing)
      assert.ok((message ?? '').length < 300)
      assert.deepEqual(more, [])
    }
  })

  it('may be text of several lines', () => {
    for (const framing of FRAMINGS) {
      const [message, ...more] = messagesOf(framing, 'upstream timed out\nwhile reading\n')
      assert.match(message ?? '', /^The answer is not JSON: "upstream timed out/, framing)
      assert.deepEqual(more, [], framing)
    }
  })

  it('may be the JSON of an error, in one line or printed', () => {
    const error = { error: { type: 'overloaded', message: 'Too {many} [calls]: data: x' } }
    for (const framing of FRAMINGS) {
      for (const indent of [0, 2]) {
        assert.deepEqual(readShort(framing, JSON.stringify(error, null, indent)), [error], framing)
      }
    }
  })
})

describe('bytes that are no UTF-8', () => {
  it('become replacement characters, as a browser would have it', () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"x'), Buffer.from([0xff, 0xe2, 0x82]), Buffer.from('y"}')])
    for (const framing of FRAMINGS) {
      assert.deepEqual(readShort(framing, bytes), [{ a: 'x\uFFFD\uFFFDy' }], framing)
    }
  })

  it('at the end of the body leave the event cut', () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"x'), Buffer.from([0xe2, 0x82])])
    for (const framing of FRAMINGS) assert.deepEqual(readShort(framing, bytes), ['STREAM_CUT'], framing)
  })

  it('come before the text that follows them', () => {
    assert.deepEqual(
      readPieces('ndjson', [Buffer.from([0x7b, 0x22, 0xc3]), '":1}']),
      readPieces('ndjson', ['{"\uFFFD":1}']),
    )
  })
})
