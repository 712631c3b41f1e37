import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { nearestNames } from '../../src/schema/nearest.ts'

describe('nearestNames', () => {
  it('finds a name with a typing error, whatever the letter case', () => {
    assert.deepEqual(nearestNames('CITTY', ['country', 'city', 'units']), ['city'])
  })
  it('counts two swapped letters as one error', () => {
    assert.deepEqual(nearestNames('opne', ['open', 'closed']), ['open'])
  })
  it('names nothing when nothing is near', () => {
    assert.deepEqual(nearestNames('town', ['city', 'units']), [])
    assert.deepEqual(nearestNames('', ['a']), [])
    assert.deepEqual(nearestNames('x'.repeat(100), ['x'.repeat(100)]), [])
  })
  it('gives the nearest first, and no more than asked for', () => {
    assert.deepEqual(nearestNames('colour', ['color', 'colours', 'colour', 'flavour'], 2), [
      'colour',
      'color',
    ])
  })
  it('agrees with the plain edit distance within its reach', () => {
    for (const letters of [
      ['a', 'b', 'c'],
      ['a', 'b', '0', 'p', '_', '/', 'ø'],
    ]) {
      const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 9 })
      fc.assert(
        fc.property(word, word, (name, candidate) => {
          const reach = Math.min(3, Math.floor(name.length / 3))
          assert.equal(nearestNames(name, [candidate]).length === 1, editDistance(name, candidate) <= reach)
        }),
      )
    }
  })
})

/** Optimal string alignment, straight from the definition. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i++) {
    rows.push([i])
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, rows[i - 2]![j - 2]! + 1)
      rows[i]!.push(best)
    }
  }
  return rows[a.length]![b.length]!
}
