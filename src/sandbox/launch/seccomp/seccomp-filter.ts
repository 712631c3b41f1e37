import {
  ALLOW,
  assemble,
  CALL_ARCHITECTURE,
  CALL_NUMBER,
  callArgument,
  end,
  ifAnyBit,
  ifAtLeast,
  ifEqual,
  type Instruction,
  KILL_PROCESS,
  load,
  mask,
  refuseWith,
  unlessEqual,
} from './bpf-assembler.ts'
import { unavailable } from '../unavailable.ts'
import {
  ABSENT_SYSCALLS,
  type Architecture,
  ARGUED_SYSCALLS,
  FIRST_UNKNOWN_SYSCALL,
  FORBIDDEN_SYSCALLS,
  OWN_SYSCALLS,
  QUIET_SYSCALLS,
  SHARED_SYSCALLS,
  type SyscallNumber,
} from './syscall-numbers.ts'

const EPERM = 1
const ENOSYS = 38
const FORBID = end(refuseWith(EPERM))
const ABSENT = end(refuseWith(ENOSYS))
const IGNORE = end(refuseWith(0)) // success, and nothing done

const AUDIT_ARCHITECTURES: Readonly<Record<Architecture, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 }
const X32_BIT = 0x4000_0000

const AF_UNIX = 1
const AF_INET = 2
const AF_INET6 = 10
const SOCK_STREAM = 1
const SOCK_SEQPACKET = 5
const SOCK_TYPE_BITS = 0xf // the rest are SOCK_CLOEXEC and SOCK_NONBLOCK
const IPPROTO_TCP = 6
const CLONE_NEW_BITS = 0x7e02_0000 // every namespace that clone can make
const TIOCSTI = 0x5412 // types into the terminal
const TIOCLINUX = 0x541c // pastes into a console
const PERSONALITY_QUERY = 0xffff_ffff

/** TCP over IPv4 and IPv6: inside a network namespace that has only loopback, where the bridge of the proxy listens. */
const allowTcpSockets: readonly Instruction[] = [
  load(callArgument(0)),
  ...unlessEqual(AF_INET, unlessEqual(AF_INET6, [FORBID])),
  load(callArgument(1)),
  mask(SOCK_TYPE_BITS),
  ...unlessEqual(SOCK_STREAM, [FORBID]),
  load(callArgument(2)),
  ...unlessEqual(0, unlessEqual(IPPROTO_TCP, [FORBID])),
  end(ALLOW),
]

// A pair of datagram sockets can be sent on to any unix socket in sight, without ever calling socket(). A pair of connected
// streams cannot, and Node needs those for its children.
const allowStreamPairs: readonly Instruction[] = [
  load(callArgument(0)),
  ...unlessEqual(AF_UNIX, [FORBID]),
  load(callArgument(1)),
  mask(SOCK_TYPE_BITS),
  ...unlessEqual(SOCK_STREAM, unlessEqual(SOCK_SEQPACKET, [FORBID])),
  end(ALLOW),
]

const allowPlainClone: readonly Instruction[] = [
  load(callArgument(0)),
  ...ifAnyBit(CLONE_NEW_BITS, [FORBID]),
  end(ALLOW),
]

const allowHarmlessIoctl: readonly Instruction[] = [
  load(callArgument(1)),
  ...ifEqual(TIOCSTI, [FORBID]),
  ...ifEqual(TIOCLINUX, [FORBID]),
  end(ALLOW),
]

const allowUsualPersonality: readonly Instruction[] = [
  load(callArgument(0)),
  ...unlessEqual(0, unlessEqual(PERSONALITY_QUERY, [FORBID])),
  end(ALLOW),
]

// The low half of a pointer will do: of those that it takes for none, nothing is done either.
const ignoreDescriptor: readonly Instruction[] = [load(callArgument(1)), ...unlessEqual(0, [FORBID]), IGNORE]

const allowWith = (
  required: readonly (readonly [argument: number, value: number])[],
): readonly Instruction[] => [
  ...required.flatMap(([argument, value]) => [load(callArgument(argument)), ...unlessEqual(value, [FORBID])]),
  end(ALLOW),
]

/** What a filter depends on. */
export interface SeccompOptions {
  readonly architecture: Architecture
  /** Allows TCP sockets, for the bridge to the proxy; no other socket is ever made. */
  readonly allowsTcp: boolean
  /** Whether the host's processes and files are in sight, since no namespace keeps them apart. */
  readonly sharesHost: boolean
}

/**
 * The filter of system calls for a confined program: what reaches other processes, the network, mounts, namespaces or
 * large unneeded parts of the kernel is refused; another architecture's way in kills.
 */
export function seccompFilter({ architecture, allowsTcp, sharesHost }: SeccompOptions): Buffer {
  const column = architecture === 'x64' ? 0 : 1
  const when = (numbers: SyscallNumber, body: readonly Instruction[]): readonly Instruction[] => {
    const number = numbers[column]
    return number === undefined ? [] : ifEqual(number, body)
  }
  return assemble([
    load(CALL_ARCHITECTURE),
    ...unlessEqual(AUDIT_ARCHITECTURES[architecture], [end(KILL_PROCESS)]),
    load(CALL_NUMBER),
    ...(architecture === 'x64' ? ifAtLeast(X32_BIT, [end(KILL_PROCESS)]) : []),
    ...ifAtLeast(FIRST_UNKNOWN_SYSCALL, [ABSENT]),
    ...when(ARGUED_SYSCALLS.clone, allowPlainClone),
    ...when(ARGUED_SYSCALLS.ioctl, allowHarmlessIoctl),
    ...when(ARGUED_SYSCALLS.socket, allowsTcp ? allowTcpSockets : [FORBID]),
    ...when(ARGUED_SYSCALLS.socketpair, allowStreamPairs),
    ...when(ARGUED_SYSCALLS.personality, allowUsualPersonality),
    ...(sharesHost ? OWN_SYSCALLS : []).flatMap(([required, numbers]) => when(numbers, allowWith(required))),
    ...Object.values(sharesHost ? SHARED_SYSCALLS : {}).flatMap((numbers) => when(numbers, [FORBID])),
    ...(sharesHost
      ? [...when(QUIET_SYSCALLS.fchmod, [IGNORE]), ...when(QUIET_SYSCALLS.utimensat, ignoreDescriptor)]
      : []),
    ...Object.values(FORBIDDEN_SYSCALLS).flatMap((numbers) => when(numbers, [FORBID])),
    ...Object.values(ABSENT_SYSCALLS).flatMap((numbers) => when(numbers, [ABSENT])),
    end(ALLOW),
  ])
}

/** The filter for this machine. Throws SANDBOX_UNAVAILABLE on an architecture without a table. */
export function seccompFor(options: Omit<SeccompOptions, 'architecture'>): Buffer {
  if (process.arch === 'x64' || process.arch === 'arm64')
    return seccompFilter({ architecture: process.arch, ...options })
  throw unavailable(`There is no filter of system calls for \`${process.arch}\`.`, 'Run on x86-64 or arm64.')
}
