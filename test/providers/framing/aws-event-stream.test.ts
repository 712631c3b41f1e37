import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { awsEvent, awsMessage, awsMessageOf, awsPrelude, textHeader } from './aws-message.ts'
import { messagesOf, readShort } from './read-body.ts'

const FIRST = awsEvent('messageStart', { role: 'assistant' })
const SECOND = awsEvent('messageStop', { stopReason: 'tool_use' })

const read = (...messages: readonly Uint8Array[]): unknown[] =>
  readShort('aws-event-stream', Buffer.concat(messages))

function damaged(message: Uint8Array, at: number): Buffer {
  const copy = Buffer.from(message)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}

describe('messages of an AWS event stream', () => {
  it('are events under the name of their type', () => {
    assert.deepEqual(read(FIRST, SECOND), [
      { messageStart: { role: 'assistant' } },
      { messageStop: { stopReason: 'tool_use' } },
    ])
  })

  it('may be exceptions, under the name of the exception', () => {
    const exception = awsMessage(
      [textHeader(':exception-type', 'throttlingException'), textHeader(':message-type', 'exception')],
      '{"message":"Slow down"}',
    )
    assert.deepEqual(read(FIRST, exception), [
      { messageStart: { role: 'assistant' } },
      { throttlingException: { message: 'Slow down' } },
    ])
  })

  it('may be errors, whose text is in a header', () => {
    const error = awsMessage(
      [
        textHeader(':message-type', 'error'),
        textHeader(':error-code', 'InternalError'),
        textHeader(':error-message', 'Something broke'),
      ],
      '',
    )
    assert.deepEqual(read(error), [{ InternalError: { message: 'Something broke' } }])
    const bare = awsMessage([textHeader(':message-type', 'error')], 'broken')
    assert.deepEqual(read(bare), [{ error: { message: 'broken' } }])
  })

  it('may have headers of every type', () => {
    const sizes = [0, 0, 1, 2, 4, 8, undefined, undefined, 8, 16]
    const headers = sizes.flatMap((bytes, type) =>
      bytes === undefined ? [] : [{ name: `type-${type}`, type, value: Buffer.alloc(bytes, 0xff) }],
    )
    const bytesHeader = { name: 'bytes', type: 6, value: Buffer.from([0, 3, 1, 2, 3]) }
    const message = awsMessage([...headers, bytesHeader, textHeader(':event-type', 'é')], '{"a":1}')
    assert.deepEqual(read(message), [{ é: { a: 1 } }])
  })

  it('without a payload are empty', () => {
    assert.deepEqual(read(awsMessage([textHeader(':event-type', 'ping')], '')), [{ ping: {} }])
    assert.deepEqual(read(awsMessage([], '{"a":1}')), [{ event: { a: 1 } }])
  })

  it('keep a type named __proto__ as a plain name', () => {
    const [event] = read(awsMessage([textHeader(':event-type', '__proto__')], '{"polluted":true}'))
    assert.ok(Object.hasOwn(event as object, '__proto__'))
    assert.equal((event as { polluted?: boolean }).polluted, undefined)
  })

  it('whose payload is not JSON are reported, and the next ones read', () => {
    const bad = awsMessage([textHeader(':event-type', 'chunk')], '{"a":')
    assert.deepEqual(read(bad, SECOND), ['RESPONSE_UNREADABLE', { messageStop: { stopReason: 'tool_use' } }])
  })
})

describe('a damaged AWS event stream', () => {
  it('ends at a wrong checksum, wherever the damage is', () => {
    const event = { messageStart: { role: 'assistant' } }
    for (let at = 0; at < FIRST.length; at++) {
      const found = read(FIRST, damaged(FIRST, at), FIRST)
      assert.deepEqual(found, [event, 'RESPONSE_UNREADABLE'], `byte ${at}`)
    }
  })

  it('says whether the beginning or the content of a message is wrong', () => {
    assert.deepEqual(messagesOf('aws-event-stream', damaged(FIRST, 3)), [
      'The answer is no AWS event stream, or was damaged on its way.',
    ])
    assert.deepEqual(messagesOf('aws-event-stream', damaged(FIRST, 40)), [
      'A message of the event stream was damaged on its way: its checksum differs.',
    ])
  })

  it('is reported when lengths cannot be', () => {
    for (const [total, headers] of [
      [0, 0],
      [15, 0],
      [16, 1],
      [100, 85],
      [100, 0xff_ff_ff_ff],
    ] as const) {
      const [message] = messagesOf('aws-event-stream', awsPrelude(total, headers))
      assert.equal(message, 'A message of the event stream has lengths that cannot be.', `${total}`)
    }
    assert.deepEqual(read(awsMessageOf(Buffer.alloc(0), '{}')), [{ event: {} }])
  })

  it('is reported when headers cannot be read, and goes on', () => {
    const broken = [
      [0],
      [200, 1, 2],
      [1, 0x61],
      [1, 0x61, 10],
      [1, 0x61, 7, 0],
      [1, 0x61, 7, 0, 9, 1],
      [1, 0x61, 4, 0, 0],
    ]
    for (const headers of broken) {
      const found = read(awsMessageOf(Buffer.from(headers), '{}'), FIRST)
      assert.deepEqual(
        found,
        ['RESPONSE_UNREADABLE', { messageStart: { role: 'assistant' } }],
        headers.join(),
      )
    }
  })

  it('is reported as cut when it ends within a message', () => {
    for (const bytes of [1, 11, 12, 13, FIRST.length - 1]) {
      assert.deepEqual(
        read(SECOND, FIRST.subarray(0, bytes)),
        [{ messageStop: { stopReason: 'tool_use' } }, 'STREAM_CUT'],
        `${bytes}`,
      )
    }
  })
})
