import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readShort } from './read-body.ts'

const read = (body: string): unknown[] => readShort('ndjson', body)

describe('lines of JSON', () => {
  it('are events, whatever ends the lines', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      assert.deepEqual(read(['{"a":1}', '', '  ', '{"a":2}', ''].join(end)), [{ a: 1 }, { a: 2 }])
    }
  })

  it('may lack the last line end', () => {
    assert.deepEqual(read('{"a":1}\n{"a":2}'), [{ a: 1 }, { a: 2 }])
  })

  it('keep line separators of Unicode in their texts', () => {
    assert.deepEqual(read('{"a":"x\u2028y\u0085z"}\n'), [{ a: 'x\u2028y\u0085z' }])
  })

  it('that are not JSON are reported, and the next ones read', () => {
    assert.deepEqual(read('{"a":1}\n{"a":\n{"a":2}\n'), [{ a: 1 }, 'RESPONSE_UNREADABLE', { a: 2 }])
  })

  it('are reported as cut when the body ends within one', () => {
    assert.deepEqual(read('{"a":1}\n{"a":2'), [{ a: 1 }, 'STREAM_CUT'])
  })
})

describe('a body of lines that is printed JSON', () => {
  it('is read as one', () => {
    assert.deepEqual(read(JSON.stringify({ error: { message: 'no {model}' } }, null, 2)), [
      { error: { message: 'no {model}' } },
    ])
    assert.deepEqual(read(JSON.stringify([{ a: 1 }, { a: 2 }], null, 2)), [{ a: 1 }, { a: 2 }])
  })

  it('is reported as cut when its end is missing', () => {
    assert.deepEqual(read('{\n  "error": {\n'), ['STREAM_CUT'])
    assert.deepEqual(read('{\n'), ['STREAM_CUT'])
    assert.deepEqual(read('{'), ['STREAM_CUT'])
  })
})
