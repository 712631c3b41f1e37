import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isExactNumber, mayHoldInexactNumber, parseJsonText } from '../../../src/schema/mend/json-text.ts'

const digits = fc.stringMatching(/^[1-9]\d{0,24}$/)
const exponent = fc.constantFrom('', 'e5', 'E+12', 'e308', 'e309', 'E+400', 'e-400', 'E0999')
const numberText = fc
  .tuple(fc.constantFrom('', '-'), digits, fc.constantFrom('', '.0', '.25'), exponent)
  .map((parts) => parts.join(''))

describe('mayHoldInexactNumber', () => {
  it('misses no number that parsing would change', () => {
    fc.assert(
      fc.property(
        numberText,
        fc.constantFrom('{"a":#}', '[1,#]', '[ #]', '[#]'),
        fc.string(),
        (text, frame, noise) => {
          if (isExactNumber(text, Number(text))) return
          const whole = `${JSON.stringify(noise)}${frame.replace('#', text)}`
          assert.equal(mayHoldInexactNumber(whole), true)
        },
      ),
    )
  })
  it('is not stirred by dates, ids and ordinary numbers', () => {
    for (const text of [
      '{"a":123456789012345}',
      '{"a":"2026-01-31T12:00:00Z"}',
      '{"a":"id1234567890"}',
      '{}',
    ])
      assert.equal(mayHoldInexactNumber(text), false)
  })
})

describe('parseJsonText', () => {
  it('refuses what would lose digits, and what is no array or object', () => {
    assert.deepEqual(parseJsonText(' [1,{"a":2}]'), [1, { a: 2 }])
    assert.deepEqual(parseJsonText('["12345678901234567890"]'), ['12345678901234567890'])
    for (const text of ['[12345678901234567890]', '{"a":1e400}', '5', '"[]"', '[1', ''])
      assert.equal(parseJsonText(text), undefined)
  })
})
