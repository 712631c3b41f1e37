import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseJsonPath } from '../../../src/providers/gemini/json-path.ts'

const PATHS: readonly [string, readonly (string | number)[]][] = [
  ['$.a', ['a']],
  ['$.a.b[0].c', ['a', 'b', 0, 'c']],
  ["$['odd key']", ['odd key']],
  ['$["x"][12]', ['x', 12]],
  ['["x"]', ['x']],
  ["$['it\\'s']['a\\\\b']", ["it's", 'a\\b']],
  ['$["\\u00e9\\n"]', ['é\n']],
  ["$[ 'a' ]", ['a']],
  ["$['a.b[0]']", ['a.b[0]']],
  ["$['']", ['']],
  ['$.größe', ['größe']],
  ['$.foo-bar', ['foo-bar']],
  ['$.__proto__.x', ['__proto__', 'x']],
]

const MALFORMED: readonly unknown[] = [
  '',
  '$',
  '$.',
  '$..a',
  '$.*',
  '$[*]',
  '$.a[-1]',
  '$.a[01]',
  '$.a[0',
  '$.a]',
  "$['a",
  '$[0:2]',
  '$[?@.a]',
  '$.a[9999999999]',
  `$${'.a'.repeat(600)}`,
  7,
  null,
  undefined,
]

describe('the paths of partial arguments', () => {
  for (const [text, path] of PATHS) {
    it(`reads ${text}`, () => assert.deepEqual(parseJsonPath(text), path))
  }

  it('refuses what does not name one place', () => {
    for (const text of MALFORMED) assert.equal(parseJsonPath(text), undefined, String(text).slice(0, 40))
  })

  it('reads a hostile path in linear time', () => {
    assert.equal(parseJsonPath(`$['${'\\a'.repeat(200_000)}`), undefined)
    assert.equal(parseJsonPath(`$[${' '.repeat(200_000)}`), undefined)
  })
})
