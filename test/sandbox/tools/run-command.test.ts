import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createToolwright, type ToolResult, type Toolwright } from '../../../src/index.ts'
import { skipReason } from '../worker/real-launchers.ts'

let root: string
let tw: Toolwright
const asked: unknown[] = []

/** What the command gave, or the error. */
async function run(args: object, options?: Parameters<Toolwright['execute']>[1]) {
  return given(await tw.execute({ id: 'c1', name: 'run_command', arguments: args }, options))
}

function given(result: ToolResult): Readonly<Record<string, unknown>> {
  if (result.status === 'failed') return { code: result.error.code, message: result.error.message }
  return result.content.type === 'json' ? (result.content.value as Record<string, unknown>) : {}
}

describe('run_command', { skip: skipReason('strict') }, () => {
  before(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'commands-')))
    // Commands run as nobody where the host is root.
    chmodSync(root, 0o777)
    mkdirSync(join(root, 'inner'))
    chmodSync(join(root, 'inner'), 0o777)
    writeFileSync(join(root, 'a.txt'), 'one\ntwo\n')
    tw = createToolwright({
      builtins: true,
      roots: [root],
      approve(request) {
        asked.push(request.dangerLevel)
        return 'approve'
      },
    })
  })
  after(async () => {
    await tw.close()
    rmSync(root, { recursive: true })
  })

  it('asks, runs in the root, and gives both outputs and how it ended', async () => {
    const result = await run({ command: 'pwd; wc -l < a.txt; echo oops >&2; exit 3' })
    assert.deepEqual(result, { exit_code: 3, signal: null, stdout: `${root}\n2\n`, stderr: 'oops\n' })
    assert.deepEqual(asked, ['high'])
  })

  it('writes inside the root, and nowhere else', async () => {
    const result = await run({ command: 'echo hi > inner/b.txt; echo hi > /etc/b.txt; ls /home /root' })
    assert.equal(readFileSync(join(root, 'inner/b.txt'), 'utf8'), 'hi\n')
    assert.match(String(result['stderr']), /etc\/b\.txt[^]*\/home[^]*\/root/)
  })

  it('starts where working_dir says, inside the root', async () => {
    assert.equal((await run({ command: 'pwd', working_dir: 'inner' }))['stdout'], `${root}/inner\n`)
    assert.deepEqual(await run({ command: 'pwd', working_dir: 'a.txt' }), {
      code: 'EXECUTE_FAILED',
      message: "`working_dir` is 'a.txt': there is no such folder.",
    })
    const outside = await run({ command: 'pwd', working_dir: '/etc' })
    assert.deepEqual([outside['code'], /outside/.test(String(outside['message']))], ['EXECUTE_FAILED', true])
  })

  it('never waits for somebody to type', async () => {
    assert.equal((await run({ command: 'read line; echo "got:$line"' }))['stdout'], 'got:\n')
  })

  it('sees the environment that the call gives, and none of the host', async () => {
    const { stdout } = await run({ command: 'env' }, { environment: { GREETING: 'hello' } })
    assert.match(String(stdout), /^GREETING=hello$/m)
    assert.doesNotMatch(String(stdout), /npm_|TOOLWRIGHT_CORPORA|LS_COLORS/)
  })

  it('is ended at its limit with all it started', async () => {
    const result = await run({ command: 'setsid sleep 300 & sleep 300', timeout_secs: 1 })
    assert.equal(result['code'], 'EXECUTE_TIMEOUT')
    assert.match(String(result['message']), /after 1000ms/)
  })

  it('has no network', async () => {
    const { stdout } = await run({ command: 'cat /proc/net/route | wc -l; ls /sys/class/net 2>&1 | head -1' })
    assert.match(String(stdout), /^[01]\n/)
  })
})
