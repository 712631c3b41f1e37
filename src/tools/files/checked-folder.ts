import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  unlinkSync,
  type BigIntStats,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf } from './file-error.ts'
import { NotAFile, type FolderHandle } from './folder-handle.ts'

// Windows has neither flag.
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0
const NO_WAIT = constants.O_NONBLOCK ?? 0

/**
 * A folder by its path, where the system names entries in no other way: after every step it is checked that the path
 * still leads to the same folder, and that what was opened is what it holds, before a byte is read or written. What is
 * left is the moment between that check and a rename: another process with write access could win it.
 */
export function checkFolder(path: string): FolderHandle {
  const realPath = realpathSync.native(path)
  const identity = lstatSync(realPath, { bigint: true })
  if (!identity.isDirectory()) throw errno('ENOTDIR')
  const at = (name: string): string => join(realPath, name)

  /** The folder is where it was. Links above it would give another real path. */
  function check(): void {
    const now = lstatSync(realPath, { bigint: true })
    if (!isSame(now, identity) || realpathSync.native(realPath) !== realPath) throw errno('ESTALE')
  }
  function checked<Value>(value: Value): Value {
    check()
    return value
  }
  function open(name: string, flags: number, mode?: number): number {
    check()
    const fd = openSync(at(name), flags | NO_FOLLOW | NO_WAIT, mode)
    try {
      check()
      if (!isSame(fstatSync(fd, { bigint: true }), lstatSync(at(name), { bigint: true })))
        throw errno('ESTALE')
      return fd
    } catch (thrown) {
      closeSync(fd)
      if (mode !== undefined) removeQuietly(at(name)) // made a moment ago, wherever that was
      throw thrown
    }
  }
  function openToRead(name: string): number {
    if (!lstatSync(at(name)).isFile()) throw new NotAFile()
    const fd = open(name, constants.O_RDONLY)
    if (fstatSync(fd).isFile()) return fd
    closeSync(fd)
    throw new NotAFile()
  }

  return {
    realPath: () => realPath,
    stat: (name) => checked(lstatSync(at(name), { bigint: true, throwIfNoEntry: false })),
    readLink: (name) => checked(readlinkSync(at(name))),
    list: () => checked(readdirSync(realPath, { withFileTypes: true })),
    openFolder(name) {
      if (!lstatSync(at(name)).isDirectory()) throw errno('ENOTDIR')
      const folder = checkFolder(at(name))
      check()
      if (dirname(folder.realPath()) !== realPath) throw errno('ESTALE')
      return folder
    },
    makeFolder(name) {
      check()
      try {
        mkdirSync(at(name), 0o755)
      } catch (thrown) {
        if (codeOf(thrown) !== 'EEXIST') throw thrown
      }
    },
    openToRead,
    openListed: openToRead,
    createFile: (name, mode) => open(name, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode),
    rename(from, to) {
      check()
      renameSync(at(from), at(to))
    },
    remove(name) {
      check()
      unlinkSync(at(name))
    },
    sync: async () => {}, // folders cannot be synchronised everywhere
    close() {},
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // The path leads elsewhere by now.
  }
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino
}

function errno(code: string): Error {
  return Object.assign(new Error(code), { code })
}
