import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { foldCase } from '../../../src/schema/pattern/fold-case.ts'
import { toLinearSyntax, compileLinear } from '../../../src/schema/pattern/linear-pattern.ts'
import { readPattern } from '../../../src/schema/pattern/pattern-syntax.ts'

const CHARACTERS = [
  'a',
  'A',
  'k',
  'K',
  '\u{212a}',
  's',
  '\u{17f}',
  'é',
  'É',
  'ß',
  '\u{1e9e}',
  '1',
  '_',
  'я',
  'Я',
]

describe('foldCase', () => {
  it('makes a pattern match as the flag `i` does', () => {
    const pieces = [
      'a',
      'K',
      '[ks]',
      '[^a]',
      '[^S]',
      '\\w',
      '\\W',
      '[\\W1]',
      '[a-z]',
      '[^a-zà-ÿ]',
      'é',
      'ß',
      'Я',
      '.',
    ]
    fc.assert(
      fc.property(fc.constantFrom(...pieces), fc.constantFrom(...CHARACTERS), (source, character) => {
        const node = readPattern(source, foldCase)
        const syntax = node === undefined ? undefined : toLinearSyntax(node)
        assert.ok(syntax !== undefined)
        assert.equal(
          compileLinear(`^(?:${syntax})$`).test(character),
          new RegExp(`^(?:${source})$`, 'iu').test(character),
        )
      }),
      { numRuns: 400 },
    )
  })
})
