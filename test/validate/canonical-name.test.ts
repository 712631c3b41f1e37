import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { canonicalNames } from '../../src/validate/canonical-name.ts'

const nameOf = (name: string): string | undefined => canonicalNames([name]).get(name)

describe('names of imported tools', () => {
  it('become snake_case', () => {
    assert.equal(nameOf('getWeather'), 'get_weather')
    assert.equal(nameOf('files/read-file.v2'), 'files_read_file_v2')
    assert.equal(nameOf('HTTPRequest'), 'http_request')
    assert.equal(nameOf('get_weather'), 'get_weather')
  })

  it('never are empty, reserved, or begin with a digit', () => {
    assert.equal(nameOf('2fa'), 'tool_2fa')
    assert.equal(nameOf('run'), 'tool_run')
    assert.equal(nameOf('天気'), 'tool')
  })

  it('get a digest when they were cut', () => {
    assert.equal(nameOf('a'.repeat(80))?.length, 64)
    assert.match(nameOf('a'.repeat(80)) ?? '', /^a{55}_[0-9a-f]{8}$/)
  })

  it('get a digest where two become one, except the one that is so named', () => {
    const names = canonicalNames(['read_file', 'readFile', 'read-file'])
    assert.equal(names.get('read_file'), 'read_file')
    assert.match(names.get('readFile') ?? '', /^read_file_[0-9a-f]{8}$/)
    assert.equal(new Set(names.values()).size, 3)
  })

  it('fit the rule whatever they are, differ, and do not depend on order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ maxLength: 90 })), (given) => {
        const names = canonicalNames(given)
        for (const name of names.values()) assert.match(name, /^[a-z][a-z0-9_]{0,63}$/)
        assert.equal(new Set(names.values()).size, given.length)
        assert.deepEqual(canonicalNames(given.toReversed()), names)
      }),
    )
  })
})
