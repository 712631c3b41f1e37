import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { freeNames } from '../../src/register/free-names.ts'

const none = (): boolean => false

describe('freeNames', () => {
  it('suggests a version and an alternative', () => {
    assert.deepEqual(freeNames('read', none), ['read_v2', 'read_alt'])
  })

  it('goes on with the next version when those are taken', () => {
    const taken = new Set(['read_v2', 'read_alt', 'read_v3'])
    assert.deepEqual(
      freeNames('read', (name) => taken.has(name)),
      ['read_v4', 'read_v5'],
    )
  })

  it('counts on from a version in the name', () => {
    assert.deepEqual(freeNames('read_v7', none), ['read_v8', 'read_alt'])
  })

  it('gives up in bounded time when everything is taken', () => {
    assert.deepEqual(
      freeNames('read', () => true),
      [],
    )
  })

  it('gives names that are free, valid, different and at most 64 characters', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,63}$/)
    fc.assert(
      fc.property(name, fc.array(name), (wanted, others) => {
        const taken = new Set([wanted, ...others, ...freeNames(wanted, none, 1)])
        const found = freeNames(wanted, (each) => taken.has(each), 3)
        assert.equal(new Set(found).size, 3)
        for (const each of found) {
          assert.ok(!taken.has(each))
          assert.match(each, /^[a-z][a-z0-9_]{0,63}$/)
        }
      }),
    )
  })
})
