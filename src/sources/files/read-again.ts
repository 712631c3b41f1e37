import { stat } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Tool } from '../../define/tool.ts'
import type { FileProblem } from './file-problem.ts'
import { type PlacedTool, readToolFile, type ToolFile } from './read-tool-file.ts'
import type { ToolFilesOptions } from './tool-files-options.ts'

/** A file that is watched. */
export interface KnownFile {
  /** Its tools when it last had no mistake; those without one when it never was. */
  readonly good: ToolFile
  /** What is wrong with it now. */
  readonly problems: readonly FileProblem[]
  readonly isMissing: boolean
  /** Size and time of the file and of its modules. */
  readonly stamp: string
}

/** Reads a file unless it is as it was. Tools that did not change stay the same objects. */
export async function readAgain(
  file: string,
  before: KnownFile | undefined,
  isWhole: boolean,
  options: ToolFilesOptions,
): Promise<KnownFile> {
  if (before !== undefined && !isWhole && before.stamp === (await stampOf(file, before.good))) return before
  // Taken before the reading: what is written in between is read once more.
  const early = await stampOf(file, before?.good)
  const read = await readToolFile(file, options)
  const { problems, isMissing } = read
  const isBad = problems.length > 0 && !isMissing
  const keeps = before !== undefined && isBad && before.good.problems.length === 0 && !before.isMissing
  const good = keeps ? before.good : { ...read, tools: read.tools.map((tool) => sameAs(tool, before)) }
  const isSameModules = before !== undefined && isDeepStrictEqual(modulesOf({ good }), modulesOf(before))
  return { good, problems, isMissing, stamp: isSameModules ? early : await stampOf(file, good) }
}

/** The files that its tools run. */
export function modulesOf({ good }: Pick<KnownFile, 'good'>): string[] {
  return good.tools.flatMap(({ tool: { implementation } }) =>
    implementation.kind === 'module' ? [implementation.file] : [],
  )
}

async function stampOf(file: string, good: ToolFile | undefined): Promise<string> {
  const files = [file, ...(good === undefined ? [] : modulesOf({ good }))]
  const stamps = files.map(async (path) => {
    const status = await stat(path, { bigint: true }).catch(() => undefined)
    return status === undefined ? '-' : `${status.mtimeNs} ${status.size} ${status.ino}`
  })
  return (await Promise.all(stamps)).join('\n')
}

function sameAs(placed: PlacedTool, before: KnownFile | undefined): PlacedTool {
  const earlier = before?.good.tools.find(({ tool }) => tool.definition.name === placed.tool.definition.name)
  return earlier !== undefined && isSame(earlier.tool, placed.tool)
    ? { ...placed, tool: earlier.tool }
    : placed
}

function isSame(a: Tool, b: Tool): boolean {
  if (!isDeepStrictEqual(a.definition, b.definition)) return false
  const [one, other] = [a.implementation, b.implementation]
  if (one.kind !== 'closure' || other.kind !== 'closure') return isDeepStrictEqual(one, other)
  return one.fingerprint === undefined ? one.run === other.run : one.fingerprint === other.fingerprint
}
