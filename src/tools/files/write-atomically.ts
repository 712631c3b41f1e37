import { accessSync, close, constants, fchmod, fchown, fsync, write, type BigIntStats } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { fileError } from './file-error.ts'
import type { FolderHandle } from './folder-handle.ts'

const writeAsync = promisify(write)
const fsyncAsync = promisify(fsync)
const fchmodAsync = promisify(fchmod)
const fchownAsync = promisify(fchown)
const closeAsync = promisify(close)

const WRITE_BYTES = 1 << 20
const NEW_FILE_MODE = 0o644 // less the umask
const PERMISSION_BITS = 0o7777n
const SET_ID_BITS = 0o6000

/** What is written where. */
export interface AtomicWrite {
  readonly folder: FolderHandle
  readonly name: string
  readonly bytes: Buffer
  /** What is there now and will be replaced; undefined when nothing is. */
  readonly replaces: BigIntStats | undefined
  /** The path in messages. */
  readonly shown: string
  readonly signal: AbortSignal
}

/**
 * Writes a file beside the old one and puts it in its place in one step, with its mode and owner: a reader sees the old
 * content or the new, also after a power cut. When the old one has changed since it was looked at, nothing is written.
 */
export async function writeAtomically(job: AtomicWrite): Promise<void> {
  const { folder, name, replaces, shown, signal } = job
  const temporary = `.${randomBytes(9).toString('hex')}.tmp` // not from `name`, which may be as long as names may be
  signal.throwIfAborted()
  // Seen by others with the permissions that it will have, or fewer.
  const fd = folder.createFile(temporary, replaces === undefined ? NEW_FILE_MODE : 0o600)
  try {
    try {
      await writeAll(fd, job.bytes, signal)
      if (replaces !== undefined) await keepOwnerAndMode(fd, replaces)
      await fsyncAsync(fd)
    } finally {
      await closeAsync(fd)
    }
    signal.throwIfAborted()
    // From here to the rename nothing waits.
    if (!isUnchanged(folder.stat(name), replaces)) {
      throw fileError(
        `\`${shown}\` was changed by somebody else in between, and was left as it is. Read it again and repeat the call.`,
      )
    }
    folder.rename(temporary, name)
  } catch (thrown) {
    removeQuietly(folder, temporary)
    throw thrown
  }
  await folder.sync()
}

/** Replacing a file asks for no permission on the file itself: a read-only one is meant to stay. */
export function checkWritable(fd: number, shown: string): void {
  if (process.platform !== 'linux') return
  try {
    accessSync(`/proc/self/fd/${fd}`, constants.W_OK)
  } catch (thrown) {
    throw fileError(`\`${shown}\` is read-only, and was left as it is.`, thrown)
  }
}

async function writeAll(fd: number, bytes: Buffer, signal: AbortSignal): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    signal.throwIfAborted()
    const { bytesWritten } = await writeAsync(fd, bytes, at, Math.min(WRITE_BYTES, bytes.length - at), at)
    at += bytesWritten
  }
}

async function keepOwnerAndMode(fd: number, { uid, gid, mode }: BigIntStats): Promise<void> {
  const bits = Number(mode & PERMISSION_BITS)
  let isOwned = true
  try {
    await fchownAsync(fd, Number(uid), Number(gid))
  } catch {
    isOwned = false // only root may give files away
  }
  // In this order: a change of owner clears these bits, which must not pass to another owner.
  await fchmodAsync(fd, isOwned ? bits : bits & ~SET_ID_BITS)
}

function isUnchanged(now: BigIntStats | undefined, before: BigIntStats | undefined): boolean {
  if (now === undefined || before === undefined) return now === before
  return (
    now.dev === before.dev &&
    now.ino === before.ino &&
    now.size === before.size &&
    now.mtimeNs === before.mtimeNs
  )
}

function removeQuietly(folder: FolderHandle, name: string): void {
  try {
    folder.remove(name)
  } catch {
    // It went with its folder, or became the file.
  }
}
