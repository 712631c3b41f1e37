import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bubblewrapArguments } from '../../../src/sandbox/launch/bubblewrap-arguments.ts'
import type { VisiblePaths } from '../../../src/sandbox/launch/visible-paths.ts'
import { type PolicyChanges, policyAt, script } from './run-program.ts'
import type { SandboxLevel } from '../../../src/sandbox/policy.ts'

const SYSTEM = {
  binds: [
    { source: '/usr', target: '/usr' },
    { source: '/usr/share/zoneinfo/UTC', target: '/etc/localtime' },
  ],
  links: [{ path: '/bin', target: '/usr/bin' }],
}

function argumentsFor(
  level: SandboxLevel,
  { paths = [], links = [] }: Partial<VisiblePaths> = {},
  changes: PolicyChanges = {},
  environment: Record<string, string> = { A: 'b' },
): readonly string[] {
  return bubblewrapArguments({
    policy: policyAt(level, { ...changes, limits: { scratchBytes: 1000 } }),
    launch: script('true', { workingDirectory: '/work' }),
    environment,
    visible: { paths, links },
    system: SYSTEM,
    descriptors: { status: 5, seccomp: 7, files: { '/etc/passwd': 8 } },
  })
}

describe('the arguments of bubblewrap', () => {
  it('are these at strict', () => {
    assert.deepEqual(
      argumentsFor('strict', {
        paths: [
          { path: '/work', access: 'write' },
          { path: '/work/deep', access: 'read' },
        ],
      }).join(' '),
      [
        '--die-with-parent --new-session --json-status-fd 5',
        '--unshare-all --unshare-user --disable-userns --cap-drop ALL --hostname sandbox --seccomp 7',
        '--ro-bind /usr /usr',
        '--proc /proc --ro-bind /proc/sys /proc/sys',
        '--dev /dev --size 1000 --tmpfs /dev/shm --remount-ro /dev',
        '--size 1000 --perms 0700 --tmpfs /tmp',
        '--symlink /usr/bin /bin',
        '--bind /work /work',
        '--ro-bind /usr/share/zoneinfo/UTC /etc/localtime',
        '--file 8 /etc/passwd',
        '--ro-bind /work/deep /work/deep',
        '--remount-ro /',
        '--setenv A b',
        '--chdir /work',
      ].join(' '),
    )
  })

  it('are these at standard', () => {
    assert.deepEqual(
      argumentsFor('standard').join(' '),
      '--die-with-parent --new-session --json-status-fd 5 --unshare-pid --dev-bind / / --proc /proc --setenv A b --chdir /work',
    )
  })

  it('make the host read-only at standard without side effects, and show what scratch space hides', () => {
    const visible: Partial<VisiblePaths> = {
      paths: [
        { path: '/tmp/work', access: 'read' },
        { path: '/work', access: 'read' },
      ],
    }
    assert.deepEqual(
      argumentsFor('standard', visible, { allowSideEffects: false }).join(' '),
      '--die-with-parent --new-session --json-status-fd 5 --unshare-pid --cap-drop ALL --ro-bind / / --proc /proc --ro-bind /proc/sys /proc/sys --dev /dev --size 1000 --tmpfs /dev/shm --remount-ro /dev --size 1000 --tmpfs /tmp --ro-bind /tmp/work /tmp/work --setenv A b --chdir /work',
    )
  })

  it('make nothing inside a listed folder, where it would be made on the host', () => {
    const given = argumentsFor('strict', {
      paths: [{ path: '/etc', access: 'write' }],
      links: [{ path: '/etc/link', target: '/x' }],
    })
    assert.ok(!given.includes('--file'))
    assert.ok(!given.includes('/etc/link'))
  })

  it('refuse a NUL, which would begin another option', () => {
    assert.throws(() => argumentsFor('strict', {}, {}, { A: 'b\0--dev-bind\0/\0/' }), /NUL/)
  })
})
