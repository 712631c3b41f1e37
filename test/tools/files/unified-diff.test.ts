import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { lineChanges } from '../../../src/tools/files/line-changes.ts'
import { splitLines, unifiedDiff } from '../../../src/tools/files/unified-diff.ts'

const lines = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n'), { maxLength: 14 })

/** Length of the longest common subsequence, by the textbook. */
function commonLength(one: readonly string[], other: readonly string[]): number {
  let row: number[] = other.map(() => 0)
  for (const line of one) {
    const next: number[] = []
    other.forEach((candidate, index) => {
      next.push(
        line === candidate ? (row[index - 1] ?? 0) + 1 : Math.max(row[index] ?? 0, next[index - 1] ?? 0),
      )
    })
    row = next
  }
  return row.at(-1) ?? 0
}

/** Applies a diff, as patch(1) would. */
function applyDiff(before: readonly string[], diff: string): string[] {
  const result: string[] = []
  let at = 0
  for (const line of diff.split('\n').slice(2)) {
    const title = /^@@ -(\d+)(?:,(\d+))? /.exec(line)
    if (title !== null) {
      const from = Number(title[1]) - (title[2] === '0' ? 0 : 1)
      result.push(...before.slice(at, from))
      at = from
    } else if (line.startsWith('+')) result.push(`${line.slice(1)}\n`)
    else if (line.startsWith('-') || line.startsWith(' ')) {
      assert.equal(before[at], `${line.slice(1)}\n`)
      if (line.startsWith(' ')) result.push(before[at] ?? '')
      at++
    }
  }
  return [...result, ...before.slice(at)]
}

describe('unifiedDiff', () => {
  it('shows a change with three lines around it', () => {
    const before = Array.from({ length: 12 }, (_, index) => `${index + 1}\n`).join('')
    assert.equal(
      unifiedDiff('x.txt', before, before.replace('6\n', 'six\n')),
      '--- x.txt\n+++ x.txt\n@@ -3,7 +3,7 @@\n 3\n 4\n 5\n-6\n+six\n 7\n 8\n 9',
    )
  })

  it('says that there is no newline at the end', () => {
    assert.equal(
      unifiedDiff('x', 'a', 'a\n'),
      '--- x\n+++ x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a',
    )
  })

  it('is empty for equal texts, and cut for long ones', () => {
    assert.equal(unifiedDiff('x', 'a\n', 'a\n'), '')
    const long = unifiedDiff('x', '', 'line\n'.repeat(1_000))
    assert.equal(long.split('\n').length, 203)
    assert.match(long, /\[801 more lines of the diff left out\]$/)
  })

  it('turns the old text into the new one', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = unifiedDiff('x', before.join(''), after.join(''))
        assert.deepEqual(diff === '' ? before : applyDiff(before, diff), after)
      }),
      { numRuns: 500 },
    )
  })

  it('takes out and puts in no line more than it must', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const edits = lineChanges(before, after).reduce((sum, { removed, added }) => sum + removed + added, 0)
        assert.equal(edits, before.length + after.length - 2 * commonLength(before, after))
      }),
      { numRuns: 500 },
    )
  })

  it('takes all for changed when two long texts have nothing in common', () => {
    const [before, after] = [
      Array.from({ length: 5_000 }, (_, i) => `a${i}\n`),
      Array.from({ length: 5_000 }, (_, i) => `b${i}\n`),
    ]
    assert.deepEqual(lineChanges(before, after), [{ oldAt: 0, removed: 5_000, newAt: 0, added: 5_000 }])
  })

  it('splits lines with their ends', () => {
    assert.deepEqual(splitLines('a\r\nb\n\nc'), ['a\r\n', 'b\n', '\n', 'c'])
    assert.deepEqual(splitLines(''), [])
  })
})
