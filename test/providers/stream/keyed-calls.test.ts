import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCallKeys, type CallKey } from '../../../src/providers/stream/keyed-calls.ts'

function positions(keys: readonly CallKey[]): number[] {
  const calls = createCallKeys()
  return keys.map((key) => calls.find(key))
}

describe('createCallKeys', () => {
  it('follows the index when a continuation says nothing else', () => {
    assert.deepEqual(
      positions([
        { index: 0, id: 'a', name: 'x' },
        { index: 0 },
        { index: 1, id: 'b', name: 'x' },
        { index: 0 },
        { index: 1 },
      ]),
      [0, 0, 1, 0, 1],
    )
  })

  it('counts positions from 0 although the first index is 1', () => {
    assert.deepEqual(positions([{ index: 1, id: 'a', name: 'x' }, { index: 1 }]), [0, 0])
  })

  it('takes an id and name repeated on the continuation for the same call', () => {
    assert.deepEqual(
      positions([
        { index: 0, id: '0', name: 'x' },
        { index: 0, id: '0', name: 'x' },
      ]),
      [0, 0],
    )
  })

  it('begins a call for a new id with a name, with no index and with a reused one', () => {
    assert.deepEqual(positions([{ id: 'a', name: 'x' }, { id: 'b', name: 'x' }, {}]), [0, 1, 1])
    assert.deepEqual(
      positions([{ index: 0, id: 'a', name: 'x' }, { index: 0, id: 'b', name: 'x' }, { index: 0 }]),
      [0, 1, 1],
    )
  })

  it('treats an empty id and an empty name as none', () => {
    assert.deepEqual(
      positions([
        { index: 0, id: 'a', name: 'x' },
        { index: 0, id: '', name: '' },
      ]),
      [0, 0],
    )
  })

  it('learns an id that comes after the name', () => {
    assert.deepEqual(
      positions([
        { index: 0, name: 'x' },
        { index: 0, id: 'a', name: 'x' },
        { id: 'a' },
        { index: 0, id: 'b' },
      ]),
      [0, 0, 0, 0],
    )
  })

  it('keeps two calls apart that share an id but not an index', () => {
    assert.deepEqual(
      positions([
        { index: 0, id: 'a', name: 'x' },
        { index: 1, id: 'a', name: 'x' },
        { index: 1, id: 'a' },
        { index: 0, id: 'a' },
      ]),
      [0, 1, 1, 0],
    )
  })

  it('keeps two calls apart that have nothing but names', () => {
    assert.deepEqual(positions([{ name: 'x' }, {}, { name: 'y' }, { name: 'y' }]), [0, 0, 1, 1])
  })

  it('begins a call for a piece that comes before any start', () => {
    const calls = createCallKeys()
    assert.equal(calls.find({}), 0)
    assert.equal(calls.find({ index: 3 }), 1)
    assert.equal(calls.count, 2)
  })
})
