import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isLeftOut } from './is-left-out.ts'

const ROOT_ONLY: readonly (readonly [rules: string, path: string, isLeftOut: boolean])[] = [
  ['*.log', 'a/b.log', true],
  ['/*.log', 'a/b.log', false],
  ['*.log\n!keep.log', 'keep.log', false],
  ['build/', 'build', false],
  ['build/', 'a/build/x', true],
  ['build/\n!build/x', 'build/x', true],
  ['a/b', 'x/a/b', false],
  ['**/b', 'x/a/b', true],
  ['a/**', 'a/', false],
  ['a/**', 'a/x', true],
  ['a/**/c', 'a/c', true],
  ['a/**/c', 'a/b/b/c', true],
  ['# no\n\\#yes', '#yes', true],
  ['x \ny\\ ', 'y ', true],
  ['[a-c]?', 'b1', true],
  ['[!a]', 'a', false],
  ['[', '[', false],
  ['a\\', 'a', false],
  ['*\r\n', 'x', true],
  ['\u{feff}x', 'x', true],
]

describe('.gitignore', () => {
  for (const [rules, path, expected] of ROOT_ONLY) {
    it(`${JSON.stringify(rules)} ${expected ? 'leaves out' : 'keeps'} ${path}`, () => {
      assert.equal(isLeftOut(new Map([['.gitignore', rules]]), path), expected)
    })
  }
})
