import { snakeFieldName } from '../../define/field-names.ts'
import type { ErrorCode } from '../../errors/error-codes.ts'
import { formatPath } from '../../validate/format-path.ts'
import type { FileNode, FilePart } from './file-node.ts'
import type { FileProblem } from './file-problem.ts'
import { parsePath } from './parse-path.ts'

/** The text of a file that was read. */
export interface FileText {
  /** Absolute. */
  readonly file: string
  readonly text: string
}

/** A problem with one tool, before its place is known. */
export interface EntryProblem {
  /** From the tool on, in any spelling of the fields: `dangerLevel`, `http.timeoutMs`. */
  readonly path: string
  readonly code: ErrorCode
  readonly message: string
  readonly hint: string
}

const MAX_LINE_CHARACTERS = 200

/** Spells a problem with line and column. */
export function problemAt(
  { file, text }: FileText,
  start: number,
  problem: Pick<FileProblem, 'tool' | 'path' | 'code' | 'message' | 'cure'>,
): FileProblem {
  const before = text.slice(0, start)
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1
  const [lineText = ''] = text.slice(lineStart, lineStart + MAX_LINE_CHARACTERS).split(/[\r\n]/, 1)
  const line = before.split(/\r\n|\n|\r/).length
  return { file, line, column: start - lineStart + 1, ...problem, lineText }
}

/** The same for a tool in it, which stands at `prefix`; the path becomes the author's own. */
export function placeProblem(
  source: FileText,
  entry: { readonly node: FileNode; readonly prefix: string; readonly name: string },
  { path, code, message, hint }: EntryProblem,
): FileProblem {
  const { segments, start } = find(entry.node, parsePath(path), code === 'DEFINE_FIELD_UNKNOWN')
  const own = formatPath(entry.prefix, segments)
  return problemAt(source, start, { tool: entry.name, path: own, code, message, cure: hint })
}

function find(root: FileNode, wanted: readonly (string | number)[], atKey: boolean) {
  const segments: (string | number)[] = []
  let node: FileNode | undefined = root
  let { start } = root
  for (const segment of wanted) {
    const key: string | number | undefined = node === undefined ? undefined : keyIn(node, segment)
    // What is missing has no place; where it should be has.
    const part: FilePart | undefined = key === undefined ? undefined : node?.parts.get(key)
    segments.push(key ?? (typeof segment === 'number' ? segment : toSnake(segment)))
    node = part?.node
    if (part === undefined) continue
    start = atKey && segments.length === wanted.length ? part.keyStart : part.node.start
  }
  return { segments, start }
}

/** A field as its author spells it. */
function keyIn({ parts }: FileNode, segment: string | number): string | number | undefined {
  if (parts.has(segment) || typeof segment === 'number') return parts.has(segment) ? segment : undefined
  const snake = toSnake(segment)
  return parts.has(snake) ? snake : undefined
}

function toSnake(name: string): string {
  const known = snakeFieldName(name)
  return known === name
    ? name.replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a}_${b.toLowerCase()}`)
    : known
}
