import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { cli } from '../fake-terminal.ts'

let folder = ''

describe('toolwright build', () => {
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'build-'))
    copyFileSync('examples/tools.ts', join(folder, 'tools.ts'))
    writeFileSync(join(folder, 'bad.ts'), 'export function bad(a: () => void) {}\n')
  })
  after(() => rmSync(folder, { recursive: true }))

  it('writes the manifest beside the file, and names the tools', async () => {
    const { exitCode, out } = await cli(['build', join(folder, 'tools.ts')])
    assert.equal(exitCode, 0)
    assert.match(out, /tools\.manifest\.json: 8 tools: convert_currency, search_notes/)
    assert.match(readFileSync(join(folder, 'tools.manifest.json'), 'utf8'), /convert_currency/)
  })

  it('writes where it is told, and prints JSON for programs', async () => {
    const out = join(folder, 'other.json')
    const { out: text } = await cli(['build', join(folder, 'tools.ts'), '--out', out, '--json'])
    const built = JSON.parse(text) as { file: string; toolNames: string[] }
    assert.deepEqual([built.file, built.toolNames.length], [out, 8])
  })

  it('writes nothing when a function cannot be a tool, and says where and why', async () => {
    const { exitCode, err } = await cli(['build', join(folder, 'bad.ts')])
    assert.equal(exitCode, 65)
    assert.match(err, /bad\.ts:1:21 error bad a: it is a function/)
    assert.throws(() => readFileSync(join(folder, 'bad.manifest.json')))
  })
})
