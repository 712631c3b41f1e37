import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { compilePath, expandBraces } from '../../../src/tools/files/path-glob.ts'
import { compileSegment } from '../../../src/tools/files/segment-glob.ts'

describe('globs', () => {
  it('agree with a regular expression on every short glob and name', () => {
    const glob = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 7 })
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '\u{1f600}'), maxLength: 8 })
    fc.assert(
      fc.property(glob, name, (source, sample) => {
        const regexp = new RegExp(`^${source.replaceAll('*', '[^]*').replaceAll('?', '[^]')}$`, 'u')
        assert.equal(compileSegment(source)?.(sample), regexp.test(sample))
      }),
      { numRuns: 500 },
    )
  })

  it('take `**` for any number of folders, as a regular expression would', () => {
    const part = fc.constantFrom('a', 'b', '**')
    const names = fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), names, (parts, path) => {
        const source = parts.map((each, index) =>
          each !== '**' ? `/${each}` : index === parts.length - 1 ? '(?:/[ab])+' : '(?:/[ab])*',
        )
        const regexp = new RegExp(`^${source.join('')}$`)
        assert.equal(compilePath(parts.join('/'))?.(path), regexp.test(`/${path.join('/')}`))
      }),
      { numRuns: 500 },
    )
  })

  it('know sets, ranges, classes and backslashes', () => {
    const fits = (glob: string, name: string) => compileSegment(glob)?.(name)
    assert.equal(fits('[a-c]x', 'bx'), true)
    assert.equal(fits('[!a-c]x', 'bx'), false)
    assert.equal(fits('[]]', ']'), true)
    assert.equal(fits('[[:digit:]_]', '7'), true)
    assert.equal(fits('\\*', '*'), true)
    assert.equal(fits('\\*', 'x'), false)
    assert.equal(fits('[a', 'a'), undefined)
    assert.equal(fits('a\\', 'a'), undefined)
  })

  it('answer about names made to backtrack', () => {
    assert.equal(compileSegment(`${'*a'.repeat(300)}*b`)?.('a'.repeat(20_000)), false)
    assert.equal(compilePath('**/a/'.repeat(100) + 'b')?.(Array.from({ length: 5_000 }, () => 'a')), false)
  })

  it('write braces out', () => {
    assert.deepEqual(expandBraces('*.{ts,tsx}'), ['*.ts', '*.tsx'])
    assert.deepEqual(expandBraces('{a,b{c,d}}x'), ['ax', 'bcx', 'bdx'])
    assert.deepEqual(expandBraces('a{b}{c'), ['a{b}{c'])
    assert.deepEqual(expandBraces('\\{a,b}'), ['\\{a,b}'])
    assert.equal(expandBraces('{a,b}'.repeat(10)), undefined)
  })
})
