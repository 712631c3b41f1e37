import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seccompFilter } from '../../../../src/sandbox/launch/seccomp/seccomp-filter.ts'
import {
  ABSENT_SYSCALLS,
  FORBIDDEN_SYSCALLS,
  type Architecture,
} from '../../../../src/sandbox/launch/seccomp/syscall-numbers.ts'
import { interpretBpf } from './interpret-bpf.ts'

const AUDIT = { x64: 0xc000_003e, arm64: 0xc000_00b7 } as const
const I386 = 0x4000_0003
const VERDICTS = new Map([
  [0x7fff_0000, 'allow'],
  [0x0005_0001, 'EPERM'],
  [0x0005_0026, 'ENOSYS'],
  [0x0005_0000, 'nothing'],
  [0x8000_0000, 'kill'],
])
// Numbers as the headers of each kernel have them.
const NUMBERS = {
  x64: {
    read: 0,
    execve: 59,
    socket: 41,
    socketpair: 53,
    clone: 56,
    clone3: 435,
    ioctl: 16,
    personality: 135,
  },
  arm64: {
    read: 63,
    execve: 221,
    socket: 198,
    socketpair: 199,
    clone: 220,
    clone3: 435,
    ioctl: 29,
    personality: 92,
  },
} as const
const MORE = {
  x64: {
    setsid: 112,
    setpgid: 109,
    prlimit64: 302,
    setpriority: 141,
    fork: 57,
    ptrace: 101,
    unshare: 272,
    mount: 165,
    fchmodat: 268,
    fchmod: 91,
    fchownat: 260,
    utimensat: 280,
    setxattr: 188,
    inotify_init1: 294,
  },
  arm64: {
    setsid: 157,
    setpgid: 154,
    prlimit64: 261,
    setpriority: 140,
    fork: 0,
    ptrace: 117,
    unshare: 97,
    mount: 40,
    fchmodat: 53,
    fchmod: 52,
    fchownat: 54,
    utimensat: 88,
    setxattr: 5,
    inotify_init1: 26,
  },
} as const

const AF_UNIX = 1
const AF_INET = 2
const AF_INET6 = 10
const AF_NETLINK = 16
const AF_VSOCK = 40
const STREAM = 1
const DATAGRAM = 2
const RAW = 3
const SEQPACKET = 5
const CLOEXEC = 0o2000000
const NONBLOCK = 0o4000

