import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fastestMs } from '../../fastest-ms.ts'
import fc from 'fast-check'
import { compileLinear, toLinearSyntax } from '../../../src/schema/pattern/linear-pattern.ts'
import { readPattern } from '../../../src/schema/pattern/pattern-syntax.ts'
import { compilePattern, judgePattern } from '../../../src/schema/pattern/safe-pattern.ts'

const corpora = process.env['TOOLWRIGHT_CORPORA']
const skip = corpora === undefined ? 'TOOLWRIGHT_CORPORA is not set' : false
const readCorpus = (file: string): unknown =>
  JSON.parse(readFileSync(join(corpora ?? '', 'redos', file), 'utf8'))

const ATTACKS = ['a', 'aab', ' ', '_', '\\', '"', '0', '.', 'x', ',', 'a ', '\t', '-', "'", '$', '/'].map(
  (unit) => unit.repeat(3_000) + '\n!',
)

/** Milliseconds of the slowest attack; the second of two runs, so that compiling does not count. */
function slowestMs(pattern: string, attacks: readonly string[]): number {
  const test = compilePattern(pattern, false)
  let slowest = 0
  test.test('a'.repeat(300))
  for (const attack of attacks) {
    slowest = Math.max(
      slowest,
      fastestMs(() => test.test(attack), 10),
    )
  }
  return slowest
}

describe('judgePattern', () => {
  it('runs ordinary patterns on the built-in engine', () => {
    const ordinary = [
      '^[a-z]+$',
      '^\\d{4}-\\d{2}-\\d{2}$',
      '^(GET|POST)$',
      '^\\w+(\\.\\w+)*$',
      '^[A-Z][a-z]+\\s[A-Z][a-z]+$',
      '',
      '^$',
      '.',
      '^https?://',
      '^#[0-9a-fA-F]{6}$',
      '^(?!-)[a-z0-9-]{1,63}$',
      '^(?=.*\\d)(?=.*[a-z]).{8,64}$',
      '^[^/]+(/[^/]+)*$',
      'x-',
      '^\\p{L}+$',
      '^(?:[a-z]+:)*$',
      '^(?<year>\\d{4})$',
      '[\\u0041-\\u{5A}\\x61\\cJ\\0\\t\\n\\v\\f\\r\\b]',
      '^[]$|^[^]$',
    ]
    for (const pattern of ordinary) assert.deepEqual(judgePattern(pattern), { kind: 'native' }, pattern)
  })

  it('keeps dangerous patterns from the built-in engine', () => {
    const dangerous = [
      '^(a+)+$',
      '(a*)*b',
      '(a|a)*$',
      '(a|ab)*c',
      '(x+x+)+y',
      '^(\\w+\\s?)*$',
      '(.*a){12}',
      '^([a-z]+\\d*)+$',
      '(?:a?){30}a{30}',
      '\\s+$',
      '^.*.*.*=$',
      '[a-z]+[a-z0-9]+!',
    ]
    for (const pattern of dangerous) assert.equal(judgePattern(pattern).kind, 'linear', pattern)
  })

  it('refuses what neither engine can run safely', () => {
    const refused = [
      '(a+)+(?=b)',
      '(?<q>a+)+\\k<q>$',
      '^(a*)*\\1$',
      '(?i:a)',
      '(\\p{Script=Greek}+)+$',
      '(a{600}){2,600}b',
      'a'.repeat(1_001),
    ]
    for (const pattern of refused) assert.equal(judgePattern(pattern).kind, 'unsafe', pattern)
    assert.equal(judgePattern('(?:'.repeat(100) + ')'.repeat(100)).kind, 'unsafe')
  })

  it('says why a pattern is none', () => {
    for (const pattern of ['(', '[', '*', '\\', 'a{2,1}', '\\y'])
      assert.equal(judgePattern(pattern).kind, 'invalid', pattern)
  })
})

describe('the linear-time engine', () => {
  it('agrees with the built-in one', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '\\d',
      '\\w',
      '\\s',
      '\\S',
      '\\W',
      '\\D',
      '[a-c]',
      '[^a]',
      '\\u0041',
      '\\x62',
      '\\.',
      '\\t',
      '\\u{1F600}',
      '\\uD83D\\uDE00',
      '\\p{L}',
      '[\\p{Lu}_]',
      '^',
      '$',
      '\\b',
      '[\\s-]',
    )
    const suffix = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '*?')
    const piece = fc
      .tuple(atom, suffix)
      .map(([text, repeat]) => (/^(?:[\^$]|\\b)$/.test(text) ? text : text + repeat))
    const group = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => `(?:${pieces.join('')}|b)`)
    const pattern = fc
      .array(
        fc.oneof(
          piece,
          fc.tuple(group, suffix).map((pair) => pair.join('')),
        ),
        { maxLength: 5 },
      )
      .map((parts) => parts.join(''))
    const text = fc
      .array(
        fc.constantFrom(
          'a',
          'b',
          'c',
          'A',
          '_',
          '1',
          ' ',
          '\n',
          '\r',
          '\u2028',
          '\u00a0',
          '.',
          '\u{1F600}',
          'é',
          '-',
        ),
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        const node = readPattern(source)
        const syntax = node === undefined ? undefined : toLinearSyntax(node)
        assert.ok(syntax !== undefined, source)
        assert.equal(
          compileLinear(syntax).test(subject),
          new RegExp(source, 'u').test(subject),
          `${source} on ${JSON.stringify(subject)}`,
        )
      }),
      { numRuns: 300 },
    )
  })

  it('takes over from the built-in one when the text is long', () => {
    const test = compilePattern('\\s+$', false)
    assert.equal(test.test('a '), true)
    assert.equal(test.test(`${' '.repeat(5_000)}a`), false)
    assert.equal(test.test(' '.repeat(5_000)), true)
  })
})

describe('known evil patterns', () => {
  it('are refused or answer a long attack within 50 ms', { skip }, (context) => {
    const evil = (
      readCorpus('regret-evil_patterns.json') as { patterns: { pattern: string; attack_input: string }[] }
    ).patterns
    const queries = readCorpus('codeql-redos.json') as { source: string; attack: string | null }[]
    const cases = [
      ...evil.map(({ pattern, attack_input: attack }) => ({ pattern, attack })),
      ...queries.map(({ source, attack }) => ({ pattern: source, attack })),
    ]
    const counts: Record<string, number> = {}
    for (const { pattern, attack } of cases) {
      const { kind } = judgePattern(pattern)
      counts[kind] = (counts[kind] ?? 0) + 1
      if (kind === 'invalid' || kind === 'unsafe') continue
      const attacks = attack === null || attack === undefined ? ATTACKS : [...ATTACKS, attack]
      let ms = slowestMs(pattern, attacks)
      // A busy machine may stall one run; a hang would stall both.
      if (ms >= 50) ms = Math.min(ms, slowestMs(pattern, attacks))
      assert.ok(ms < 50, `${pattern}: ${ms} ms`)
    }
    context.diagnostic(JSON.stringify(counts))
  })

  it('are told from the safe ones: each of those is accepted', { skip }, () => {
    const { patterns } = readCorpus('regret-safe_patterns.json') as { patterns: { pattern: string }[] }
    for (const { pattern } of patterns)
      assert.match(judgePattern(pattern).kind, /^(?:native|linear)$/, pattern)
  })
})
