import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkParsed } from '../../src/calls/check-parsed.ts'
import { parseGiven } from '../../src/calls/parse-given.ts'
import { validateArguments } from '../../src/calls/validate-arguments.ts'
import { weather } from './definitions.ts'

const GIVEN = [
  '{"city":"Rome"}',
  '{"city":"Rome","units":null}',
  '{"city":5}',
  '{"city":',
  '[]',
  '',
  { city: 'Rome' },
  { city: Number.NaN },
  undefined,
] as const

describe('parseGiven and checkParsed', () => {
  it('give in two steps what validateArguments gives in one', () => {
    for (const args of GIVEN) {
      const parsed = parseGiven(weather, args)
      const result = parsed.ok ? checkParsed(weather, parsed.value, parsed.notes) : parsed
      assert.deepEqual(result, validateArguments(weather, args))
    }
  })
  it('leaves the schema to the second step', () => {
    assert.deepEqual(parseGiven(weather, '{"town":1}'), { ok: true, value: { town: 1 }, notes: [] })
  })
  it('turns what the host throws into a value', () => {
    const hostile = {
      get city(): string {
        throw new Error('no')
      },
    }
    const parsed = parseGiven(weather, hostile)
    assert.ok(!parsed.ok)
    assert.match(parsed.error.message, /^the arguments could not be checked: /)
    const fromWire = (): never => {
      throw new Error('no')
    }
    const checked = checkParsed(weather, { city: 'Rome' }, [], { fromWire })
    assert.ok(!checked.ok)
    assert.match(checked.error.message, /^the arguments could not be checked: /)
  })
})
