import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ToolwrightError } from '../../src/errors/toolwright-error.ts'
import type { Launcher } from '../../src/sandbox/launch/launcher.ts'
import { countMarked } from '../../src/sandbox/launch/marked-processes.ts'
import type { SandboxLevel } from '../../src/sandbox/policy.ts'
import { finish, policyAt, run, script } from '../sandbox/launch/run-program.ts'

/** What is known of a launcher, where launchers differ. */
export interface LauncherFacts {
  /** What is not listed is absent, rather than refused. */
  readonly hides: boolean
  readonly hasScratch: boolean
  /** Side effects can be forbidden at standard. */
  readonly protectsAtStandard: boolean
}

const CONFINED: ReadonlySet<SandboxLevel> = new Set(['strict', 'restricted'])

// A shell may add these of itself.
const OF_THE_SHELL = new Set(['PWD', 'OLDPWD', 'SHLVL', '_'])

async function eventually(isTrue: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 200 && !isTrue(); tries++) await sleep(10)
  return isTrue()
}

const refused = (pattern: RegExp) => (error: unknown) => {
  assert.ok(ToolwrightError.is(error, 'SANDBOX_UNAVAILABLE'), String(error))
  assert.match(`${error.message} ${error.hint}`, pattern)
  return true
}

/** What holds for every launcher, at each of its levels. */
export function describeLauncher(launcher: Launcher, facts: LauncherFacts, skip: string | false): void {
  for (const level of launcher.levels)
    describe(`${launcher.name} at ${level}`, { skip }, () => {
      // Restricted is the mechanism of strict with empty lists.
      if (level !== 'restricted') {
        describePrograms(launcher, level)
        describeEnds(launcher, level)
        describeLimits(launcher, level)
      }
      if (CONFINED.has(level)) describeConfinement(launcher, level, facts)
      if (level === 'strict') describeLists(launcher, facts)
      if (level === 'standard') describeStandard(launcher, facts)
    })

  it(`${launcher.name} refuses a level that it does not serve`, { skip }, async () => {
    const level = (['standard', 'strict', 'restricted'] as const).find(
      (one) => !launcher.levels.includes(one),
    )
    if (level === undefined) return
    await assert.rejects(launcher.start(policyAt(level), script('true')), refused(/cannot enforce/))
  })
}

function describePrograms(launcher: Launcher, level: SandboxLevel): void {
  const policy = policyAt(level)

  it('gives input, output, errors and the exit code', async () => {
    const confined = await launcher.start(policy, script('read line; echo "out $line"; echo err >&2; exit 3'))
    assert.deepEqual(await finish(confined, 'hello\n'), {
      stdout: 'out hello\n',
      stderr: 'err\n',
      status: { code: 3, signal: null },
    })
  })

  it('tells the signal that ended the program', async () => {
    const { status } = await run(launcher, policy, 'kill -TERM $$')
    assert.deepEqual(status, { code: null, signal: 'SIGTERM' })
  })

  it('loses nothing of a large output', async () => {
    const { stdout } = await run(launcher, policy, 'head -c 3000000 /dev/zero | tr "\\0" x')
    assert.equal(stdout.length, 3_000_000)
  })

  it('speaks over its channels, both ways', async () => {
    const confined = await launcher.start(
      policy,
      script('read word <&3; echo "three $word" >&3; read word <&4; echo "four $word" >&4', { channels: 2 }),
    )
    const [three, four] = confined.channels
    assert.ok(three !== undefined && four !== undefined)
    three.write('a\n')
    four.write('b\n')
    // Both from the start: what nobody reads is thrown away when the program ends.
    const said = [three, four].map(async (channel) => (await channel.setEncoding('utf8').toArray()).join(''))
    assert.deepEqual(await Promise.all(said), ['three a\n', 'four b\n'])
    assert.deepEqual((await finish(confined)).status, { code: 0, signal: null })
  })

  it('shows no descriptor but the standard ones and the channels', async () => {
    const probe = 'for n in 3 4 5 6 7 8 9; do (true <&$n) 2>/dev/null && echo $n; done; true'
    assert.equal((await run(launcher, policy, probe)).stdout, '')
    const confined = await launcher.start(policy, script(probe, { channels: 1 }))
    assert.equal((await finish(confined)).stdout, '3\n')
  })

  it('has the environment that it was given and nothing of the host', async () => {
    process.env['TOOLWRIGHT_TEST_SECRET'] = 'secret'
    try {
      const { stdout } = await run(launcher, policy, 'env', {
        environment: { NAME: 'a b', PATH: '/usr/bin:/bin' },
      })
      const names = stdout
        .split('\n')
        .filter(Boolean)
        .filter((line) => !OF_THE_SHELL.has(line.split('=')[0] ?? ''))
      const own = names.filter((line) => !line.startsWith('TOOLWRIGHT_RUN='))
      assert.deepEqual(own.toSorted(), ['HOME=/tmp', 'NAME=a b', 'PATH=/usr/bin:/bin'])
    } finally {
      delete process.env['TOOLWRIGHT_TEST_SECRET']
    }
  })

  it('works in the working directory', async () => {
    assert.equal(
      (await run(launcher, policy, 'pwd -P', { workingDirectory: '/usr/lib' })).stdout,
      '/usr/lib\n',
    )
  })

  it('passes arguments on as they are', async () => {
    const argv = ['/bin/sh', '-c', 'printf "%s|" "$@"', 'sh', '', 'a b', '--bind', '$(id)', "it's", 'ü\n']
    const { stdout } = await finish(await launcher.start(policy, script('', { argv })))
    assert.equal(stdout, "|a b|--bind|$(id)|it's|ü\n|")
  })

  it('refuses an environment that a shell would not pass on', async () => {
    await assert.rejects(
      launcher.start(policy, script('true', { environment: { 'A-B': 'c' } })),
      refused(/A-B/),
    )
  })

  it('starts several at once', async () => {
    const ends = await Promise.all(['1', '2', '3', '4'].map((word) => run(launcher, policy, `echo ${word}`)))
    assert.deepEqual(
      ends.map(({ stdout }) => stdout),
      ['1\n', '2\n', '3\n', '4\n'],
    )
  })
}

