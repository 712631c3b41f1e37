import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { cli } from '../fake-terminal.ts'

let folder = ''

async function run(files: readonly string[], json = false) {
  const words = ['validate', ...(json ? ['--json'] : []), ...files.map((file) => join(folder, file))]
  const { exitCode: code, ...seen } = await cli(words)
  return { ...seen, code }
}

describe('toolwright validate', () => {
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'validate-'))
    writeFileSync(join(folder, 'good.yaml'), 'name: one\ndescription: One\nparameters: []\ncode: return 1\n')
    writeFileSync(
      join(folder, 'bad.yaml'),
      'name: one\ndescription: One\ndanger_level: hgh\nparameters: []\ncode: return 1\n',
    )
  })
  after(() => rmSync(folder, { recursive: true }))

  it('says that nothing is wrong, and how much was looked at', async () => {
    assert.deepEqual(await run(['good.yaml']), {
      out: '1 tool in 1 file: nothing is wrong.\n',
      err: '',
      code: 0,
    })
  })

  it('shows each problem with its line and a caret below, and ends with 65', async () => {
    const { out, err, code } = await run(['bad.yaml'])
    assert.equal(code, 65)
    assert.equal(out, '')
    assert.match(err, /bad\.yaml:3:15 DEFINE_DANGER_UNKNOWN one danger_level: unknown danger level "hgh"/)
    assert.match(err, /\n {2}3 \| danger_level: hgh\n {20}\^\n {2}→ Choose safe/)
    assert.match(err, /\n1 problem in 1 of 1 file\.\n$/)
  })

  it('ends with 66 when a file is not there', async () => {
    const { err, code } = await run(['good.yaml', 'none.yaml'])
    assert.equal(code, 66)
    assert.match(err, /none\.yaml:1:1 SOURCE_UNREADABLE: there is no such file/)
  })

  it('prints JSON for programs, with the same exit code', async () => {
    const { out, code } = await run(['bad.yaml'], true)
    const report = JSON.parse(out) as { ok: boolean; problems: object[] }
    assert.equal(code, 65)
    assert.equal(report.ok, false)
    assert.deepEqual(report.problems, [
      {
        file: join(folder, 'bad.yaml'),
        line: 3,
        column: 15,
        tool: 'one',
        path: 'danger_level',
        code: 'DEFINE_DANGER_UNKNOWN',
        message: 'unknown danger level "hgh". Did you mean `high`?',
        cure: 'Choose safe, low, medium, high or critical.',
        lineText: 'danger_level: hgh',
      },
    ])
  })
})
