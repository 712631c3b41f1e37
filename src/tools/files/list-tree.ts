import type { FolderHandle } from './folder-handle.ts'
import type { IgnoreRules } from './ignore-rules.ts'
import type { TimeSlices } from './time-slices.ts'
import { viewFolder, type TreeEntry, type ViewOptions } from './walk-tree.ts'

const MAX_ENTRIES = 1_000
const MAX_DEPTH = 20
const GIT_FOLDER = '.git'

/** An entry of a listing. */
export interface ListedEntry extends TreeEntry {
  readonly bytes?: number
  /** Of a link. */
  readonly target?: string
  /** Of a folder whose entries are listed too. */
  readonly entries?: readonly ListedEntry[]
  /** Of a folder whose entries are not: how many there are. */
  readonly unlisted?: number
}

export interface TreeListing {
  readonly entries: readonly ListedEntry[]
  readonly files: number
  readonly folders: number
  /** Entries of the folder itself that are not listed because there are too many. */
  readonly cut: number
  /** Hidden and ignored entries, in the folders that are listed. */
  readonly leftOut: number
}

export interface ListRequest extends ViewOptions {
  readonly isRecursive: boolean
  /** From the root to the folder. */
  readonly trail: readonly string[]
  readonly rules: IgnoreRules | undefined
  readonly slices: TimeSlices
}

interface Waiting {
  readonly names: readonly string[]
  readonly rules: IgnoreRules | undefined
  readonly place: MutableEntry
}

type MutableEntry = { -readonly [Key in keyof ListedEntry]: ListedEntry[Key] }

/**
 * Lists a folder, level by level, so that what is near the top is there when not all fits. A folder is listed whole or
 * not at all: half a listing would be taken for all there is.
 */
export async function listTree(start: FolderHandle, request: ListRequest): Promise<TreeListing> {
  const { isRecursive, trail, slices } = request
  const top: MutableEntry = { name: '', kind: 'folder' }
  const waiting: Waiting[] = [{ names: [], rules: request.rules, place: top }]
  const counts = { files: 0, folders: 0, leftOut: 0, cut: 0, all: 0 }
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (slices.isDue()) await slices.pause()
    const { names, place } = next
    const folder = openBelow(start, names)
    if (folder === undefined) continue
    try {
      const view = viewFolder(folder, [...trail, ...names], next.rules, request)
      const room = MAX_ENTRIES - counts.all
      if (view.entries.length > room && names.length > 0) {
        place.unlisted = view.entries.length
        continue
      }
      const shown = view.entries.slice(0, room)
      place.entries = shown.map((entry) => describeEntry(folder, entry))
      counts.all += shown.length
      counts.leftOut += view.leftOut
      counts.cut += view.entries.length - shown.length
      for (const entry of place.entries) {
        counts[entry.kind === 'folder' ? 'folders' : 'files']++
        const isEntered = isRecursive && entry.kind === 'folder' && entry.name !== GIT_FOLDER
        if (isEntered && names.length + 1 < MAX_DEPTH)
          waiting.push({ names: [...names, entry.name], rules: view.rules, place: entry })
      }
    } finally {
      if (folder !== start) folder.close()
    }
  }
  return { entries: top.entries ?? [], ...counts }
}

function describeEntry(folder: FolderHandle, { name, kind }: TreeEntry): MutableEntry {
  try {
    if (kind === 'file') return { name, kind, bytes: Number(folder.stat(name)?.size ?? 0n) }
    if (kind === 'link') return { name, kind, target: folder.readLink(name) }
  } catch {
    // It went away meanwhile.
  }
  return { name, kind }
}

/** Opens a folder further down; undefined when it is not there any more, or may not be opened. */
function openBelow(start: FolderHandle, names: readonly string[]): FolderHandle | undefined {
  let folder = start
  try {
    for (const name of names) {
      const inner = folder.openFolder(name)
      if (folder !== start) folder.close()
      folder = inner
    }
    return folder
  } catch {
    if (folder !== start) folder.close()
    return undefined
  }
}