function describeEnds(launcher: Launcher, level: SandboxLevel): void {
  const policy = policyAt(level)

  it('ends everything that was started, a session of its own included, when it is killed', async () => {
    const mark = randomUUID()
    const text = 'sleep 20 & (setsid sleep 20 || true) & echo ready; sleep 20'
    const confined = await launcher.start(policy, script(text, { environment: { MARK: mark } }))
    for await (const piece of confined.stdout) if (String(piece).includes('ready')) break
    assert.ok(await eventually(() => countMarked(mark) >= 3), 'the control: they were there')
    confined.kill()
    assert.deepEqual(await confined.exited, { code: null, signal: 'SIGKILL' })
    assert.equal(countMarked(mark), 0)
    confined.kill()
  })

  it('leaves nothing behind a program that ends, though a grandchild holds its output', async () => {
    const mark = randomUUID()
    const text = 'sleep 20 & (setsid sleep 20 || true) & echo done'
    const { stdout, status } = await finish(
      await launcher.start(policy, script(text, { environment: { MARK: mark } })),
    )
    assert.deepEqual([stdout, status], ['done\n', { code: 0, signal: null }])
    assert.equal(countMarked(mark), 0)
  })

  it('can be killed at once', async () => {
    const confined = await launcher.start(policy, script('sleep 20'))
    confined.kill()
    assert.equal((await confined.exited).code, null)
  })
}

function describeLimits(launcher: Launcher, level: SandboxLevel): void {
  it('limits memory', async () => {
    const text = 'x=$(head -c 150000000 /dev/zero | tr "\\0" a); echo ${#x}'
    const roomy = await run(launcher, policyAt(level, { limits: { memoryBytes: 2e9 } }), text)
    assert.equal(roomy.stdout, '150000000\n', 'the control: it fits elsewhere')
    const { stdout } = await run(launcher, policyAt(level, { limits: { memoryBytes: 64e6 } }), text)
    assert.notEqual(stdout, '150000000\n')
  })

  it('limits processor time', async () => {
    const { status } = await run(
      launcher,
      policyAt(level, { limits: { cpuSeconds: 1 } }),
      'while :; do :; done',
    )
    assert.deepEqual(status, { code: null, signal: 'SIGKILL' })
  })

  it('limits processes', async () => {
    const text = 'i=0; while [ $i -lt 40 ]; do sleep 5 & i=$((i+1)); echo $i; done'
    const { stdout, status } = await run(launcher, policyAt(level, { limits: { maxProcesses: 15 } }), text)
    assert.notEqual(status.code, 0)
    assert.ok(stdout.split('\n').length < 20, stdout)
  })

  it('limits open files', async () => {
    const { stdout } = await run(
      launcher,
      policyAt(level, { limits: { maxOpenFiles: 32 } }),
      'ulimit -n; ulimit -c',
    )
    assert.equal(stdout, '32\n0\n')
  })

  it('leaves a script engine room to start', async () => {
    const node = realpathSync(process.execPath)
    const launch = { argv: [node, '-p', '6*7'], runtimePaths: [node], isScriptEngine: true }
    assert.equal((await run(launcher, policyAt(level), '', launch)).stdout, '42\n')
  })
}

