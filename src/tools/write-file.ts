import { defineTool } from '../author/define-tool.ts'
import type { Tool } from '../define/tool.ts'
import { text, type ToolOutput } from '../results/content.ts'
import { decodeText, encodeText, PLAIN_UTF8, type TextEncoding } from './files/encoding.ts'
import { fileError } from './files/file-error.ts'
import { readRoots, type FileToolOptions } from './files/file-roots.ts'
import { formatNumber, formatSize } from './files/format-size.ts'
import { openFile, readWhole } from './files/open-file.ts'
import { reachPlace, type Place } from './files/reach-place.ts'
import { readPath, resourceOfPath } from './files/read-path.ts'
import { WRITING } from './files/tool-facts.ts'
import { splitLines, unifiedDiff } from './files/unified-diff.ts'
import { checkWritable, writeAtomically } from './files/write-atomically.ts'

/** Larger files are replaced without a diff. */
const MAX_COMPARED_BYTES = 2_000_000

/** Makes `write_file`: a whole file, new or in place of an old one, in one step. */
export function writeFileTool(options: FileToolOptions): Tool {
  const roots = readRoots('writeFileTool', options)
  return defineTool({
    ...WRITING,
    name: 'write_file',
    description:
      'Writes a whole text file: a new one, or in place of what is there. Answers with a diff when a file was replaced. To change a part of a file use edit_code.',
    input: [
      {
        name: 'path',
        type: 'string',
        required: true,
        description: 'The file: relative to the working folder, such as `src/index.ts`, or absolute.',
      },
      {
        name: 'content',
        type: 'string',
        required: true,
        description: 'The whole text of the file, as it is to be.',
      },
      {
        name: 'create_dirs',
        type: 'boolean',
        default: false,
        description: 'Make the folders of the path that are missing.',
      },
    ],
    resource: ({ path }) => resourceOfPath(path, roots),
    run: ({ path, content, create_dirs: createFolders }, { workingDirectory, signal }) => {
      checkText('content', content)
      const given = readPath(path, roots, workingDirectory)
      const write = (place: Place) => writePlace(place, content, signal)
      return reachPlace(roots, given, write, { createFolders })
    },
  })
}

/** Half a character cannot be written, and would silently become another. */
export function checkText(parameter: string, value: string): void {
  if (!value.isWellFormed())
    throw fileError(`\`${parameter}\` has half a character (a lone surrogate) in it. Send whole characters.`)
}

async function writePlace(place: Place, content: string, signal: AbortSignal): Promise<ToolOutput> {
  const { folder, name, kind } = place
  const { shown } = place.given
  if (kind === 'missing') {
    const bytes = encodeText(content, PLAIN_UTF8)
    await writeAtomically({ folder, name, bytes, replaces: undefined, shown, signal })
    return text(`Created \`${shown}\`: ${describe(content, bytes)}.`)
  }
  return openFile(place, async (old) => {
    checkWritable(old.fd, shown)
    // Who replaces a text that is not plain UTF-8 has read it decoded, and knows nothing of its encoding.
    const encoding = old.encoding ?? PLAIN_UTF8
    const bytes = withMark(content, encoding, old.start)
    const before =
      old.encoding === undefined ? undefined : await readWhole(old.fd, MAX_COMPARED_BYTES, signal)
    if (before?.equals(bytes) === true)
      return text(`\`${shown}\` has this content already; nothing was written.`)
    await writeAtomically({ folder, name, bytes, replaces: old.stat, shown, signal })
    const title = `Replaced \`${shown}\`: ${describe(content, bytes)}${noteOn(encoding)}.`
    if (before === undefined || bytes.length > MAX_COMPARED_BYTES) return text(title)
    const diff = unifiedDiff(shown, decode(before, encoding), decode(bytes, encoding))
    return text(diff === '' ? title : `${title}\n${diff}`)
  })
}

function describe(content: string, bytes: Buffer): string {
  return `${formatNumber(splitLines(content).length, 'line')}, ${formatSize(bytes.length)}`
}

function noteOn({ name, markBytes }: TextEncoding): string {
  if (name === 'UTF-8') return markBytes === 0 ? '' : ', byte order mark kept'
  return `, kept as ${name}`
}

function withMark(content: string, encoding: TextEncoding, start: Buffer): Buffer {
  const bytes = encodeText(content, encoding)
  const mark = start.subarray(0, encoding.markBytes)
  return bytes.subarray(0, mark.length).equals(mark) ? bytes : Buffer.concat([mark, bytes])
}

function decode(bytes: Buffer, encoding: TextEncoding): string {
  return decodeText(bytes.subarray(encoding.markBytes), encoding)
}