for (const architecture of ['x64', 'arm64'] satisfies Architecture[]) {
  const verdictOf =
    (filter: Buffer) =>
    (number: number, args: readonly number[] = [], audit: number = AUDIT[architecture]): string =>
      VERDICTS.get(interpretBpf(filter, { number, architecture: audit, args })) ?? 'unknown'
  const closed = verdictOf(seccompFilter({ architecture, allowsTcp: false, sharesHost: false }))
  const open = verdictOf(seccompFilter({ architecture, allowsTcp: true, sharesHost: false }))
  const shared = verdictOf(seccompFilter({ architecture, allowsTcp: false, sharesHost: true }))
  const numbers = { ...NUMBERS[architecture], ...MORE[architecture] }

  describe(`the filter of system calls on ${architecture}`, () => {
    it('allows what every program does', () => {
      assert.deepEqual(
        [closed(numbers.read), closed(numbers.execve), closed(numbers.setsid)],
        ['allow', 'allow', 'allow'],
      )
    })

    it('kills what comes by the way of another architecture', () => {
      assert.equal(closed(numbers.read, [], I386), 'kill')
      assert.equal(closed(numbers.read, [], architecture === 'x64' ? AUDIT.arm64 : AUDIT.x64), 'kill')
    })

    it('forbids every call of its table', () => {
      const column = architecture === 'x64' ? 0 : 1
      for (const [name, pair] of Object.entries(FORBIDDEN_SYSCALLS)) {
        const number = pair[column]
        if (number !== undefined) assert.equal(closed(number), 'EPERM', name)
      }
      for (const [name, pair] of Object.entries(ABSENT_SYSCALLS)) {
        const number = pair[column]
        if (number !== undefined) assert.equal(closed(number), 'ENOSYS', name)
      }
      assert.deepEqual(
        [closed(numbers.ptrace), closed(numbers.unshare), closed(numbers.mount), closed(numbers.clone3)],
        ['EPERM', 'EPERM', 'EPERM', 'ENOSYS'],
      )
    })

    it('does not know what later kernels add', () => {
      assert.deepEqual([closed(462), closed(463), closed(1000)], ['allow', 'ENOSYS', 'ENOSYS'])
    })

    it('makes no socket at all without hosts', () => {
      for (const family of [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, AF_VSOCK])
        assert.equal(closed(numbers.socket, [family, STREAM, 0]), 'EPERM', String(family))
    })

    it('makes TCP sockets and no others with hosts', () => {
      const socket = (...args: number[]): string => open(numbers.socket, args)
      assert.deepEqual(
        [
          socket(AF_INET, STREAM, 0),
          socket(AF_INET6, STREAM | CLOEXEC | NONBLOCK, 6),
          socket(AF_INET, DATAGRAM, 0),
          socket(AF_INET, RAW, 6),
          socket(AF_INET, STREAM, 262),
          socket(AF_UNIX, STREAM, 0),
          socket(AF_NETLINK, RAW, 0),
          socket(AF_VSOCK, STREAM, 0),
        ],
        ['allow', 'allow', 'EPERM', 'EPERM', 'EPERM', 'EPERM', 'EPERM', 'EPERM'],
      )
    })

    it('makes pairs of connected streams, and no datagram pair that could be sent on to a socket of the host', () => {
      const pair = (...args: number[]): string => closed(numbers.socketpair, args)
      assert.deepEqual(
        [
          pair(AF_UNIX, STREAM | CLOEXEC, 0),
          pair(AF_UNIX, SEQPACKET, 0),
          pair(AF_UNIX, DATAGRAM, 0),
          pair(AF_UNIX, RAW | NONBLOCK, 0),
          pair(AF_INET, STREAM, 0),
        ],
        ['allow', 'allow', 'EPERM', 'EPERM', 'EPERM'],
      )
    })

    it('makes threads and processes, and no namespaces', () => {
      const THREAD = 0x3d0f00
      const SIGCHLD = 17
      assert.equal(closed(numbers.clone, [THREAD]), 'allow')
      assert.equal(closed(numbers.clone, [SIGCHLD]), 'allow')
      for (const flag of [
        0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000,
      ])
        assert.equal(closed(numbers.clone, [SIGCHLD | flag]), 'EPERM', flag.toString(16))
    })

    it('types into no terminal, whatever is in the half of the word that the kernel ignores', () => {
      const TIOCSTI = 0x5412
      assert.equal(closed(numbers.ioctl, [0, TIOCSTI]), 'EPERM')
      assert.equal(closed(numbers.ioctl, [0, TIOCSTI + 2 ** 32]), 'EPERM')
      assert.equal(closed(numbers.ioctl, [0, 0x541c]), 'EPERM')
      assert.equal(closed(numbers.ioctl, [0, 0x5413]), 'allow')
    })

    it('keeps its personality', () => {
      assert.deepEqual(
        [0, 0xffff_ffff, 0x004_0000, 8].map((value) => closed(numbers.personality, [value])),
        ['allow', 'allow', 'EPERM', 'EPERM'],
      )
    })

    it('stays in its process group, and away from others, where it shares the processes of the host', () => {
      assert.deepEqual(
        [
          shared(numbers.setsid),
          shared(numbers.setpgid),
          shared(numbers.prlimit64, [0, 7]),
          shared(numbers.prlimit64, [4711, 7]),
          shared(numbers.setpriority, [0, 0]),
          shared(numbers.setpriority, [0, 4711]),
          shared(numbers.setpriority, [2, 0]), // everything that its user has
          closed(numbers.prlimit64, [4711, 7]),
        ],
        ['EPERM', 'EPERM', 'allow', 'EPERM', 'allow', 'EPERM', 'EPERM', 'allow'],
      )
    })

    it('changes nothing that is written about a file, where it shares the files of the host', () => {
      const { fchmodat, fchmod, fchownat, utimensat, setxattr, inotify_init1 } = numbers
      assert.deepEqual(
        [fchmodat, fchownat, setxattr, inotify_init1].map((number) => [shared(number), closed(number)]),
        Array.from({ length: 4 }, () => ['EPERM', 'allow']),
      )
      // Copying ends with these, on a descriptor.
      assert.deepEqual(
        [shared(fchmod, [3, 0o777]), shared(utimensat, [3, 0]), shared(utimensat, [-100, 0x7fff_1234])],
        ['nothing', 'nothing', 'EPERM'],
      )
      assert.deepEqual([closed(fchmod), closed(utimensat, [-100, 1])], ['allow', 'allow'])
    })
  })
}

describe('the x32 way in', () => {
  it('is killed', () => {
    const filter = seccompFilter({ architecture: 'x64', allowsTcp: false, sharesHost: false })
    const number = 0x4000_0000 + 41
    assert.equal(interpretBpf(filter, { number, architecture: AUDIT.x64, args: [] }), 0x8000_0000)
  })
})

describe('the size of a filter', () => {
  it('is within what the kernel takes', () => {
    const filter = seccompFilter({ architecture: 'x64', allowsTcp: true, sharesHost: true })
    assert.ok(filter.length / 8 < 4096)
  })
})
