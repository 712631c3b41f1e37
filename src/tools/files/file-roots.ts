import { isAbsolute, normalize, parse, relative, resolve, sep } from 'node:path'
import { realpathSync } from 'node:fs'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { checkOptions, aListOf } from '../../define/check-options.ts'
import { checkFolder } from './checked-folder.ts'
import type { FolderHandle } from './folder-handle.ts'
import { canHoldFolders, holdFolder } from './held-folder.ts'

/** What the file tools are made with. */
export interface FileToolOptions {
  /** Absolute folders, links allowed: all that the tools may see. Relative paths start at the first. */
  readonly roots: readonly string[]
}

/** How folders are opened; only tests choose. */
export type OpenRoot = (path: string) => FolderHandle

/** The folders that the tools may see, and how they are opened. */
export interface FileRoots {
  readonly paths: readonly [string, ...string[]]
  readonly open: OpenRoot
}

let holds: boolean | undefined

function openRoot(path: string): FolderHandle {
  holds ??= canHoldFolders()
  return holds ? holdFolder(path) : checkFolder(path)
}

/** Reads the options of a file tool. Whether the folders exist is seen at each call: they may come later. */
export function readRoots(owner: string, options: FileToolOptions, open: OpenRoot = openRoot): FileRoots {
  checkOptions(owner, options, { roots: aListOf('absolute paths of folders', isRoot) })
  const [first, ...others] = (options.roots ?? []).map(trimEnd)
  if (first === undefined)
    throw new ToolwrightError(
      'OPTION_INVALID',
      `\`${owner}\` needs \`roots\`: the folders that it may see, as absolute paths.`,
    )
  return { paths: [first, ...others], open }
}

function isRoot(value: unknown): boolean {
  return typeof value === 'string' && isAbsolute(value) && !value.includes('\0')
}

function trimEnd(path: string): string {
  const normal = normalize(path)
  return normal.endsWith(sep) && normal !== parse(normal).root ? normal.slice(0, -1) : normal
}

/** A place below a root: by which names it is reached from there. */
export interface RootedPath {
  readonly root: string
  readonly names: readonly string[]
}

/**
 * Finds the root that an absolute path is in, by its name or by the folder that the name leads to. Of nested roots the
 * outermost: all that is in it is allowed.
 */
export function findRoot({ paths }: FileRoots, path: string): RootedPath | undefined {
  const sorted = paths.toSorted((one, other) => one.length - other.length)
  for (const root of sorted) {
    const names = namesBelow(root, path) ?? namesBelow(realRoot(root), path)
    if (names !== undefined) return { root, names }
  }
  return undefined
}

function namesBelow(root: string, path: string): readonly string[] | undefined {
  if (path === root) return []
  const start = root.endsWith(sep) ? root : root + sep
  return path.startsWith(start) ? path.slice(start.length).split(sep).filter(Boolean) : undefined
}

function realRoot(root: string): string {
  try {
    return realpathSync.native(root)
  } catch {
    return root // it is gone, which is said when it is opened
  }
}

/** Where relative paths start: the working folder of the call when that is inside a root, else the first root. */
export function findBase(roots: FileRoots, workingDirectory: string): string {
  const working = resolve(workingDirectory)
  return isAbsolute(workingDirectory) && findRoot(roots, working) !== undefined ? working : roots.paths[0]
}

/** An absolute path as the model should see and repeat it: relative where it can be. */
export function showPath(base: string, path: string): string {
  const short = relative(base, path)
  if (short === '') return '.'
  return short === '..' || short.startsWith(`..${sep}`) || isAbsolute(short) ? path : short
}
