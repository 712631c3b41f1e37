import {
  closeSync,
  constants,
  fstatSync,
  fsync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  unlinkSync,
} from 'node:fs'
import { promisify } from 'node:util'
import { codeOf } from './file-error.ts'
import { NotAFile, type FolderHandle } from './folder-handle.ts'

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants
// Linux, all architectures that Node runs on; Node does not name it. It opens a name without touching what it stands for.
const O_PATH = 0o10_000_000
const FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK
const FILE = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY

/** Whether entries can be named relative to an open folder here: Linux with `/proc`. */
export function canHoldFolders(): boolean {
  if (process.platform !== 'linux') return false
  try {
    const fd = openSync('/', FOLDER)
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === '/'
    } finally {
      closeSync(fd)
    }
  } catch {
    return false
  }
}

/** A folder by its descriptor: `/proc/self/fd/N/name` is what `openat(N, name)` would be, in every call that takes a path. */
export function holdFolder(path: string, flags: number = FOLDER & ~O_NOFOLLOW): FolderHandle {
  const fd = openSync(path, flags)
  const address = `/proc/self/fd/${fd}`
  const at = (name: string): string => `${address}/${name}`
  return {
    realPath: () => readlinkSync(address),
    stat: (name) => lstatSync(at(name), { bigint: true, throwIfNoEntry: false }),
    readLink: (name) => readlinkSync(at(name)),
    list: () => readdirSync(address, { withFileTypes: true }),
    openFolder: (name) => holdFolder(at(name), FOLDER),
    makeFolder(name) {
      try {
        mkdirSync(at(name), 0o755)
      } catch (thrown) {
        if (codeOf(thrown) !== 'EEXIST') throw thrown
      }
    },
    openToRead(name) {
      const probe = openSync(at(name), O_PATH | O_NOFOLLOW)
      try {
        if (!fstatSync(probe).isFile()) throw new NotAFile()
        return openSync(`/proc/self/fd/${probe}`, FILE & ~O_NOFOLLOW)
      } finally {
        closeSync(probe)
      }
    },
    openListed: (name) => openSync(at(name), FILE),
    createFile: (name, mode) => openSync(at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode),
    rename: (from, to) => renameSync(at(from), at(to)),
    remove: (name) => unlinkSync(at(name)),
    sync: () => promisify(fsync)(fd),
    close: () => closeSync(fd),
  }
}
