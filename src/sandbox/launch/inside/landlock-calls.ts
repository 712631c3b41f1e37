import { createRequire } from 'node:module'

/** The calls of the kernel that a process confines itself with. Each throws when it is refused. */
export interface LandlockCalls {
  /** The version that the kernel speaks; below 1 when it has none. */
  version(): number
  createRuleset(attributes: Buffer): number
  addPath(ruleset: number, descriptor: number, rights: bigint): void
  restrictSelf(ruleset: number): void
  neverGainPrivileges(): void
  filterCalls(program: Buffer): void
  /** Lets a descriptor go on into the next program: Node marks what it was given as its own. */
  passOn(descriptor: number): void
}

// The same numbers on every architecture that is younger than they are.
const CREATE_RULESET = 444
const ADD_RULE = 445
const RESTRICT_SELF = 446
const ASK_VERSION = 1
const PATH_BENEATH = 1

const PR_SET_NO_NEW_PRIVS = 38
const PR_SET_SECCOMP = 22
const SECCOMP_MODE_FILTER = 2
const F_SETFD = 2

type Foreign = (...values: readonly unknown[]) => number

interface Koffi {
  load(path: null): { func(prototype: string): Foreign }
  struct(name: string, fields: Readonly<Record<string, string>>): unknown
  errno(): number
}

/** Loads the foreign function library, an optional peer: nothing else can make these calls from JavaScript. */
export function landlockCalls(): LandlockCalls {
  const koffi = createRequire(import.meta.url)('koffi') as Koffi
  const libc = koffi.load(null)
  koffi.struct('sock_fprog', { len: 'uint16', filter: 'void *' })
  const create = libc.func('long syscall(long number, const void *attributes, size_t size, uint32_t flags)')
  const add = libc.func('long syscall(long number, int ruleset, int type, const void *rule, uint32_t flags)')
  const restrict = libc.func('long syscall(long number, int ruleset, uint32_t flags)')
  const setFlag = libc.func('int prctl(int option, ulong value, ulong a, ulong b, ulong c)')
  const setFilter = libc.func(
    'int prctl(int option, ulong mode, const sock_fprog *program, ulong a, ulong b)',
  )
  const setDescriptor = libc.func('int fcntl(int descriptor, int command, int value)')
  const must = (what: string, result: number): number => {
    if (result >= 0) return result
    throw new Error(`${what} failed with errno ${koffi.errno()}`)
  }
  return {
    version: () => create(CREATE_RULESET, null, 0, ASK_VERSION),
    createRuleset: (attributes) =>
      must('landlock_create_ruleset', create(CREATE_RULESET, attributes, attributes.length, 0)),
    addPath: (ruleset, descriptor, rights) => {
      const rule = Buffer.alloc(12)
      rule.writeBigUInt64LE(rights, 0)
      rule.writeInt32LE(descriptor, 8)
      must('landlock_add_rule', add(ADD_RULE, ruleset, PATH_BENEATH, rule, 0))
    },
    restrictSelf: (ruleset) => {
      must('landlock_restrict_self', restrict(RESTRICT_SELF, ruleset, 0))
    },
    neverGainPrivileges: () => {
      must('PR_SET_NO_NEW_PRIVS', setFlag(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    },
    passOn: (descriptor) => {
      must('F_SETFD', setDescriptor(descriptor, F_SETFD, 0))
    },
    filterCalls: (program) => {
      const filter = { len: program.length / 8, filter: program }
      must('PR_SET_SECCOMP', setFilter(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter, 0, 0))
    },
  }
}