function describeConfinement(launcher: Launcher, level: SandboxLevel, facts: LauncherFacts): void {
  const policy = policyAt(level)

  it('never runs as root', async () => {
    assert.notEqual((await run(launcher, policy, 'id -u')).stdout, '0\n')
  })

  it('shows nothing of the host but the system', async () => {
    const text = facts.hides
      ? 'for path in /root /home /run /var /sys /etc/shadow /etc/hostname; do [ -e $path ] && echo $path; done'
      : 'for path in /root /home /run /var /sys /proc /etc /; do ls $path 2>/dev/null; done; cat /etc/hostname 2>/dev/null'
    assert.equal((await run(launcher, policy, text)).stdout, '')
  })

  it('writes nowhere but to scratch space', async () => {
    const text =
      'for path in / /etc /usr /dev /usr/lib /var/tmp; do (true > $path/x.toolwright) 2>/dev/null && echo $path; done; (true > /tmp/x) 2>/dev/null && echo scratch'
    assert.equal((await run(launcher, policy, text)).stdout, facts.hasScratch ? 'scratch\n' : '')
  })

  it('bounds scratch space', { skip: !facts.hasScratch && 'there is none' }, async () => {
    const small = policyAt(level, { limits: { scratchBytes: 1_000_000 } })
    const { stdout, stderr } = await run(
      launcher,
      small,
      'head -c 1500000 /dev/zero > /tmp/x; stat -c %s /tmp/x',
    )
    assert.ok(Number(stdout) <= 1_000_000 + 4096, stdout)
    assert.match(stderr, /No space left/)
  })

  it('makes no socket and no namespace, and mounts nothing', async () => {
    const node = realpathSync(process.execPath)
    const code = `
      const { createSocket } = require('node:dgram'), { connect } = require('node:net')
      const say = (what) => (error) => console.log(what, error.code)
      connect(9, '127.0.0.1').on('error', say('tcp'))
      connect('/tmp/none').on('error', say('unix'))
      connect('\\0none').on('error', say('abstract'))
      createSocket('udp4').on('error', say('udp')).bind(0)`
    const launch = { argv: [node, '-e', code], runtimePaths: [node], isScriptEngine: true }
    const { stdout } = await run(launcher, policy, '', launch)
    assert.deepEqual(stdout.trim().split('\n').toSorted(), [
      'abstract EPERM',
      'tcp EPERM',
      'udp EPERM',
      'unix EPERM',
    ])
    const others = await run(
      launcher,
      policy,
      'unshare -U true; unshare -n true; mount -t tmpfs none /tmp; echo $?',
    )
    assert.match(others.stdout, /^[1-9]/)
    assert.equal(others.stderr.match(/not permitted|denied|superuser/g)?.length, 3, others.stderr)
  })

  it('cannot signal the host', async () => {
    const { stdout } = await run(launcher, policy, `kill -0 ${process.pid} 2>/dev/null && echo reached`)
    assert.equal(stdout, '')
  })

  it('ignores lists at restricted', { skip: level !== 'restricted' && 'strict has lists' }, async () => {
    const { status } = await run(
      launcher,
      policyAt(level, { read: ['/etc/hostname'], hosts: ['example.com'] }),
      'cat /etc/hostname',
    )
    assert.equal(status.code, 1)
  })
}

