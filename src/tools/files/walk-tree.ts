import { type Dirent, statfsSync } from 'node:fs'
import { codeOf } from './file-error.ts'
import type { FolderHandle } from './folder-handle.ts'
import { isIgnored, rulesIn, type IgnoreRules } from './ignore-rules.ts'
import type { Place } from './reach-place.ts'

const MAX_DEPTH = 100

type EntryKind = 'file' | 'folder' | 'link' | 'other'

/** An entry that is not left out. */
export interface TreeEntry {
  readonly name: string
  readonly kind: EntryKind
}

/** What of a folder is seen. */
export interface FolderView {
  readonly entries: readonly TreeEntry[]
  /** Entries left out because they are hidden or ignored. */
  readonly leftOut: number
  /** The rules that hold here, for the folders within. */
  readonly rules: IgnoreRules | undefined
}

export interface ViewOptions {
  /** Show hidden and ignored entries too. */
  readonly includeHidden: boolean
}

/** Looks at one folder: its entries by name, without those that are hidden or that a .gitignore names. */
export function viewFolder(
  folder: FolderHandle,
  names: readonly string[],
  above: IgnoreRules | undefined,
  { includeHidden }: ViewOptions,
): FolderView {
  const listed = folder.list()
  const hasRules = !includeHidden && listed.some((entry) => entry.name === '.gitignore')
  const rules = hasRules ? rulesIn(folder, names.length, above) : above
  const entries: TreeEntry[] = []
  let leftOut = 0
  for (const entry of listed) {
    const isHidden = entry.name.startsWith('.')
    const seen =
      includeHidden ||
      (!isHidden && (rules === undefined || !isIgnored(rules, [...names, entry.name], entry.isDirectory())))
    if (seen) entries.push({ name: entry.name, kind: kindOf(entry) })
    else leftOut++
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  return { entries, leftOut, rules }
}

/** A file met on a walk, with its folder open. */
export interface WalkedFile {
  readonly folder: FolderHandle
  readonly name: string
  /** From the folder where the walk began. */
  readonly names: readonly string[]
}

/** What a walk could not, or would not, look at. */
export interface WalkReport {
  unreadable: number
}

/**
 * The rules of the folders above a place. What was asked for by its own name is looked at even when it is hidden or
 * ignored: then no rule from above it holds within.
 */
export function rulesAbove({ chain, trail }: Pick<Place, 'chain' | 'trail'>): IgnoreRules | undefined {
  let rules: IgnoreRules | undefined
  for (const [depth, folder] of chain.slice(0, -1).entries()) {
    rules = rulesIn(folder, depth, rules)
    const names = trail.slice(0, depth + 1)
    if (names.at(-1)?.startsWith('.') === true || isIgnored(rules, names, true)) rules = undefined
  }
  return rules
}

/**
 * Walks a tree file by file, in the order of names. Links are not followed, nor what is hidden or ignored, nor file
 * systems that are no files (`/proc`, `/sys`): reading there can hang. `undefined` is a turn for whoever counts the
 * time: not every folder has a file.
 */
export function* walkFiles(
  folder: FolderHandle,
  names: readonly string[],
  above: IgnoreRules | undefined,
  report: WalkReport,
  device: bigint | undefined = folder.stat('.')?.dev,
): Generator<WalkedFile | undefined, void> {
  const { entries, rules } = viewFolder(folder, names, above, { includeHidden: false })
  yield undefined
  for (const { name, kind } of entries) {
    if (kind === 'file') yield { folder, name, names: [...names, name] }
    if (kind !== 'folder') continue
    const inner = openInner(folder, name, names.length)
    try {
      const innerDevice = inner?.stat('.')?.dev
      if (inner === undefined || (innerDevice !== device && isPseudo(inner))) report.unreadable++
      else yield* walkFiles(inner, [...names, name], rules, report, innerDevice)
    } catch (thrown) {
      if (codeOf(thrown) === '') throw thrown
      report.unreadable++ // it went away, or may not be read
    } finally {
      inner?.close()
    }
  }
}

function openInner(folder: FolderHandle, name: string, depth: number): FolderHandle | undefined {
  if (depth >= MAX_DEPTH) return undefined
  try {
    return folder.openFolder(name)
  } catch {
    return undefined // gone, not permitted, or a link by now
  }
}

// Magic numbers of procfs, sysfs, debugfs, tracefs, cgroup, cgroup2, securityfs, bpf, pstore, efivarfs, configfs.
const PSEUDO_TYPES: ReadonlySet<number> = new Set([
  0x9f_a0, 0x62_65_65_72, 0x64_62_67_20, 0x74_72_61_63, 0x27_e0_eb, 0x63_67_72_70, 0x73_63_75_72,
  0xca_fe_4a_11, 0x61_65_67_6c_6d, 0xde_5e_81_e4, 0x62_65_65_70,
])

function isPseudo(folder: FolderHandle): boolean {
  return process.platform === 'linux' && PSEUDO_TYPES.has(statfsSync(folder.realPath()).type)
}

function kindOf(entry: Dirent): EntryKind {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}
