import { defineTool } from '../author/define-tool.ts'
import type { Tool } from '../define/tool.ts'
import { text, type ToolOutput } from '../results/content.ts'
import { decodeText, isValidText, type TextEncoding } from './files/encoding.ts'
import { fileError } from './files/file-error.ts'
import { fileKind } from './files/file-kind.ts'
import { readRoots, type FileToolOptions } from './files/file-roots.ts'
import { formatSize } from './files/format-size.ts'
import { missingFile } from './files/missing-file.ts'
import { describeNearMisses } from './files/near-misses.ts'
import { openFile, readWhole, type OpenFile } from './files/open-file.ts'
import { reachPlace, type Place } from './files/reach-place.ts'
import { readPath, resourceOfPath } from './files/read-path.ts'
import { replaceText } from './files/replace-text.ts'
import { WRITING } from './files/tool-facts.ts'
import { unifiedDiff } from './files/unified-diff.ts'
import { checkWritable, writeAtomically } from './files/write-atomically.ts'
import { checkText } from './write-file.ts'

const MAX_FILE_BYTES = 10_000_000
const MAX_SHOWN_PLACES = 20

/** Makes `edit_code`: one text in a file for another, exact and unique. */
export function editCodeTool(options: FileToolOptions): Tool {
  const roots = readRoots('editCodeTool', options)
  return defineTool({
    ...WRITING,
    name: 'edit_code',
    description:
      'Replaces one piece of a text file. old_content must be in the file exactly once: copy it from read_file, blanks and indentation included, with enough lines around it to be unique. Answers with a diff. Encoding and line ends of the file are kept. To replace a whole file use write_file.',
    input: [
      {
        name: 'path',
        type: 'string',
        required: true,
        description: 'The file: relative to the working folder, such as `src/index.ts`, or absolute.',
      },
      {
        name: 'old_content',
        type: 'string',
        required: true,
        description: 'The text to be replaced, exactly as it is in the file.',
      },
      {
        name: 'new_content',
        type: 'string',
        required: true,
        description: 'The text to put there; empty to remove the old.',
      },
    ],
    resource: ({ path }) => resourceOfPath(path, roots),
    run: ({ path, old_content: oldContent, new_content: newContent }, { workingDirectory, signal }) => {
      checkText('old_content', oldContent)
      checkText('new_content', newContent)
      if (oldContent === '')
        throw fileError('`old_content` is empty. Send the text to be replaced; write_file makes new files.')
      if (oldContent === newContent)
        throw fileError('`old_content` and `new_content` are the same: there is nothing to change.')
      return reachPlace(roots, readPath(path, roots, workingDirectory), (place) =>
        editPlace(place, { oldContent, newContent, signal }),
      )
    },
  })
}

interface Edit {
  readonly oldContent: string
  readonly newContent: string
  readonly signal: AbortSignal
}

async function editPlace(place: Place, edit: Edit): Promise<ToolOutput> {
  const { folder, name, given } = place
  const { shown } = given
  const { oldContent, newContent, signal } = edit
  if (place.kind === 'missing') throw missingFile(place)
  return openFile(place, async (file) => {
    const { encoding, bytes } = await readEditable(file, shown, edit)
    const replaced = replaceText({ bytes, encoding, oldContent, newContent })
    const content = decode(bytes, encoding)
    if (!replaced.ok)
      throw fileError(explainPlaces(shown, content, oldContent, linesOf(replaced.places, bytes, encoding)))
    await writeAtomically({ folder, name, bytes: replaced.bytes, replaces: file.stat, shown, signal })
    const diff = unifiedDiff(shown, content, decode(replaced.bytes, encoding))
    return text(diff === '' ? `Edited \`${shown}\`.` : `Edited \`${shown}\`:\n${diff}`)
  })
}

async function readEditable(
  { fd, stat, start, encoding }: OpenFile,
  shown: string,
  { newContent, signal }: Edit,
): Promise<{ readonly encoding: TextEncoding; readonly bytes: Buffer }> {
  checkWritable(fd, shown)
  if (encoding === undefined)
    throw fileError(`\`${shown}\` is not text (${fileKind(start)}) and cannot be edited.`)
  const bytes = await readWhole(fd, MAX_FILE_BYTES, signal)
  if (bytes === undefined)
    throw fileError(
      `\`${shown}\` has ${formatSize(Number(stat.size))}; files up to ${formatSize(MAX_FILE_BYTES)} can be edited.`,
    )
  if (!isAscii(newContent) && !isValidText(bytes.subarray(encoding.markBytes), encoding))
    throw fileError(
      `\`${shown}\` is not valid ${encoding.name}, so that only ASCII characters can be put into it. Write \`new_content\` without others.`,
    )
  return { encoding, bytes }
}

function explainPlaces(shown: string, content: string, wanted: string, lines: readonly number[]): string {
  if (lines.length === 0)
    return `\`old_content\` is not in \`${shown}\`. ${describeNearMisses(content, wanted)}`
  const some = lines.slice(0, MAX_SHOWN_PLACES).join(', ')
  const more = lines.length > MAX_SHOWN_PLACES ? ', …' : ''
  return `\`old_content\` is in \`${shown}\` ${lines.length} times, from lines ${some}${more}. Add lines from before or after it, so that it is there only once.`
}

/** The numbers of the lines that places (offsets in bytes) are in. */
function linesOf(places: readonly number[], bytes: Buffer, encoding: TextEncoding): number[] {
  const lines: number[] = []
  let line = 1
  let from = encoding.markBytes
  for (const place of places) {
    line += decodeText(bytes.subarray(from, place), encoding).split('\n').length - 1
    lines.push(line)
    from = place
  }
  return lines
}

function decode(bytes: Buffer, encoding: TextEncoding): string {
  return decodeText(bytes.subarray(encoding.markBytes), encoding)
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}
