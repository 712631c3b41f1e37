import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, cpSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { findBarrier, NOBODY } from '../../../src/sandbox/launch/unprivileged-user.ts'
import type { SandboxReport } from '../../../src/sandbox/probe.ts'
import { missingPrograms } from './missing-programs.ts'

const ROOM = new URL('./', import.meta.url).pathname
const isRoot = process.getuid?.() === 0
const unreachable =
  isRoot && findBarrier(ROOM, 'read', NOBODY) !== undefined && 'nobody cannot reach the clone'
const asNobody = isRoot ? { uid: NOBODY.uid, gid: NOBODY.gid } : {}
const environment = { PATH: '/usr/bin:/bin', TMPDIR: '/tmp', HOME: '/tmp' }

function probeIn(command: readonly string[], options: object = {}): SandboxReport {
  const program = `
    const { probeSandbox } = await import(${JSON.stringify(join(ROOM, '../../../src/sandbox/probe.ts'))})
    console.log(JSON.stringify((await probeSandbox()).report))`
  const argv = [...command, process.execPath, '--input-type=module', '-e', program]
  const { stdout, stderr } = spawnSync('/usr/bin/env', argv, {
    cwd: '/',
    env: environment,
    encoding: 'utf8',
    timeout: 30_000,
    ...options,
  })
  assert.notEqual(stdout, '', stderr)
  return JSON.parse(stdout) as SandboxReport
}

describe(
  'a host that is not root',
  { skip: (!isRoot && 'it is what all other tests run as') || unreachable },
  () => {
    for (const name of ['bubblewrap', 'process-group', 'landlock'])
      it(`passes the tests of the ${name} launcher`, () => {
        const { status, stdout } = spawnSync(
          process.execPath,
          ['--test', join(ROOM, `${name}-launcher.test.ts`)],
          {
            cwd: '/',
            env: environment,
            encoding: 'utf8',
            timeout: 120_000,
            ...asNobody,
          },
        )
        assert.equal(status, 0, stdout)
      })
  },
)

describe('a host without user namespaces', { skip: missingPrograms('bwrap').skip || unreachable }, () => {
  it('falls back, and says why', () => {
    const noNamespaces = ['--dev-bind', '/', '/', '--unshare-user', '--disable-userns', '--die-with-parent']
    const { levels } = probeIn(['bwrap', ...noNamespaces], asNobody)
    const [, standard, strict] = levels
    assert.equal(standard?.launcher, 'process group')
    assert.notEqual(strict?.launcher, 'bubblewrap')
    assert.match(JSON.stringify(strict?.gaps), /bubblewrap.*namespace.*max_user_namespaces/)
  })
})

describe(
  'a host that was started with a file open',
  { skip: missingPrograms('bwrap', 'prlimit').skip },
  () => {
    it('does not pass it on', () => {
      const program = `
      const { createBubblewrapLauncher } = await import(${JSON.stringify(join(ROOM, '../../../src/sandbox/launch/bubblewrap-launcher.ts'))})
      const { findProgram } = await import(${JSON.stringify(join(ROOM, '../../../src/sandbox/launch/find-program.ts'))})
      const { policyAt, run } = await import(${JSON.stringify(join(ROOM, 'run-program.ts'))})
      const { readlinkSync } = await import('node:fs')
      const parts = { bubblewrap: findProgram('bwrap'), prlimit: findProgram('prlimit'), levels: ['standard', 'strict'] }
      const launcher = createBubblewrapLauncher(parts)
      const text = 'readlink /proc/self/fd/20; readlink /proc/1/fd/20'
      for (const level of parts.levels) console.log((await run(launcher, policyAt(level), text)).stdout)
      console.log('host', readlinkSync('/proc/self/fd/20'))`
      const descriptor = openSync(import.meta.filename, 'r')
      try {
        const stdio = Array.from({ length: 21 }, (_, index) =>
          index < 3 ? 'pipe' : index === 20 ? descriptor : 'ignore',
        )
        const argv = ['--input-type=module', '-e', program]
        const { stdout, stderr } = spawnSync(process.execPath, argv, {
          encoding: 'utf8',
          stdio,
        })
        assert.match(stdout, /host .*other-hosts/, `the control: the host has it; ${stderr}`)
        assert.equal(stdout.match(/other-hosts/g)?.length, 1, stdout)
      } finally {
        closeSync(descriptor)
      }
    })
  },
)

describe('a clone that nobody can reach', { skip: !isRoot && 'only root has one' }, () => {
  it('is run at standard as root in a control group, or refused with the cure', () => {
    const folder = mkdtempSync('/root/toolwright-clone-')
    try {
      cpSync('/bin/true', join(folder, 'true'))
      const program = `
        const { createProcessGroupLauncher } = await import(${JSON.stringify(join(ROOM, '../../../src/sandbox/launch/process-group-launcher.ts'))})
        const { policyAt, script, run } = await import(${JSON.stringify(join(ROOM, 'run-program.ts'))})
        const launcher = createProcessGroupLauncher({ prlimit: '/usr/bin/prlimit' })
        const at = { runtimePaths: [${JSON.stringify(folder)}] }
        const few = policyAt('standard', { limits: { maxProcesses: 10 } })
        try {
          const { stdout } = await run(launcher, few, 'id -u', at)
          const bomb = await run(launcher, few, 'i=0; while [ $i -lt 30 ]; do sleep 5 & i=$((i+1)); done; echo all', at)
          console.log(JSON.stringify({ id: stdout, bomb: bomb.stdout }))
        } catch (error) { console.log(JSON.stringify({ refused: error.hint })) }`
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
        encoding: 'utf8',
      })
      const found = JSON.parse(stdout) as { id?: string; bomb?: string; refused?: string }
      if (found.refused === undefined) assert.deepEqual(found, { id: '0\n', bomb: '' })
      else assert.match(found.refused, /chmod o\+x \/root/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
