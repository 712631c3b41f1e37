import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readYaml } from '../../../src/sources/files/read-yaml.ts'

/** What is said of a text, with its place. */
function said(text: string): string[] {
  const read = readYaml(text)
  return 'problems' in read ? read.problems.map(({ start, message }) => `${start} ${message}`) : []
}

describe('readYaml', () => {
  it('reads aliases, a few of them', () => {
    const read = readYaml('a: &x {b: 1}\nc: [*x, *x]\n')
    assert.ok('node' in read)
    assert.deepEqual(read.node.value, { a: { b: 1 }, c: [{ b: 1 }, { b: 1 }] })
  })

  it('reads YAML 1.2: yes, on and 0o7 are what they are there', () => {
    const read = readYaml('a: yes\nb: off\nc: 0o7\nd: ~\n1: x\n')
    assert.ok('node' in read)
    assert.deepEqual(read.node.value, { a: 'yes', b: 'off', c: 7, d: null, '1': 'x' })
  })

  const refused: readonly (readonly [string, string, readonly string[]])[] = [
    ['a name given twice', 'a: 1\nb: 2\na: 3\n', ['10 the name `a` is given twice in one object']],
    ['tags', 'a: !!js/function "x"', ['3 unresolved tag: tag:yaml.org,2002:js/function']],
    ['tags of its own', 'a: !secret b', ['3 unresolved tag: !secret']],
    ['merge keys', 'a: &a {b: 1}\nc:\n  <<: *a\n', ['18 merge keys (`<<`) are not read']],
    ['YAML 1.1', '%YAML 1.1\n---\na: yes\n', ['0 only YAML 1.2 is read']],
    ['an alias that holds itself', 'a: &a [*a]', ['7 `*a` holds itself']],
    ['an alias of nothing', 'a: *b', ['3 there is no anchor `&b` before this']],
    ['tabs that indent', 'a:\n\tb: 1', ['3 tabs are not allowed as indentation']],
  ]
  for (const [what, text, problems] of refused) {
    it(`refuses ${what}`, () => assert.deepEqual(said(text), problems))
  }

  it('refuses a second document', () => {
    assert.match(said('a: 1\n---\nb: 2\n')[0] ?? '', /multiple documents/)
  })

  it('stops at aliases that unfold without end', () => {
    const lines = Array.from({ length: 30 }, (_, level) => {
      const item = level === 0 ? 'x' : `*a${level - 1}`
      return `a${level}: &a${level} [${Array(9).fill(item).join(', ')}]`
    })
    assert.match(said(lines.join('\n'))[0] ?? '', /more than 100 aliases/)
  })

  it('refuses what is nested without end, and does not run out of stack', () => {
    for (const text of [
      '['.repeat(100_000),
      '- '.repeat(20_000),
      '? '.repeat(5_000),
      `${'['.repeat(150)}${']'.repeat(150)}`,
    ])
      assert.match(said(text)[0] ?? '', /nested deeper than 100 levels/)
  })

  it('keeps a name that looks like a prototype as a name', () => {
    const read = readYaml('__proto__: {polluted: true}\nconstructor: 1\n')
    assert.ok('node' in read)
    assert.deepEqual(Object.keys(Object(read.node.value) as object), ['__proto__', 'constructor'])
    assert.equal(Object.getPrototypeOf(read.node.value), Object.prototype)
  })
})
