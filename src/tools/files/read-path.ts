import { isAbsolute, resolve, sep } from 'node:path'
import { fileError } from './file-error.ts'
import { findBase, findRoot, showPath, type FileRoots, type RootedPath } from './file-roots.ts'
import { showName } from './show-name.ts'

const MAX_PATH_CHARACTERS = 4_096
/** Each level is an open folder while a path is walked. */
const MAX_LEVELS = 200

/** What a model called for, read as text only: nothing on the disk has been looked at. */
export interface GivenPath extends RootedPath {
  /** The path in messages and results: relative where it can be, on one line. */
  readonly shown: string
  /** It ends with a slash. */
  readonly mustBeFolder: boolean
}

/** Reads the path of a call. `..` is taken as text: `a/../b` is `b` even where `a` is a link. */
export function readPath(given: string, roots: FileRoots, workingDirectory: string): GivenPath {
  const wrong = whatIsWrong(given)
  if (wrong !== undefined) throw fileError(wrong)
  const base = findBase(roots, workingDirectory)
  const path = resolve(base, given)
  const found = findRoot(roots, path)
  if (found === undefined) {
    throw fileError(
      `\`${showName(given)}\` is outside the folders that this tool may use. Give a path relative to the working folder, such as \`src/index.ts\`; list_directory with path \`.\` shows what is there.`,
    )
  }
  if (found.names.length > MAX_LEVELS)
    throw fileError(`\`${showName(given)}\` has more than ${MAX_LEVELS} levels of folders.`)
  return {
    ...found,
    shown: showName(showPath(base, path)),
    mustBeFolder: given.endsWith('/') || given.endsWith(sep),
  }
}

/** The file that a call touches, for the order of a batch; the working folder of the call is not known there. */
export function resourceOfPath(given: string, roots: FileRoots): string {
  return `file:${resolve(roots.paths[0], given)}`
}

function whatIsWrong(given: string): string | undefined {
  if (given === '') return '`path` is empty. Give the path of a file or folder; `.` is the working folder.'
  if (given.length > MAX_PATH_CHARACTERS)
    return `\`path\` is longer than ${MAX_PATH_CHARACTERS.toLocaleString('en-US')} characters.`
  if (given.includes('\0')) return '`path` has a NUL character in it, which no file name can hold.'
  if (!given.isWellFormed()) return '`path` has half a character (a lone surrogate) in it.'
  if (/^file:/i.test(given) && !isAbsolute(given)) return 'Give a plain path, not a `file:` address.'
  // Devices, streams of a file, and names that Windows would change.
  if (process.platform === 'win32' && /[<>:"|?*]|[. ]$/.test(given.slice(2)))
    return `\`${showName(given)}\` has a character in it that Windows does not allow in names.`
  return undefined
}
