import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readWorkerMessage } from '../../../src/sandbox/worker/read-worker-message.ts'

const read = (message: unknown) => readWorkerMessage(Buffer.from(JSON.stringify(message)))

describe('reading what a worker sent', () => {
  it('takes the fields of a message and no others', () => {
    assert.deepEqual(read({ type: 'progress', id: 1, update: { message: 'half', progress: '1', more: 2 } }), {
      type: 'progress',
      id: 1,
      update: { message: 'half' },
    })
    assert.deepEqual(read({ type: 'log', id: 1, message: 7, fields: [] }), {
      type: 'log',
      id: 1,
      message: '',
    })
    assert.deepEqual(
      read({
        type: 'result',
        id: 1,
        value: [1],
        isOutput: 1,
        bytes: -1,
        use: { cpuMs: 'much', peakMemoryBytes: 5 },
        notes: [{ kind: 'repaired', path: 'a', message: 'b' }, 3],
      }),
      {
        type: 'result',
        id: 1,
        value: [1],
        isOutput: false,
        use: { peakMemoryBytes: 5 },
        notes: [{ kind: 'converted', path: 'a', message: 'b' }],
      },
    )
  })

  it('says what is wrong with what is no message', () => {
    assert.equal(readWorkerMessage(Buffer.from('{')), 'a frame that is not JSON')
    assert.equal(read('ready'), 'a frame that is not an object')
    assert.equal(read({ type: 'result' }), 'a message without the number of its job')
    assert.equal(read({ type: 'failure', id: 1, reason: 'approved' }), 'a failure without a reason')
    assert.equal(read({ type: 'constructor', id: 1 }), 'a message of an unknown type')
  })

  it('cuts texts to what a log can hold', () => {
    const message = read({ type: 'log', id: 1, message: 'x'.repeat(100_000) })
    assert.equal(typeof message === 'object' && message.type === 'log' && message.message.length, 16_384)
  })

  it('reads own fields only', () => {
    assert.equal(
      readWorkerMessage(Buffer.from('{"__proto__":{"type":"ready"}}')),
      'a message without the number of its job',
    )
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.json(), (text) => void readWorkerMessage(Buffer.from(text))))
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void readWorkerMessage(Buffer.from(bytes))))
  })
})
