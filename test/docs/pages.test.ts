import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const PAGES = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')]

describe('the documentation', () => {
  for (const page of PAGES) {
    it(`has no broken link in ${page}`, () => {
      const folder = page.includes('/') ? page.slice(0, page.lastIndexOf('/') + 1) : ''
      const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
        (match) => match[1] ?? '',
      )
      const missing = links.filter((link) => globSync(folder + link).length === 0)
      assert.deepEqual(missing, [])
    })
  }

  it('keeps the README within 80 lines, with a program by line 30', () => {
    const lines = readFileSync('README.md', 'utf8').split('\n')
    assert.ok(lines.length <= 80, `${lines.length} lines`)
    const start = lines.indexOf('```ts')
    const end = lines.indexOf('```', start)
    assert.ok(start > 0 && end <= 30, `the program stands on lines ${start} to ${end}`)
  })
})
