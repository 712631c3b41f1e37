import type { FileProblem } from './file-problem.ts'
import { findFiles } from './find-files.ts'
import { joinFiles } from './join-files.ts'
import { readToolFile, type ToolFile } from './read-tool-file.ts'
import {
  absolutePaths,
  checkFilesOptions,
  type FilePaths,
  type ToolFilesOptions,
} from './tool-files-options.ts'

/** What a look at definition files found. */
export interface FilesReport {
  readonly ok: boolean
  readonly files: readonly { readonly file: string; readonly tools: readonly string[] }[]
  readonly problems: readonly FileProblem[]
  /** sysexits.h: 0, 65 when something is wrong, 66 when a file is not there. */
  readonly exitCode: 0 | 65 | 66
}

/**
 * Looks at definition files as `toolsFromFiles` does, and makes no tools. What `mcp` and `builtin` name is looked for
 * only among what the options give: an editor knows no servers.
 */
export async function validateFiles(paths: FilePaths, options: ToolFilesOptions = {}): Promise<FilesReport> {
  checkFilesOptions('validateFiles', options)
  const found = await findFiles(absolutePaths('validateFiles', paths))
  const read: ToolFile[] = []
  for (const file of found.files) read.push(await readToolFile(file, options, false))
  const { problems } = joinFiles(read)
  const isMissing = read.some((file) => file.isMissing)
  const ok = problems.length === 0
  return {
    ok,
    files: read.map(({ file, names }) => ({ file, tools: names })),
    problems,
    exitCode: isMissing ? 66 : ok ? 0 : 65,
  }
}
