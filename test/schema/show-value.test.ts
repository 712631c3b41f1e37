import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { renderInner, renderPath } from '../../src/schema/show-value.ts'

describe('renderPath', () => {
  it('quotes names that would not read back', () => {
    assert.equal(renderPath(['items', 2, 'city']), 'items[2].city')
    assert.equal(renderPath(['a b', '']), '["a b"][""]')
    assert.equal(renderPath([]), '')
  })
  it('renders a key within a path as the whole path would be', () => {
    const key = fc.oneof(fc.nat(), fc.constantFrom('name', 'with space', ''))
    fc.assert(
      fc.property(fc.array(key, { maxLength: 30 }), key, (keys, last) => {
        assert.equal(renderInner(keys, last), renderPath([...keys, last]))
      }),
    )
  })
})
