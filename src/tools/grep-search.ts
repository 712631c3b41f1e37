import { defineTool } from '../author/define-tool.ts'
import type { Tool } from '../define/tool.ts'
import { codeOf } from './files/file-error.ts'
import { readRoots, type FileRoots, type FileToolOptions } from './files/file-roots.ts'
import { formatNumber } from './files/format-size.ts'
import { missingFile } from './files/missing-file.ts'
import type { PathTest } from './files/path-glob.ts'
import { notOrdinary, reachPlace, type Place } from './files/reach-place.ts'
import { readPath } from './files/read-path.ts'
import { createTimeSlices, type TimeSlices } from './files/time-slices.ts'
import { READING } from './files/tool-facts.ts'
import { rulesAbove, walkFiles, type WalkedFile } from './files/walk-tree.ts'
import { compileFileFilter } from './search/file-filter.ts'
import { FoundMatches } from './search/found-matches.ts'
import { FileSearch } from './search/search-file.ts'
import { compileSearch } from './search/search-pattern.ts'

/** Before the time limit of the call, so that what was found by then is not lost. */
const MAX_SEARCH_MS = 25_000

/** Makes `grep_search`: lines of files that match a regular expression, in linear time whatever the expression. */
export function grepSearchTool(options: FileToolOptions): Tool {
  const roots = readRoots('grepSearchTool', options)
  return defineTool({
    ...READING,
    name: 'grep_search',
    description:
      'Searches the lines of files for a regular expression, in a folder and all below it, or in one file. Gives file, line, column and neighbouring lines. Left out: hidden files, what .gitignore names, binary files. Searches line by line, so a match cannot span lines.',
    input: [
      {
        name: 'pattern',
        type: 'string',
        required: true,
        description:
          'Regular expression in JavaScript syntax. Put a backslash before `( ) [ ] { } . * + ? ^ $ |` to find the character itself: `main\\(`.',
      },
      {
        name: 'path',
        type: 'string',
        required: true,
        description: 'Folder or file to search: relative to the working folder, or absolute; `.` for all.',
      },
      {
        name: 'case_insensitive',
        type: 'boolean',
        default: false,
        description: 'Take capital and small letters for the same.',
      },
      {
        name: 'file_pattern',
        type: 'string',
        description:
          'Only files whose name fits this glob, such as `*.ts` or `*.{c,h}`; with a slash it is matched with the path from the searched folder: `src/**/*.test.ts`.',
      },
    ],
    run: async (args, { workingDirectory, signal }) => {
      const pattern = compileSearch(args.pattern, args.case_insensitive)
      const filter = args.file_pattern === undefined ? undefined : compileFileFilter(args.file_pattern)
      const slices = createTimeSlices(signal, MAX_SEARCH_MS)
      const job = { files: new FileSearch(pattern, slices), slices, filter, pattern: args.pattern }
      return search(roots, { path: args.path, workingDirectory }, job)
    },
  })
}

interface SearchJob {
  readonly files: FileSearch
  readonly slices: TimeSlices
  readonly filter: PathTest | undefined
  readonly pattern: string
}

interface SearchReport {
  searched: number
  binary: number
  unreadable: number
}

function search(
  roots: FileRoots,
  from: { readonly path: string; readonly workingDirectory: string },
  job: SearchJob,
): Promise<string> {
  return reachPlace(roots, readPath(from.path, roots, from.workingDirectory), async (place) => {
    const found = new FoundMatches()
    const report: SearchReport = { searched: 0, binary: 0, unreadable: 0 }
    if (place.kind === 'missing') throw missingFile(place)
    if (place.kind === 'other') throw notOrdinary(place.given.shown)
    const { trail, given } = place
    for (const file of filesOf(place, report)) {
      if (job.slices.isDue()) await job.slices.pause()
      if (job.slices.isOver || found.isFull) break
      if (file === undefined) continue
      const below = file.names.slice(trail.length)
      if (place.kind === 'folder' && job.filter?.(below) === false) continue
      const path =
        place.kind === 'file' ? given.shown : [given.shown, ...below].join('/').replace(/^\.\//, '')
      await searchOne(file, found.startFile(path), job.files, report)
    }
    return describe(found, report, job, place)
  })
}

function filesOf(place: Place, report: SearchReport): Iterable<WalkedFile | undefined> {
  const { folder, name, trail } = place
  if (place.kind === 'file') return [{ folder, name, names: trail }]
  return walkFiles(folder, trail, rulesAbove(place), report)
}

async function searchOne(
  { folder, name }: WalkedFile,
  { take, end }: ReturnType<FoundMatches['startFile']>,
  files: FileSearch,
  report: SearchReport,
): Promise<void> {
  try {
    const isText = await files.search(folder.openListed(name), take)
    if (isText) end()
    report[isText ? 'searched' : 'binary']++
  } catch (thrown) {
    if (codeOf(thrown) === '' || codeOf(thrown) === 'ABORT_ERR') throw thrown
    report.unreadable++
  }
}

function describe(found: FoundMatches, report: SearchReport, job: SearchJob, place: Place): string {
  const notes = [found.count === 0 ? 'No match.' : found.summarise()]
  const skipped = [
    report.binary === 0 ? '' : formatNumber(report.binary, 'binary file'),
    report.unreadable === 0
      ? ''
      : `${formatNumber(report.unreadable, 'file or folder', 'files or folders')} that could not be read`,
  ].filter(Boolean)
  notes.push(
    `Searched ${formatNumber(report.searched, 'file')}${skipped.length === 0 ? '' : `; left out ${skipped.join(' and ')}`}.`,
  )
  if (job.slices.isOver)
    notes.push(`Stopped after ${MAX_SEARCH_MS / 1_000} s; search a smaller folder or send file_pattern.`)
  if (job.files.cutLines > 0)
    notes.push(
      `${formatNumber(job.files.cutLines, 'very long line was', 'very long lines were')} searched only at the beginning: the pattern is costly.`,
    )
  if (found.count === 0) notes.push(...hints(report, job, place))
  return [found.render(), `[${notes.join(' ')}]`].filter(Boolean).join('\n\n')
}

function hints(report: SearchReport, { filter, pattern }: SearchJob, place: Place): string[] {
  if (pattern.includes('\\n') || pattern.includes('\n'))
    return ['A match cannot span lines: search for a part of one line.']
  if (report.searched > 0) return []
  if (filter !== undefined) return [`No file in \`${place.given.shown}\` fits file_pattern.`]
  return place.kind === 'folder'
    ? ['Hidden files and what .gitignore names are left out, unless `path` names them.']
    : []
}