function describeLists(launcher: Launcher, facts: LauncherFacts): void {
  let folder = ''
  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-launcher-')))
    for (const name of ['read', 'write', 'write/inner', 'beside']) mkdirSync(join(folder, name))
    for (const name of ['read/file', 'write/inner/file', 'beside/file'])
      writeFileSync(join(folder, name), name)
    symlinkSync(join(folder, 'read'), join(folder, 'link'))
    symlinkSync('/etc', join(folder, 'write/planted'))
    mkdirSync(join(folder, 'closed'), { mode: 0o700 })
    mkdirSync(join(folder, 'closed/inner'))
    for (const name of ['', 'read', 'beside']) chmodSync(join(folder, name), 0o755)
    chmodSync(join(folder, 'write'), 0o777)
    chmodSync(join(folder, 'write/inner'), 0o777)
    chmodSync(join(folder, 'write/inner/file'), 0o666)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))
  const at = (name: string): string => join(folder, name)

  it('reads what is listed, and nothing beside it', async () => {
    const policy = policyAt('strict', { read: [at('read')] })
    const text = `cat ${at('read/file')}; cat ${at('beside/file')} || echo none; (echo x > ${at('read/new')}) 2>/dev/null || echo kept`
    assert.equal((await run(launcher, policy, text)).stdout, 'read/filenone\nkept\n')
  })

  it('writes what is listed', async () => {
    const policy = policyAt('strict', { write: [at('write')] })
    const text = `echo x > ${at('write/new')} && cat ${at('write/new')} && rm ${at('write/new')}`
    assert.equal((await run(launcher, policy, text)).stdout, 'x\n')
  })

  it('writes nothing without side effects', async () => {
    const policy = policyAt('strict', { write: [at('write')], allowSideEffects: false })
    const text = `cat ${at('write/inner/file')}; (echo x > ${at('write/new')}) 2>/dev/null || echo kept`
    assert.equal((await run(launcher, policy, text)).stdout, 'write/inner/filekept\n')
  })

  it('lets the deeper path decide', { skip: !facts.hides && 'Landlock adds rights up' }, async () => {
    const policy = policyAt('strict', { write: [at('write')], read: [at('write/inner')] })
    const text = `(echo x > ${at('write/inner/file')}) 2>/dev/null || echo kept; cat ${at('write/inner/file')}`
    assert.equal((await run(launcher, policy, text)).stdout, 'kept\nwrite/inner/file')
  })

  it('shows a path that is listed through a link under both names', async () => {
    const policy = policyAt('strict', { read: [at('link')] })
    const { stdout } = await run(launcher, policy, `cat ${at('link/file')} ${at('read/file')}`)
    assert.equal(stdout, 'read/fileread/file')
  })

  it('refuses a link inside a folder that programs may write', async () => {
    const policy = policyAt('strict', { write: [at('write')], read: [at('write/planted/hostname')] })
    await assert.rejects(launcher.start(policy, script('true')), refused(/planted.*symbolic link/))
  })

  it('refuses a path that is missing, and says which', async () => {
    const policy = policyAt('strict', { read: [at('missing')] })
    await assert.rejects(
      launcher.start(policy, script('true')),
      refused(/missing` \(`allow\.read`\) does not exist/),
    )
  })

  it("refuses the kernel's own trees", async () => {
    for (const path of ['/proc', '/proc/self', '/sys', '/dev/shm'])
      await assert.rejects(
        launcher.start(policyAt('strict', { read: [path] }), script('true')),
        refused(/never shares/),
      )
  })

  it('refuses a path with a NUL in it', async () => {
    const policy = policyAt('strict', { read: [`${at('read')}\0--dev-bind\0/\0/`] })
    await assert.rejects(launcher.start(policy, script('true')), refused(/cannot be reached|NUL/))
  })

  it(
    'refuses a folder that its user cannot enter, and names the chmod',
    {
      skip: process.getuid?.() !== 0 && 'it is our own, who are not root',
    },
    async () => {
      const policy = policyAt('strict', { read: [at('closed/inner')] })
      await assert.rejects(
        launcher.start(policy, script('true')),
        refused(/cannot enter.*chmod o\+x .*\/closed/),
      )
    },
  )

  it('refuses a working directory that is not listed', async () => {
    const launch = script('true', { workingDirectory: at('beside') })
    await assert.rejects(launcher.start(policyAt('strict'), launch), refused(/working directory/))
  })

  it('shows the paths of the runtime', async () => {
    const { stdout } = await run(launcher, policyAt('strict'), `cat ${at('read/file')}`, {
      runtimePaths: [at('read/file')],
    })
    assert.equal(stdout, 'read/file')
  })
}

function describeStandard(launcher: Launcher, facts: LauncherFacts): void {
  it('sees the files of the host', async () => {
    assert.match((await run(launcher, policyAt('standard'), 'cat /etc/passwd')).stdout, /root/)
  })

  it(
    'writes nothing without side effects',
    {
      skip: !facts.protectsAtStandard && 'a process group cannot forbid it',
    },
    async () => {
      const folder = mkdtempSync('/var/tmp/toolwright-')
      chmodSync(folder, 0o777)
      try {
        const text = `(true > ${folder}/x) 2>/dev/null && echo written; true > /tmp/scratch && echo scratch`
        const policy = policyAt('standard', { allowSideEffects: false })
        assert.equal((await run(launcher, policy, text)).stdout, 'scratch\n')
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )
}
