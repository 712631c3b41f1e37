import { closeSync, readSync } from 'node:fs'
import type { FolderHandle } from './folder-handle.ts'
import { compilePath } from './path-glob.ts'
import { compileSegment } from './segment-glob.ts'

const FILE_NAME = '.gitignore'
const MAX_FILE_BYTES = 500_000

/** A line of a .gitignore. */
interface IgnoreRule {
  readonly isNegated: boolean
  readonly foldersOnly: boolean
  /** Gets the names from the folder of the .gitignore down. */
  fits(names: readonly string[], name: string): boolean
}

/** The rules that hold in a folder: its own, then those of the folders above. */
export interface IgnoreRules {
  readonly rules: readonly IgnoreRule[]
  /** How many names lead from the start of the walk to the folder that the rules are of. */
  readonly depth: number
  readonly above: IgnoreRules | undefined
}

/** The rules of a folder, with those above; without a .gitignore only those. */
export function rulesIn(
  folder: FolderHandle,
  depth: number,
  above: IgnoreRules | undefined,
): IgnoreRules | undefined {
  const rules = parseIgnore(readIgnore(folder))
  return rules.length === 0 ? above : { rules, depth, above }
}

/**
 * Whether an entry is ignored: the last rule that fits decides, the nearest file first. The folders above it are taken
 * not to be ignored: who walks a tree has left those out.
 */
export function isIgnored(
  rules: IgnoreRules | undefined,
  names: readonly string[],
  isFolder: boolean,
): boolean {
  const name = names.at(-1) ?? ''
  for (let level = rules; level !== undefined; level = level.above) {
    const below = level.depth === 0 ? names : names.slice(level.depth)
    const rule = level.rules.findLast((each) => (isFolder || !each.foldersOnly) && each.fits(below, name))
    if (rule !== undefined) return !rule.isNegated
  }
  return false
}

export function parseIgnore(text: string): IgnoreRule[] {
  const rules: IgnoreRule[] = []
  for (const line of text.replace(/^\u{feff}/u, '').split('\n')) {
    const rule = parseLine(line.replace(/\r$/, ''))
    if (rule !== undefined) rules.push(rule)
  }
  return rules
}

function parseLine(line: string): IgnoreRule | undefined {
  if (line.startsWith('#')) return undefined
  let glob = trimBlanks(line)
  const isNegated = glob.startsWith('!')
  if (isNegated) glob = glob.slice(1)
  const foldersOnly = glob.endsWith('/')
  if (foldersOnly) glob = glob.slice(0, -1)
  if (glob === '') return undefined
  // A slash anywhere but at the end ties the glob to its folder.
  if (!glob.includes('/')) {
    const fits = compileSegment(glob)
    return fits && { isNegated, foldersOnly, fits: (_, name) => fits(name) }
  }
  const fits = compilePath(glob.startsWith('/') ? glob.slice(1) : glob)
  return fits && { isNegated, foldersOnly, fits }
}

/** Blanks at the end do not count, unless there is a backslash before. */
function trimBlanks(line: string): string {
  let end = 0
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '\\') {
      at++
      end = at + 1
    } else if (line[at] !== ' ') end = at + 1
  }
  return line.slice(0, end)
}

function readIgnore(folder: FolderHandle): string {
  let fd: number
  try {
    fd = folder.openToRead(FILE_NAME)
  } catch {
    return '' // there is none, or it is no file
  }
  try {
    const buffer = Buffer.allocUnsafe(MAX_FILE_BYTES)
    return buffer.toString('utf8', 0, readSync(fd, buffer, 0, MAX_FILE_BYTES, 0))
  } catch {
    return ''
  } finally {
    closeSync(fd)
  }
}
