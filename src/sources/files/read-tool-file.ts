import type { Tool } from '../../define/tool.ts'
import type { FileProblem } from './file-problem.ts'
import { listEntries } from './list-entries.ts'
import { placeProblem } from './place-problem.ts'
import { readEntry } from './read-entry.ts'
import { readTextFile } from './read-text-file.ts'
import type { ToolFilesOptions } from './tool-files-options.ts'

/** A tool, and where the file says its name. */
export interface PlacedTool {
  readonly tool: Tool
  /** What is wrong when another one has its name; `message` is made when it is. */
  readonly place: Omit<FileProblem, 'code' | 'message' | 'cure'>
}

/** One file, read to its end. */
export interface ToolFile {
  readonly file: string
  readonly tools: readonly PlacedTool[]
  readonly problems: readonly FileProblem[]
  /** Names of its tools, those that were only looked at too. */
  readonly names: readonly string[]
  readonly isMissing: boolean
}

/** Reads one definition file: what is wrong with a tool costs no other. */
export async function readToolFile(
  file: string,
  options: ToolFilesOptions,
  isResolving = true,
): Promise<ToolFile> {
  const read = await readTextFile(file)
  if (!('node' in read))
    return { file, tools: [], names: [], problems: read.problems, isMissing: read.isMissing === true }
  const { source, node } = read
  const { entries, problems: shape } = listEntries(source, node)
  const problems = [...shape]
  const tools: PlacedTool[] = []
  for (const entry of entries) {
    const outcome = await readEntry(entry, { file, isResolving, options })
    problems.push(...outcome.problems.map((problem) => placeProblem(source, entry, problem)))
    if (outcome.tool === undefined) continue
    const { path, ...place } = placeProblem(source, entry, NAME)
    tools.push({ tool: outcome.tool, place: { ...withoutWords(place), path } })
  }
  const names = tools.map(({ tool }) => tool.definition.name)
  const others = entries.map(({ name }) => name).filter((name) => name !== '' && !names.includes(name))
  return { file, tools, problems, names: [...names, ...others], isMissing: false }
}

const NAME = { path: 'name', code: 'REGISTER_NAME_TAKEN', message: '', hint: '' } as const

function withoutWords({ code: _code, message: _message, cure: _cure, ...place }: Omit<FileProblem, 'path'>) {
  return place
}
