import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { messagesOf, readShort } from './read-body.ts'

const read = (body: string): unknown[] => readShort('json-array', body)

describe('items of a JSON array', () => {
  it('are events', () => {
    assert.deepEqual(read('[{"a":1},{"a":2}]'), [{ a: 1 }, { a: 2 }])
    assert.deepEqual(read(' [ 1 , "two" ,\r\n null,[true]\t] \n'), [1, 'two', null, [true]])
    assert.deepEqual(read('[]'), [])
  })

  it('may hold brackets, in lists and in texts', () => {
    const items = [{ a: [[1, [2]], { b: '}]{["' }] }, '],[', { '"]': '\\' }, '\\"]']
    assert.deepEqual(read(JSON.stringify(items)), items)
  })

  it('that are not JSON are reported, and the next ones read', () => {
    assert.deepEqual(read('[{"a":oops},{"a":2}]'), ['RESPONSE_UNREADABLE', { a: 2 }])
    assert.deepEqual(read('[1 2,3]'), ['RESPONSE_UNREADABLE', 3])
    assert.deepEqual(read('[{"a":[1}],2]'), ['RESPONSE_UNREADABLE', 2])
  })

  it('are given before the array is over, and the missing end reported', () => {
    assert.deepEqual(read('[{"a":1}'), [{ a: 1 }, 'STREAM_CUT'])
    assert.deepEqual(read('['), ['STREAM_CUT'])
    assert.deepEqual(read('[{"a":1},{"a":"x'), [{ a: 1 }, 'STREAM_CUT'])
  })

  it('are over when the array is', () => {
    assert.deepEqual(messagesOf('json-array', '[1] {"a":1}'), [
      'Something follows what should be the whole answer.',
    ])
    assert.deepEqual(read('[1]]'), [1, 'RESPONSE_UNREADABLE'])
  })
})

describe('a body without an array', () => {
  it('holds JSON values one after the other', () => {
    assert.deepEqual(read('{"error":{"code":400}}'), [{ error: { code: 400 } }])
    assert.deepEqual(read('{"a":1}\n{"a":2}{"a":3}'), [{ a: 1 }, { a: 2 }, { a: 3 }])
  })
})
