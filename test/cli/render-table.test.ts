import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { styleText } from 'node:util'
import { renderTable } from '../../src/cli/render-table.ts'

describe('a table on the terminal', () => {
  it('has columns as wide as their widest cell, and wraps the last', () => {
    const rows = [
      ['a', 'long cell', 'some words that do not fit into the width of this line'],
      ['bcd', 'x', ''],
    ]
    assert.equal(
      renderTable(['ONE', 'TWO', 'THREE'], rows, 50),
      [
        'ONE  TWO        THREE',
        'a    long cell  some words that do not fit into',
        '                the width of this line',
        'bcd  x',
      ].join('\n'),
    )
  })

  it('does not count colours', () => {
    const red = styleText('red', 'no', { validateStream: false })
    const [, first, second] = renderTable(
      ['A', 'B'],
      [
        [red, 'x'],
        ['yes', 'y'],
      ],
      80,
    ).split('\n')
    assert.equal(first, `${red}   x`)
    assert.equal(second, 'yes  y')
  })
})
