import { accessSync, constants, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** As whom a confined program runs. */
export interface User {
  readonly uid: number
  readonly gid: number
}

/** Nobody, on every distribution that was looked at. */
export const NOBODY: User = Object.freeze({ uid: 65_534, gid: 65_534 })

/** Whom to become: somebody else when the host is root, nobody else (undefined) when it is not. */
export function userToBecome(configured: User | undefined): User | undefined {
  return process.getuid?.() === 0 ? (configured ?? NOBODY) : undefined
}

export type PathAccess = 'read' | 'write'

/** What stands between a user and a path. */
export interface Barrier {
  readonly path: string
  readonly lacks: 'enter' | PathAccess
  /** Octal, as chmod takes it. */
  readonly mode: string
  /** A command that would mend it. */
  readonly cure: string
}

const READ = 4
const WRITE = 2
const ENTER = 1
const LETTERS = { [READ]: 'r', [WRITE]: 'w', [ENTER]: 'x' } as const

/** The three bits of a mode that hold for a user without further groups, as Node starts a child under another uid. */
function bitsFor(user: User, stats: Stats): number {
  if (stats.uid === user.uid) return (stats.mode >> 6) & 7
  return (stats.gid === user.gid ? stats.mode >> 3 : stats.mode) & 7
}

function barrierAt(path: string, user: User, wanted: readonly (1 | 2 | 4)[]): Barrier | undefined {
  const stats = statSync(path)
  const missing = wanted.filter((bit) => (bitsFor(user, stats) & bit) === 0)
  const [first] = missing
  if (first === undefined) return undefined
  const letters = missing.map((bit) => LETTERS[bit]).join('')
  const whose = stats.uid === user.uid ? 'u' : stats.gid === user.gid ? 'g' : 'o'
  return {
    path,
    lacks: first === READ ? 'read' : first === WRITE ? 'write' : 'enter',
    mode: (stats.mode & 0o7777).toString(8),
    cure: `chmod ${whose}+${letters} ${path}`,
  }
}

/** The first thing that keeps a user from a real path that exists. Access lists are not read: modes decide. */
export function findBarrier(path: string, access: PathAccess, user: User): Barrier | undefined {
  const parents: string[] = []
  for (let parent = dirname(path); ; parent = dirname(parent)) {
    parents.unshift(parent)
    if (parent === dirname(parent)) break
  }
  for (const parent of parents) {
    const barrier = barrierAt(parent, user, [ENTER])
    if (barrier !== undefined) return barrier
  }
  const entering = statSync(path).isDirectory() ? ([ENTER] as const) : []
  return barrierAt(path, user, access === 'write' ? [READ, WRITE, ...entering] : [READ, ...entering])
}

/** The same for the user that the host itself runs as, who may have groups and access lists: the kernel is asked. */
export function findOwnBarrier(path: string, access: PathAccess): Barrier | undefined {
  const wanted = constants.R_OK | (access === 'write' ? constants.W_OK : 0)
  try {
    accessSync(path, wanted)
    return undefined
  } catch {
    const mode = (statSync(path).mode & 0o7777).toString(8)
    return { path, lacks: access, mode, cure: `chmod u+${access === 'write' ? 'rw' : 'r'} ${path}` }
  }
}
