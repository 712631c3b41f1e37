import type { FileProblem } from './file-problem.ts'
import type { FileNode } from './file-node.ts'
import { type FileText, problemAt } from './place-problem.ts'
import { kindOf } from '../../validate/read-draft.ts'
import { formatPath } from '../../validate/format-path.ts'
import { suggest } from '../../validate/suggest.ts'

/** One tool in a file. */
export interface ToolEntry {
  readonly node: FileNode
  /** Its path in the file: `tools[2]`; empty when the file is the tool. */
  readonly prefix: string
  /** Its name as far as there is one. */
  readonly name: string
}

/** The tools of a file, which holds one, a list, or `{ tools: [...] }`. */
export function listEntries(
  source: FileText,
  root: FileNode,
): { readonly entries: readonly ToolEntry[]; readonly problems: readonly FileProblem[] } {
  const problems: FileProblem[] = []
  const complain = (start: number, path: string, message: string, cure: string): void => {
    problems.push(problemAt(source, start, { tool: '', path, code: 'DEFINE_FIELD_TYPE', message, cure }))
  }
  if (Array.isArray(root.value)) return { entries: entriesOf(root, ''), problems }
  if (!isRecord(root.value)) {
    const message = `the file holds ${kindOf(root.value)}, and no tool`
    complain(root.start, '', message, 'Write one tool, a list of tools, or `tools:` with a list.')
    return { entries: [], problems }
  }
  const tools = root.parts.get('tools')
  checkSchemaField(root, complain)
  if (tools === undefined) return { entries: [entryOf(withoutSchema(root), '')], problems }
  for (const [name, { keyStart }] of root.parts) {
    if (name === 'tools' || name === '$schema' || String(name).startsWith('x-')) continue
    const message = `\`${String(name).slice(0, 64)}\` is no field of a file of tools.${suggest(name, ['tools', '$schema'])}`
    complain(
      keyStart,
      formatPath('', [name]),
      message,
      'Write it at each tool; what starts with `x-` is not read.',
    )
  }
  if (!Array.isArray(tools.node.value)) {
    complain(
      tools.node.start,
      'tools',
      `\`tools\` is ${kindOf(tools.node.value)}; expected a list`,
      'Give a list of tools.',
    )
    return { entries: [], problems }
  }
  return { entries: entriesOf(tools.node, 'tools'), problems }
}

function entriesOf({ parts }: FileNode, prefix: string): ToolEntry[] {
  return Array.from(parts, ([index, { node }]) => entryOf(node, formatPath(prefix, [index])))
}

function entryOf(node: FileNode, prefix: string): ToolEntry {
  const name = isRecord(node.value) && Object.hasOwn(node.value, 'name') ? node.value['name'] : undefined
  return { node, prefix, name: typeof name === 'string' ? name.slice(0, 64) : '' }
}

function checkSchemaField(
  { parts }: FileNode,
  complain: (start: number, path: string, message: string, cure: string) => void,
): void {
  const schema = parts.get('$schema')?.node
  if (schema === undefined || typeof schema.value === 'string') return
  complain(schema.start, '$schema', `\`$schema\` is ${kindOf(schema.value)}; expected text`, 'Leave it out.')
}

/** `$schema` is for editors. */
function withoutSchema(node: FileNode): FileNode {
  if (!node.parts.has('$schema')) return node
  const value = Object.fromEntries(
    Object.entries(Object(node.value) as object).filter(([name]) => name !== '$schema'),
  )
  return { ...node, value }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
