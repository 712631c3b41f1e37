import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { fillCommand } from '../../src/define/fill-command.ts'

const fill = (argv: readonly string[], args: Record<string, unknown>) =>
  fillCommand({ kind: 'command', argv }, args).argv

describe('the command line of a call', () => {
  it('has arguments in place of their names', () => {
    assert.deepEqual(fill(['git', 'log', '-n', '{count}', '--author={who}'], { count: 3, who: 'Ada L' }), [
      'git',
      'log',
      '-n',
      '3',
      '--author=Ada L',
    ])
  })

  it('leaves out a word for an argument that is absent, and has a word for each item of a list', () => {
    assert.deepEqual(fill(['ls', '{flag}', '{paths}'], { paths: ['a', 'b c'] }), ['ls', 'a', 'b c'])
    assert.deepEqual(fill(['ls', 'in={flag}'], {}), ['ls', 'in='])
  })

  it('writes objects as JSON and knows no name of the prototype', () => {
    assert.deepEqual(fill(['x', '{data}', '{constructor}', '{toString}'], { data: { a: 1 } }), [
      'x',
      '{"a":1}',
    ])
  })

  it('gives standard input the same way', () => {
    const filled = fillCommand({ kind: 'command', argv: ['wc'], stdin: '{text}\n' }, { text: '{other}' })
    assert.equal(filled.stdin, '{other}\n')
  })

  it('keeps every text in one word, unread', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        assert.deepEqual(fill(['echo', '--', '{text}', 'x{text}'], { text }), [
          'echo',
          '--',
          text,
          `x${text}`,
        ])
      }),
    )
  })
})
