import { defineTool } from '../author/define-tool.ts'
import type { Tool } from '../define/tool.ts'
import { image, parts, text, type ToolOutput } from '../results/content.ts'
import { decodeText, isValidText, type TextEncoding } from './files/encoding.ts'
import { fileError } from './files/file-error.ts'
import { fileKind, imageType } from './files/file-kind.ts'
import { readRoots, type FileToolOptions } from './files/file-roots.ts'
import { formatNumber, formatSize } from './files/format-size.ts'
import { openFile, readWhole, type OpenFile } from './files/open-file.ts'
import { reachPlace, type Place } from './files/reach-place.ts'
import { readPath, resourceOfPath } from './files/read-path.ts'
import { readWindow, type LineWindow } from './files/read-window.ts'
import { missingFile } from './files/missing-file.ts'
import { READING } from './files/tool-facts.ts'

const DEFAULT_MAX_LINES = 2_000
/** Larger pictures cost a model more than they tell it; most providers refuse them from 5 MB. */
const MAX_IMAGE_BYTES = 1_000_000

/** Makes `read_file`: text of a file, by lines, exactly as it is; what is no text is described. */
export function readFileTool(options: FileToolOptions): Tool {
  const roots = readRoots('readFileTool', options)
  return defineTool({
    ...READING,
    name: 'read_file',
    description: `Reads a text file. Gives its text exactly as it is, without line numbers, so that pieces of it can be copied into edit_code. When there are more than max_lines, a note behind the text says how many there are and which start_line to continue with. UTF-8 and UTF-16 are recognised. Small images are shown; other binary files are only described.`,
    input: [
      {
        name: 'path',
        type: 'string',
        required: true,
        description: 'The file: relative to the working folder, such as `src/index.ts`, or absolute.',
      },
      {
        name: 'max_lines',
        type: 'integer',
        default: DEFAULT_MAX_LINES,
        minimum: 1,
        description: 'How many lines to read at most.',
      },
      {
        name: 'start_line',
        type: 'integer',
        default: 1,
        minimum: 1,
        description: 'The line to start with; the first line is 1.',
      },
    ],
    resource: ({ path }) => resourceOfPath(path, roots),
    run: ({ path, max_lines: maxLines, start_line: startLine }, context) =>
      reachPlace(roots, readPath(path, roots, context.workingDirectory), async (place) => {
        if (place.kind === 'missing') throw missingFile(place)
        const { signal } = context
        return openFile(place, ({ encoding, ...file }) =>
          encoding === undefined
            ? describeBinary(place, file, signal)
            : readText(place, { ...file, encoding }, { maxLines, startLine, signal }),
        )
      }),
  })
}

interface LineRange {
  readonly maxLines: number
  readonly startLine: number
  readonly signal: AbortSignal
}

type TextFile = OpenFile & { readonly encoding: TextEncoding }

async function readText(place: Place, file: TextFile, range: LineRange): Promise<ToolOutput> {
  const { encoding, fd, stat } = file
  const window = await readWindow(fd, { ...range, encoding, sizeBytes: Number(stat.size) })
  const { shown } = place.given
  if (window.lines === 0) {
    if (range.startLine === 1) return text(`[\`${shown}\` is empty]`)
    throw fileError(
      `\`${shown}\` has ${formatNumber(window.totalLines, 'line')}; start_line ${range.startLine} is past its end.`,
    )
  }
  const content = decodeText(window.bytes, encoding)
  const notes = [
    ...describeRange(window, range),
    ...describeText(content, encoding),
    ...(isValidText(window.bytes, encoding)
      ? []
      : [`Bytes that are not valid ${encoding.name} are shown as \u{fffd}.`]),
  ]
  // A part of its own, so that nothing is mistaken for text of the file.
  return notes.length === 0 ? text(content) : parts([content, `[${notes.join(' ')}]`])
}

function describeRange(window: LineWindow, { startLine }: LineRange): string[] {
  const notes: string[] = []
  const { lines, totalLines, isEstimate, isLast, cutLines } = window
  const last = startLine + lines - 1
  if (startLine > 1 || !isLast) {
    const total = `${isEstimate ? 'about ' : ''}${totalLines.toLocaleString('en-US')}`
    const next = isLast ? 'This is the end of the file.' : `Continue with start_line ${last + 1}.`
    notes.push(`Lines ${startLine}–${last} of ${total}. ${next}`)
  }
  if (cutLines.length > 0) {
    const some = cutLines.slice(0, 5).join(', ')
    notes.push(
      `Too long to be shown whole: line ${some}${cutLines.length > 5 ? ` and ${cutLines.length - 5} more` : ''}; find places in it with grep_search.`,
    )
  }
  return notes
}

function describeText(content: string, { name, markBytes }: TextEncoding): string[] {
  const notes: string[] = []
  if (name !== 'UTF-8') notes.push(`The file is ${name}; edit_code and write_file keep it so.`)
  else if (markBytes > 0)
    notes.push('The file begins with a byte order mark, which edit_code and write_file keep.')
  if (content.includes('\r\n')) notes.push('Lines end in CRLF; edit_code keeps them so.')
  return notes
}

async function describeBinary(
  place: Place,
  { fd, stat, start }: Omit<OpenFile, 'encoding'>,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const description = `\`${place.given.shown}\`: ${fileKind(start)}, ${formatSize(Number(stat.size))}`
  const mimeType = imageType(start)
  const data =
    mimeType !== undefined && stat.size <= MAX_IMAGE_BYTES
      ? await readWhole(fd, MAX_IMAGE_BYTES, signal)
      : undefined
  return data === undefined || mimeType === undefined
    ? text(`[${description}; not text, so its content is not shown]`)
    : parts([`[${description}]`, image(data, mimeType)])
}
