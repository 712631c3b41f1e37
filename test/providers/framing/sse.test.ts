import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { messagesOf, readShort } from './read-body.ts'

const read = (body: string): unknown[] => readShort('sse', body)

describe('server-sent events', () => {
  it('end at a blank line, whatever ends the lines', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      assert.deepEqual(read(['data: {"a":1}', '', 'data: {"a":2}', '', ''].join(end)), [{ a: 1 }, { a: 2 }])
    }
  })

  it('join their lines of data with a line feed', () => {
    assert.deepEqual(read('data: {"a":\ndata: [1,\ndata: 2]}\n\n'), [{ a: [1, 2] }])
    // A line feed within a JSON string is none of JSON's.
    assert.deepEqual(read('data: "one\ndata: two"\n\n'), ['RESPONSE_UNREADABLE'])
  })

  it('lose one space behind the colon, and need none', () => {
    assert.deepEqual(read('data:{"a":1}\n\ndata:  {"a":2}\n\n'), [{ a: 1 }, { a: 2 }])
  })

  it('may have names, ids, retry times and comments, which are no events', () => {
    const body = ': hello\n\nevent: delta\nid: 7\nretry: 3000\ndata: {"a":1}\n: ping\n\n:\n\nevent: ping\n\n'
    assert.deepEqual(read(body), [{ a: 1 }])
  })

  it('without data, or with [DONE], are none', () => {
    assert.deepEqual(read('data:\n\ndata\n\ndata: \n\ndata: {"a":1}\n\ndata: [DONE]\n\n'), [{ a: 1 }])
    assert.deepEqual(read('data: [DONE] \n\n'), [])
  })

  it('are given when the body ends without a blank line', () => {
    assert.deepEqual(read('data: {"a":1}'), [{ a: 1 }])
    assert.deepEqual(read('data: {"a":1}\n'), [{ a: 1 }])
  })

  it('are reported as cut when the body ends within their JSON', () => {
    assert.deepEqual(read('data: {"a":1}\n\ndata: {"a":'), [{ a: 1 }, 'STREAM_CUT'])
    assert.deepEqual(messagesOf('sse', 'data: {"a":'), ['The stream ended within an event: "{\\"a\\":".'])
  })

  it('that are not JSON are reported, and the next ones read', () => {
    assert.deepEqual(read('data: oops\n\ndata: {"a":1}\n\n'), ['RESPONSE_UNREADABLE', { a: 1 }])
  })

  it('named error keep their JSON, or their text', () => {
    assert.deepEqual(read('event: error\ndata: {"error":{"message":"full"}}\n\n'), [
      { error: { message: 'full' } },
    ])
    assert.deepEqual(messagesOf('sse', 'event: error\ndata: overloaded\n\n'), [
      'An error event of the stream is not JSON: "overloaded".',
    ])
    // The name is that of one event only.
    assert.deepEqual(read('event: error\n\ndata: {"a":1}\n\n'), [{ a: 1 }])
  })

  it('may have fields that nobody knows', () => {
    assert.deepEqual(read('data: {"a":1}\nweather: fine\nweather\n\n'), [{ a: 1 }])
  })

  it('stop after twenty that cannot be read', () => {
    assert.deepEqual(
      read('data: oops\n\n'.repeat(1000)),
      Array.from({ length: 20 }, () => 'RESPONSE_UNREADABLE'),
    )
  })
})

describe('a stream of server-sent events that is none', () => {
  it('may be a JSON array, which Gemini sends', () => {
    assert.deepEqual(read('[{"a":1},\n{"a":2}]'), [{ a: 1 }, { a: 2 }])
  })

  it('may be text', () => {
    assert.deepEqual(messagesOf('sse', 'Internal Server Error\nTry later: soon\n'), [
      'The answer is not JSON: "Internal Server Error".',
    ])
  })
})
