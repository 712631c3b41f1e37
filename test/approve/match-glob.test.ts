import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { createAnyGlobMatcher, createGlobMatcher } from '../../src/approve/match-glob.ts'

const CASES: [glob: string, text: string, fits: boolean][] = [
  ['read_file', 'read_file', true],
  ['read_file', 'read_files', false],
  ['read_*', 'read_', true],
  ['read_*', 'unread_file', false],
  ['*_file', 'read_file', true],
  ['*_file', 'read_file_2', false],
  ['*', '', true],
  ['**', 'anything', true],
  ['a*a', 'a', false],
  ['a*b*c', 'aXbYc', true],
  ['a*b*c', 'acb', false],
  ['*ab*ab', 'ab', false],
  ['/etc/*', '/etc/a\nb', true],
  ['a.c', 'abc', false],
  ['[ab]?', '[ab]?', true],
  [String.raw`2\*3`, '2*3', true],
  [String.raw`2\*3`, '2x3', false],
  [String.raw`C:\temp\*`, String.raw`C:\temp*`, true],
  [String.raw`C:\temp\\*`, String.raw`C:\temp\a`, true],
  ['end\\', 'end\\', true],
]

describe('createGlobMatcher', () => {
  for (const [glob, text, fits] of CASES) {
    it(`${JSON.stringify(glob)} ${fits ? 'fits' : 'does not fit'} ${JSON.stringify(text)}`, () => {
      assert.equal(createGlobMatcher(glob)(text), fits)
    })
  }

  it('agrees with a regular expression on every short glob and text', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 6 })
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 9 })
    fc.assert(
      fc.property(letters, text, (glob, sample) => {
        assert.equal(
          createGlobMatcher(glob)(sample),
          new RegExp(`^${glob.replaceAll('*', '.*')}$`).test(sample),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('answers about a text made to backtrack', () => {
    assert.equal(createGlobMatcher(`${'*a'.repeat(500)}*b`)('a'.repeat(100_000)), false)
  })

  it('fits a list when any entry does', () => {
    const matches = createAnyGlobMatcher(['read_*', 'list_*'])
    assert.deepEqual([matches('list_directory'), matches('write_file')], [true, false])
  })
})
