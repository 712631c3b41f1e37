import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createSandbox } from '../../../src/sandbox/create-sandbox.ts'
import { directLauncher } from '../worker/direct-launcher.ts'
import { endOf, type JobChanges, policyOf, runJob } from '../worker/run-job.ts'

interface Ended {
  readonly exit_code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
  readonly stdout_dropped_bytes?: number
  readonly stderr_dropped_bytes?: number
}

describe('commands', () => {
  const sandbox = createSandbox({ launchers: [directLauncher] })
  after(() => sandbox.close())
  const command = (argv: readonly string[], changes: JobChanges = {}, stdin?: string) =>
    runJob(
      sandbox,
      { kind: 'command', argv, ...(stdin === undefined ? {} : { stdin }) },
      { policy: policyOf('strict'), ...changes },
    )
  const shell = async (script: string, changes: JobChanges = {}): Promise<Ended> =>
    endOf(await command(['sh', '-c', script], changes)) as Ended

  it('keeps both streams apart, with the exit code', async () => {
    assert.deepEqual(await shell('echo out; echo err >&2; exit 3'), {
      exit_code: 3,
      signal: null,
      stdout: 'out\n',
      stderr: 'err\n',
    })
  })

  it('names the signal that ended a program', async () => {
    const { exit_code, signal } = await shell('kill -TERM $$')
    assert.deepEqual([exit_code, signal], [null, 'SIGTERM'])
  })

  it('takes a SIGKILL that nobody here sent for a limit of the system', async () => {
    assert.match(String(endOf(await command(['sh', '-c', 'kill -KILL $$']))), /^SANDBOX_LIMIT: /)
  })

  it('passes words on as they are: no shell reads them', async () => {
    assert.equal(
      (endOf(await command(['printf', '%s|', '$HOME', 'a b', '*'])) as Ended).stdout,
      '$HOME|a b|*|',
    )
  })

  it('gives what it is given as standard input, and closes it', async () => {
    assert.equal((endOf(await command(['cat'], {}, 'given')) as Ended).stdout, 'given')
    assert.equal((endOf(await command(['cat'])) as Ended).stdout, '')
  })

  it('does not mind a program that does not read its input', async () => {
    assert.equal((endOf(await command(['true'], {}, 'x'.repeat(1_000_000))) as Ended).exit_code, 0)
  })

  it('says that there is no such program', async () => {
    assert.equal(
      endOf(await command(['no-such-program'])),
      "EXECUTE_FAILED: tool 'sample' cannot run: there is no program `no-such-program` here. Install it, or put its folder on the PATH of the call's environment.",
    )
    assert.match(String(endOf(await command(['/etc']))), /there is no program `\/etc` here/)
    assert.match(String(endOf(await command([]))), /there is no program `` here/)
  })

  it('says that no argument can hold a NUL character', async () => {
    assert.equal(
      endOf(await command(['printf', 'a\0b'])),
      "EXECUTE_FAILED: tool 'sample' cannot run: an argument has a NUL character in it, which no program can be given. Leave it out.",
    )
  })

  it('keeps the head and the end of a flood, and counts the rest', async () => {
    const { stdout, stderr, stdout_dropped_bytes, stderr_dropped_bytes } = await shell(
      'echo start; head -c 20000000 /dev/zero | tr "\\0" x; echo end',
      { maxOutputBytes: 1_256 },
    )
    const [, counted] = /^start\nx+\n\[… (\d+) bytes left out …\]\nx+end\n$/.exec(stdout) ?? []
    assert.deepEqual([counted, stderr, stderr_dropped_bytes], [String(stdout_dropped_bytes), '', undefined])
    assert.ok(stdout.length > 850 && stdout.length <= 1_000, `${stdout.length} characters`)
  })

  it('gives both outputs within the limit of the result, whatever they are written in', async () => {
    for (const flood of [
      'yes | head -c 100000',
      'head -c 100000 /dev/zero',
      'printf "\\"%.0s" $(seq 9000)',
    ]) {
      const ended = await shell(`(${flood}) >&2; ${flood}`, { maxOutputBytes: 4_096 })
      const size = Buffer.byteLength(JSON.stringify(ended))
      assert.ok(size > 3_000 && size <= 4_096, `${flood}: ${size} bytes`)
      assert.ok(ended.stdout.length > 100 && ended.stderr.length > 100, flood)
    }
  })

  it('leaves the room that one output does not need to the other', async () => {
    const ended = await shell('seq 10000 >&2; echo done', { maxOutputBytes: 4_096 })
    assert.equal(ended.stdout, 'done\n')
    assert.ok(JSON.stringify(ended.stderr).length > 3_000)
  })

  it('cuts at whole characters, and replaces what is none', async () => {
    const { stdout } = await shell('for n in $(seq 500); do printf "é€😀"; done', { maxOutputBytes: 1_000 })
    assert.match(stdout, /^(é€😀)+é?€?\n\[… \d+ bytes left out …\]\n€?😀?(é€😀)+$/u)
    assert.equal((await shell('printf "a\\377b"')).stdout, 'a\uFFFDb')
  })

  it('discards standard error when it is told to', async () => {
    const ended = await shell('echo err >&2; echo out', { context: { captureStderr: false } })
    assert.deepEqual(ended, { exit_code: 0, signal: null, stdout: 'out\n', stderr: '' })
  })

  it('has the environment of the call and no other', async () => {
    const { stdout } = await shell('env', { context: { environment: { KEY: 'value' } } })
    const names = stdout.split('\n').map((line) => line.split('=')[0])
    assert.deepEqual(
      names.filter(
        (name) => name !== undefined && !['', 'PATH', 'PWD', 'SHLVL', '_', 'OLDPWD', 'HOME'].includes(name),
      ),
      ['KEY'],
    )
  })

  it('starts in the working directory', async () => {
    assert.equal((await shell('pwd', { context: { workingDirectory: '/usr' } })).stdout, '/usr\n')
  })

  it('is stopped with everything that it started, at once', async () => {
    const told = await command(['sh', '-c', 'sleep 20 & sleep 20'], { signal: AbortSignal.timeout(200) })
    assert.match(String(endOf(told)), /^EXECUTE_CANCELLED: /)
    assert.ok(told.afterAbortMs < 100, `${told.afterAbortMs} ms`)
  })

  it('counts what was written', async () => {
    const { outcome } = await command(['sh', '-c', 'printf 12345; printf 67 >&2'])
    assert.equal(outcome.resources.outputBytes, 7)
  })
})
