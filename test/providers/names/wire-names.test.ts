import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createWireNames } from '../../../src/providers/names/wire-names.ts'
import { PROVIDER_FORMATS } from '../../../src/providers/provider-list.ts'
import { hostileTexts, needsCorpora } from '../../hostile/corpora.ts'

const RULE = { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 64 }

const HOSTILE_NAMES = [
  'files.read',
  'files/read',
  'files read',
  'files_read',
  '',
  ' ',
  'x'.repeat(200),
  `${'x'.repeat(199)}y`,
  'погода',
  '天気',
  '💥',
  '__proto__',
  'constructor',
  'a\u0000b',
  '\ud800',
  '-starts-with-a-dash',
  '9lives',
]

const aName = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.constantFrom(...HOSTILE_NAMES),
  fc.stringMatching(/^[a-z][a-z0-9_./ ]{0,90}$/),
)
const someNames = fc.uniqueArray(aName, { maxLength: 30 })

describe('wire names', () => {
  it('leaves a name that the provider takes as it is', () => {
    assert.equal(createWireNames(['get_weather'], RULE).wireName('get_weather'), 'get_weather')
  })

  it('keeps what can be read of another name and adds a digest of all of it', () => {
    const names = createWireNames(['files.read', '9lives'], RULE)
    assert.equal(names.wireName('files.read'), 'files_read_601e4eb6')
    assert.equal(names.toolName('files_read_601e4eb6'), 'files.read')
    assert.match(names.wireName('9lives'), /^9lives$/)
  })

  it('gives the same name whatever else is offered, also of a tool that is not offered any more', () => {
    const alone = createWireNames(['files.read'], RULE).wireName('files.read')
    assert.equal(createWireNames(['z', 'files.read', 'a.b'], RULE).wireName('files.read'), alone)
    assert.equal(createWireNames([], RULE).wireName('files.read'), alone)
  })

  it('tells apart a tool that bears the rewritten name of another', () => {
    const rewritten = createWireNames(['files.read'], RULE).wireName('files.read')
    const names = createWireNames(['files.read', rewritten], RULE)
    assert.equal(names.wireName(rewritten), rewritten)
    assert.notEqual(names.wireName('files.read'), rewritten)
    assert.equal(names.toolName(names.wireName('files.read')), 'files.read')
  })

  it('knows no tool under a name that was not offered', () => {
    const names = createWireNames(['get_weather'], RULE)
    assert.equal(names.toolName('toString'), undefined)
    assert.equal(names.toolName('get_wether'), undefined)
  })

  it('is a bijection that fits the rule, for any names and every provider', () => {
    fc.assert(
      fc.property(someNames, fc.constantFrom(...PROVIDER_FORMATS), (given, { names: rule }) => {
        const names = createWireNames(given, rule)
        const wire = given.map((name) => names.wireName(name))
        assert.equal(new Set(wire).size, given.length)
        for (const name of wire) assert.ok(rule.pattern.test(name) && name.length <= rule.maxLength, name)
        assert.deepEqual(
          wire.map((name) => names.toolName(name)),
          given,
        )
      }),
    )
  })

  it('gives a name that comes thousands of times the one that it has alone', () => {
    const names = createWireNames(
      Array.from({ length: 20_000 }, () => 'a.b'),
      RULE,
    )
    assert.equal(names.wireName('a.b'), createWireNames(['a.b'], RULE).wireName('a.b'))
  })

  it('does not depend on the order of the tools', () => {
    fc.assert(
      fc.property(
        someNames.chain((names) =>
          fc.tuple(fc.constant(names), fc.shuffledSubarray(names, { minLength: names.length })),
        ),
        ([given, shuffled]) => {
          const first = createWireNames(given, RULE)
          const second = createWireNames(shuffled, RULE)
          for (const name of given) assert.equal(first.wireName(name), second.wireName(name))
        },
      ),
    )
  })

  it('maps every hostile text of the corpora and back', needsCorpora, () => {
    const texts = [...new Set(hostileTexts())]
    const names = createWireNames(texts, RULE)
    for (const text of texts) assert.equal(names.toolName(names.wireName(text)), text)
  })
})
