import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { bubblewrapCure } from '../../../src/sandbox/launch/bubblewrap-refusal.ts'
import { cleanEnvironment } from '../../../src/sandbox/launch/clean-environment.ts'
import { countsWithinNamespaces } from '../../../src/sandbox/launch/count-processes.ts'
import { fromShellCode, startTimeOf } from '../../../src/sandbox/launch/process-status.ts'
import { isWithin, resolvePath } from '../../../src/sandbox/launch/resolve-path.ts'
import { kernelLimits, prlimitArguments, shellLimits } from '../../../src/sandbox/launch/resource-limits.ts'
import { findBarrier } from '../../../src/sandbox/launch/unprivileged-user.ts'

describe('resolvePath', () => {
  let folder = ''
  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-paths-')))
    mkdirSync(join(folder, 'real'))
    writeFileSync(join(folder, 'real/file'), '')
    symlinkSync('real', join(folder, 'relative'))
    symlinkSync(join(folder, 'relative'), join(folder, 'chain'))
    symlinkSync('loop', join(folder, 'loop'))
    symlinkSync('../real/./file', join(folder, 'real/up'))
  })
  after(() => rmSync(folder, { recursive: true }))

  it('names the links on the way', () => {
    assert.deepEqual(resolvePath(join(folder, 'chain/file')), {
      real: join(folder, 'real/file'),
      links: [
        { path: join(folder, 'chain'), target: join(folder, 'relative') },
        { path: join(folder, 'relative'), target: join(folder, 'real') },
      ],
    })
    assert.equal(resolvePath(join(folder, 'real/up')).real, join(folder, 'real/file'))
    assert.deepEqual(resolvePath('/'), { real: '/', links: [] })
  })

  it('ends on a loop', () => {
    assert.throws(() => resolvePath(join(folder, 'loop')), /Too many/)
  })

  it('throws for what is missing', () => {
    assert.throws(() => resolvePath(join(folder, 'none')), { code: 'ENOENT' })
  })
})

describe('isWithin', () => {
  it('goes by whole names', () => {
    assert.deepEqual(
      [
        isWithin('/a/b', '/a'),
        isWithin('/a', '/a'),
        isWithin('/ab', '/a'),
        isWithin('/a', '/a/b'),
        isWithin('/a', '/'),
      ],
      [true, true, false, false, true],
    )
  })
})

describe('findBarrier', () => {
  let folder = ''
  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-barrier-')))
  })
  after(() => rmSync(folder, { recursive: true }))

  it('names what stands in the way of another user, and the command that mends it', () => {
    const stranger = { uid: 54_321, gid: 54_321 }
    mkdirSync(join(folder, 'inner'), { mode: 0o755 })
    assert.deepEqual(findBarrier(join(folder, 'inner'), 'read', stranger), {
      path: folder,
      lacks: 'enter',
      mode: '700',
      cure: `chmod o+x ${folder}`,
    })
    assert.equal(findBarrier('/usr/bin', 'read', stranger), undefined)
    assert.deepEqual(findBarrier('/usr/bin', 'write', stranger)?.lacks, 'write')
  })

  it('lets the owner through', () => {
    const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
    assert.equal(findBarrier(folder, 'write', owner), undefined)
  })
})

describe('limits', () => {
  const limits = { memoryBytes: 1000, cpuSeconds: 7, maxProcesses: 3, maxOpenFiles: 20, scratchBytes: 500 }

  it('are those of the policy for a command', () => {
    const found = kernelLimits({ limits, isScriptEngine: false, otherProcesses: 1, onlyScratch: true })
    assert.deepEqual(found, {
      addressBytes: 1000,
      cpuSeconds: 7,
      openFiles: 20,
      processes: 4,
      fileBytes: 500 + 1_048_576,
    })
    assert.deepEqual(prlimitArguments(found), [
      '--as=1000',
      '--cpu=7',
      '--nofile=20',
      '--nproc=4',
      '--fsize=1049076',
      '--core=0',
      '--',
    ])
    assert.equal(shellLimits(found), 'ulimit -t 7 && ulimit -n 20 && ulimit -u 4 && ulimit -c 0')
  })

  it('leave a script engine its own', () => {
    const found = kernelLimits({
      limits,
      isScriptEngine: true,
      otherProcesses: undefined,
      onlyScratch: false,
    })
    assert.deepEqual(
      [found.addressBytes, found.processes, found.fileBytes],
      [1000 + 1_610_612_736, undefined, undefined],
    )
  })
})

describe('small parts', () => {
  it('read exit codes as shells give them', () => {
    assert.deepEqual(fromShellCode(3), { code: 3, signal: null })
    assert.deepEqual(fromShellCode(137), { code: null, signal: 'SIGKILL' })
    assert.deepEqual(fromShellCode(255), { code: 255, signal: null })
  })

  it('know since when the kernel counts processes within namespaces', () => {
    assert.deepEqual(
      ['5.13.0', '5.14.0-rc1', '5.4.210', '6.1.0-18-amd64', '4.19'].map(countsWithinNamespaces),
      [false, true, false, true, false],
    )
  })

  it('add PATH and HOME to an environment, and nothing that is of the host', () => {
    assert.deepEqual(cleanEnvironment({ environment: { A: 'b' } }), {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: '/tmp',
      A: 'b',
    })
  })

  it('name a process for good', { skip: process.platform !== 'linux' && 'this is not Linux' }, () => {
    assert.match(startTimeOf(process.pid) ?? '', /^\d+$/)
    assert.equal(startTimeOf(2 ** 30), undefined)
  })

  it('cure what bubblewrap says', () => {
    assert.match(bubblewrapCure('bwrap: Unknown option --disable-userns'), /0\.8/)
    assert.match(bubblewrapCure('something else'), /bwrap --ro-bind/)
    assert.match(bubblewrapCure('bwrap: Creating new namespace failed: ... (ENOSPC)'), /max_user_namespaces/)
  })
})
