import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { cli } from './fake-terminal.ts'

describe('the command line', () => {
  it('prints its help without words, and for --help', async () => {
    for (const line of ['', '--help', 'help']) {
      const { exitCode, out } = await cli(line)
      assert.equal(exitCode, 0)
      assert.match(out, /Usage: toolwright \[options\] \[command\][^]*doctor/)
    }
  })

  it('prints the help of a command, with examples', async () => {
    const { exitCode, out } = await cli('doctor --help')
    assert.equal(exitCode, 0)
    assert.match(out, /--json[^]*Examples:/)
  })

  it('prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    assert.deepEqual(await cli('--version'), { exitCode: 0, out: `${version}\n`, err: '' })
  })

  it('answers a wrong word with the nearest one, on the error stream, and exit code 64', async () => {
    const { exitCode, out, err } = await cli('docter')
    assert.deepEqual([exitCode, out], [64, ''])
    assert.match(err, /unknown command 'docter'[^]*Did you mean doctor\?/)
    assert.equal((await cli('doctor --jsn')).exitCode, 64)
    assert.equal((await cli('doctor --require tight')).exitCode, 64)
  })
})
