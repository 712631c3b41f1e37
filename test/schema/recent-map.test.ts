import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRecentMap } from '../../src/schema/recent-map.ts'

describe('a recent map', () => {
  it('lets go of what was used longest ago, where reading counts as use', () => {
    const map = createRecentMap<number>(2)
    map.set('a', 1)
    map.set('b', 2)
    assert.equal(map.get('a'), 1)
    map.set('c', 3)
    assert.deepEqual(
      [...map.entries()],
      [
        ['a', 1],
        ['c', 3],
      ],
    )
    assert.equal(map.get('b'), undefined)
    assert.equal(map.size, 2)
  })

  it('replaces and deletes', () => {
    const map = createRecentMap<number>(2)
    map.set('a', 1)
    map.set('a', 2)
    assert.deepEqual([map.size, map.get('a'), map.delete('a'), map.delete('a')], [1, 2, true, false])
  })
})
