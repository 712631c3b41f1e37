import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { canonicalJson } from '../../src/schema/canonical-json.ts'
import { hashCanonical } from '../../src/schema/hash.ts'

/** The same value with the keys of every object in reverse order. */
function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reverseKeys(member)]),
  )
}

describe('canonicalJson', () => {
  it('sorts keys by code unit and writes compactly', () => {
    assert.equal(
      canonicalJson({ b: [1, 'x', null], a: { d: true, c: -0 }, é: 1e21, '\u{1f600}': 0.1 }),
      '{"a":{"c":0,"d":true},"b":[1,"x",null],"é":1e+21,"😀":0.1}',
    )
  })

  it('keeps `__proto__` as a key', () => {
    assert.equal(canonicalJson(JSON.parse('{"z":1,"__proto__":{"b":1}}')), '{"__proto__":{"b":1},"z":1}')
  })

  it('writes what JSON cannot hold as JSON.stringify does', () => {
    assert.equal(canonicalJson({ a: undefined, b: () => 1, c: [undefined, Number.NaN] }), '{"c":[null,null]}')
    assert.equal(canonicalJson(undefined), 'null')
  })

  it('does not overflow on very deep data', () => {
    let deep: unknown = 1
    for (let turn = 0; turn < 100_000; turn++) deep = [deep]
    assert.ok(canonicalJson(deep).startsWith('[[['))
  })

  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => canonicalJson(reverseKeys(value)) === canonicalJson(value)),
    )
  })

  it('reads back as the same value', () => {
    const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
    fc.assert(
      fc.property(fc.jsonValue(), (value) =>
        assert.deepEqual(JSON.parse(canonicalJson(value)), plain(value)),
      ),
    )
  })
})

describe('hashCanonical', () => {
  it('is the SHA-256 of the canonical text', () => {
    assert.equal(hashCanonical({}), '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
    assert.equal(hashCanonical({ a: 1, b: 2 }), hashCanonical({ b: 2, a: 1 }))
    assert.notEqual(hashCanonical({ a: 1 }), hashCanonical({ a: '1' }))
  })
})
