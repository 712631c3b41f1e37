import { defineTool } from '../author/define-tool.ts'
import type { Tool } from '../define/tool.ts'
import { fileError } from './files/file-error.ts'
import { readRoots, type FileToolOptions } from './files/file-roots.ts'
import { formatNumber, formatSize } from './files/format-size.ts'
import { listTree, type ListedEntry, type TreeListing } from './files/list-tree.ts'
import { missingFile } from './files/missing-file.ts'
import { reachPlace } from './files/reach-place.ts'
import { readPath } from './files/read-path.ts'
import { showName } from './files/show-name.ts'
import { createTimeSlices } from './files/time-slices.ts'
import { READING } from './files/tool-facts.ts'
import { rulesAbove } from './files/walk-tree.ts'

/** Makes `list_directory`: what is in a folder, or in all below it. */
export function listDirectoryTool(options: FileToolOptions): Tool {
  const roots = readRoots('listDirectoryTool', options)
  return defineTool({
    ...READING,
    name: 'list_directory',
    description:
      'Lists a folder: names, sizes of files, `/` behind folders, targets of links. With recursive all below it too, as paths from the folder; large folders are then only counted. Hidden files and what .gitignore names are left out, unless include_hidden is set.',
    input: [
      {
        name: 'path',
        type: 'string',
        required: true,
        description: 'The folder: relative to the working folder, or absolute; `.` is the working folder.',
      },
      {
        name: 'recursive',
        type: 'boolean',
        default: false,
        description: 'List the folders within as well.',
      },
      {
        name: 'include_hidden',
        type: 'boolean',
        default: false,
        description: 'List hidden files and what .gitignore names as well.',
      },
    ],
    run: ({ path, recursive, include_hidden: includeHidden }, { workingDirectory, signal }) =>
      reachPlace(roots, readPath(path, roots, workingDirectory), async (place) => {
        const { given, trail } = place
        if (place.kind === 'missing') throw missingFile(place)
        if (place.kind !== 'folder')
          throw fileError(`\`${given.shown}\` is a file, not a folder. Use read_file to read it.`)
        const rules = includeHidden ? undefined : rulesAbove(place)
        const slices = createTimeSlices(signal)
        const request = { isRecursive: recursive, includeHidden, trail, rules, slices }
        return describe(given.shown, await listTree(place.folder, request))
      }),
  })
}

function describe(shown: string, listing: TreeListing): string {
  const { files, folders, cut, leftOut } = listing
  const counts = [formatNumber(folders, 'folder'), formatNumber(files, 'file')].join(', ')
  const notes = [files + folders === 0 ? `\`${shown}\` is empty.` : `\`${shown}\`: ${counts}.`]
  if (cut > 0)
    notes.push(
      `${formatNumber(cut, 'more entry', 'more entries')} not listed; find files by their content with grep_search.`,
    )
  if (leftOut > 0)
    notes.push(
      `${formatNumber(leftOut, 'hidden or ignored entry', 'hidden or ignored entries')} left out (include_hidden shows them).`,
    )
  return [...renderEntries(listing.entries, ''), `[${notes.join(' ')}]`].join('\n')
}

function renderEntries(entries: readonly ListedEntry[], prefix: string): string[] {
  return entries.flatMap((entry) => {
    const path = prefix + entry.name
    return [renderEntry(entry, path), ...renderEntries(entry.entries ?? [], `${path}/`)]
  })
}

function renderEntry({ kind, bytes, target, unlisted }: ListedEntry, path: string): string {
  const name = showName(path)
  switch (kind) {
    case 'folder':
      return unlisted === undefined
        ? `${name}/`
        : `${name}/ (${formatNumber(unlisted, 'entry', 'entries')}, not listed)`
    case 'file':
      return bytes === undefined ? name : `${name} (${formatSize(bytes)})`
    case 'link':
      return `${name} -> ${showName(target ?? '?')} (link)`
    case 'other':
      return `${name} (no ordinary file)`
  }
}
