import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { after, describe, it } from 'node:test'

// Inside the project, so that the programs find its packages as a user's program would; not below node_modules, where
// Node strips no types.
const FOLDER = `.snippets-${process.pid}`

function runProgram(file: string) {
  return spawnSync(process.execPath, ['bin/enter.js', file], { encoding: 'utf8', timeout: 60_000 })
}

describe('every program that a reader may copy', () => {
  mkdirSync(FOLDER, { recursive: true })
  after(() => rmSync(FOLDER, { recursive: true, force: true }))

  for (const example of globSync('examples/*.ts')) {
    it(`runs ${example}`, () => {
      const { status, stderr } = runProgram(example)
      assert.equal(status, 0, stderr)
    })
  }

  for (const page of ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')]) {
    // A fence of plain `ts` is a whole program; pieces of one are marked `ts fragment`.
    const programs = [...readFileSync(page, 'utf8').matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(
      (match) => match[1] ?? '',
    )
    for (const [index, program] of programs.entries()) {
      it(`runs program ${index + 1} of ${page}`, () => {
        const file = `${FOLDER}/${page.replaceAll(/\W/g, '-')}-${index + 1}.ts`
        writeFileSync(file, program)
        const { status, stderr } = runProgram(file)
        assert.equal(status, 0, stderr)
      })
    }
  }
})

describe('the entry', () => {
  it('says how to get a newer Node when the running one is too old', async () => {
    const entry: string = '../../bin/check-node.js' // plain JavaScript: no types to find
    const { nodeTooOld } = (await import(entry)) as { nodeTooOld(version?: string): string | undefined }
    assert.match(nodeTooOld('20.20.2') ?? '', /needs Node 22\.18.*this is Node 20\.20\.2/s)
    assert.match(nodeTooOld('22.17.9') ?? '', /npm ci --include=dev/)
    assert.equal(nodeTooOld('22.18.0'), undefined)
    assert.equal(nodeTooOld('24.0.0'), undefined)
  })

  it('refuses to start without a program', () => {
    const { status, stderr } = spawnSync(process.execPath, ['bin/enter.js'], { encoding: 'utf8' })
    assert.equal(status, 2)
    assert.match(stderr, /^Usage:/)
  })
})
