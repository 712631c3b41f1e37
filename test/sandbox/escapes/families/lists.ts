// What a list lets through, and nothing beside it: hosts, and the folders of a tool that may change nothing.
import { always, attacksOf } from '../attacks-of.ts'
import { batch } from '../batch.ts'
import { type Attack, type Family, fromStandard, fromStrict } from '../family.ts'
import type { Way } from '../ways.ts'

const hasNamespaces = ({ launcher }: Way): boolean => launcher === 'bubblewrap'
const allowed = (attack: Attack): Attack => ({ ...attack, isAllowed: true })

// Without a network namespace no host can be let through: such a tool is refused.
const filtersHosts = (way: Way): boolean => fromStrict(way) && hasNamespaces(way) && way.kind !== 'code'

export const hosts: Family = batch(
  'hosts',
  [
    ...attacksOf('hosts', always('listed'), filtersHosts).map(allowed),
    ...attacksOf(
      'hosts',
      always(
        ['otherPort', 'address', 'address6', 'anyAddress', 'oddAddress', 'direct', 'directToHost', 'tunnel'],
        ['pipelined', 'header'],
      ),
      filtersHosts,
    ),
    // The sockets that the bridge needs are no other sockets.
    ...attacksOf(
      'sockets',
      always('loopback', 'hostAddress', 'anyAddress', 'unixPath', 'abstractSocket', 'datagram', 'domainName'),
      filtersHosts,
      ' with hosts',
    ),
  ],
  { changes: ({ listedPort }) => ({ hosts: [`localhost:${listedPort}`] }) },
)

const PROTECTS = (way: Way): boolean => fromStrict(way) || (fromStandard(way) && hasNamespaces(way))

const ROOT_ONLY = 'only root may'
const WRITES = {
  ...always('inRoot', 'outside', 'inHome', 'inProgram', 'inVar', 'throughLink', 'throughProc'),
  remounted: ROOT_ONLY,
  remountedInNamespace: 'the kernel gives this user no namespaces',
  kernelSetting: ROOT_ONLY,
}

export const sideEffects: Family = batch(
  'side effects',
  [
    ...attacksOf('side-effects', WRITES, PROTECTS).map((attack) => ({
      ...attack,
      gap: {
        of: (way: Way) => way.level === 'standard' && !hasNamespaces(way),
        words: /`allowSideEffects: false` is not enforced at standard/,
      },
    })),
    ...attacksOf('side-effects', always('inScratch'), (way) => PROTECTS(way) && hasNamespaces(way)).map(
      allowed,
    ),
  ],
  { changes: () => ({ allowSideEffects: false }) },
)

const staysRoot = (way: Way): boolean =>
  way.level === 'standard' && hasNamespaces(way) && process.getuid?.() === 0

/** A host that is root keeps its user at standard, where nobody else can reach the folder of a call. */
export const sideEffectsOfRoot: Family = batch(
  'side effects of root',
  attacksOf('side-effects', WRITES, staysRoot, ' of root'),
  { changes: ({ rootOnly }) => ({ allowSideEffects: false, root: rootOnly }) },
)
