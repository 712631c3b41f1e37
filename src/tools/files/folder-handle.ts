import type { BigIntStats, Dirent } from 'node:fs'

// The one way to the files. A handle stays at its folder whatever happens to the folder's name, and nothing here
// follows a link: who asks for an entry by name gets that entry, or an error. Two implementations: held-folder.ts where
// the system can name entries relative to an open folder, checked-folder.ts elsewhere.

export interface FolderHandle {
  /** Where the folder is at this moment. */
  realPath(): string
  /** An entry as it is, a link as the link; undefined when there is none. */
  stat(name: string): BigIntStats | undefined
  /** What a link says. */
  readLink(name: string): string
  list(): Dirent[]
  /** Opens a folder within; for anything else the error is ENOTDIR or ELOOP. */
  openFolder(name: string): FolderHandle
  /** Makes a folder, or leaves the one that is there. */
  makeFolder(name: string): void
  /** Opens a regular file for reading and touches nothing else: a pipe or a device is never opened. */
  openToRead(name: string): number
  /** The same in one step, for a name that `list` has called a file; never waits for a pipe. */
  openListed(name: string): number
  /** Opens a file that was not there before for writing. */
  createFile(name: string, mode: number): number
  rename(from: string, to: string): void
  remove(name: string): void
  /** Has the names in the folder survive a power cut. */
  sync(): Promise<void>
  close(): void
}

/** Thrown by `openToRead`. */
export class NotAFile extends Error {}
