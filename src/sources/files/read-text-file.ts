import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { messageOf } from '../../errors/from-unknown.ts'
import type { FileNode } from './file-node.ts'
import type { FileProblem } from './file-problem.ts'
import { type FileText, problemAt } from './place-problem.ts'
import { readJson } from './read-json.ts'
import { readYaml } from './read-yaml.ts'

/** Room for some thousand tools; what is larger is no file of definitions. */
const MAX_FILE_BYTES = 2 * 1024 * 1024

/** A file that could be read, or what is wrong with it. */
export type ReadFile =
  | { readonly source: FileText; readonly node: FileNode }
  | { readonly problems: readonly FileProblem[]; readonly isMissing?: boolean }

const READERS: ReadonlyMap<string, typeof readJson> = new Map([
  ['.json', readJson],
  ['.yaml', readYaml],
  ['.yml', readYaml],
])

/** Whether a file is one that is read here, by its name. */
export function isDefinitionFile(file: string): boolean {
  return READERS.has(extname(file).toLowerCase())
}

/** Reads one file as JSON or YAML, by its name. */
export async function readTextFile(file: string): Promise<ReadFile> {
  let text: string
  const read = READERS.get(extname(file).toLowerCase())
  try {
    const status = await stat(file)
    // A pipe would be waited for without end, and a device has none.
    if (!status.isFile()) return refuse(file, 'it is no ordinary file', 'Give a file.')
    if (read === undefined)
      return refuse(
        file,
        'its name does not end in .json, .yaml or .yml',
        'Give a definition file; functions of a TypeScript file are read by `toolsFromFile`.',
      )
    if (status.size > MAX_FILE_BYTES)
      return refuse(
        file,
        `it has ${status.size} bytes, at most ${MAX_FILE_BYTES} are read`,
        'Split it into several files.',
      )
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (thrown) {
    const { code } = Object(thrown) as { code?: unknown }
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return { ...refuse(file, 'there is no such file', 'Check the path.'), isMissing: true }
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      return refuse(file, 'it is no UTF-8 text', 'Save it as UTF-8.')
    return refuse(file, `it cannot be read: ${messageOf(thrown)}`, 'Check who may read it.')
  }
  const source = { file, text }
  if (text.trim() === '') return refuse(file, 'the file is empty', 'Write a tool into it.')
  const outcome = read(text)
  if ('node' in outcome) return { source, node: outcome.node }
  return {
    problems: outcome.problems.map(({ start, message, cure }) =>
      problemAt(source, start, { tool: '', path: '', code: 'SOURCE_UNREADABLE', message, cure }),
    ),
  }
}

function refuse(file: string, message: string, cure: string): { problems: readonly [FileProblem] } {
  const place = { file, line: 1, column: 1, tool: '', path: '' }
  return { problems: [{ ...place, code: 'SOURCE_UNREADABLE', message, cure }] }
}
