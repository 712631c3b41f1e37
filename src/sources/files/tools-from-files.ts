import type { FileTools } from './file-problem.ts'
import { findFiles } from './find-files.ts'
import { joinFiles } from './join-files.ts'
import { readToolFile, type ToolFile } from './read-tool-file.ts'
import {
  absolutePaths,
  checkFilesOptions,
  type FilePaths,
  type ToolFilesOptions,
} from './tool-files-options.ts'

/**
 * Makes tools of definition files (JSON or YAML) and of folders of them. Reading runs nothing. A bad tool is reported
 * with line and column, and costs no other.
 */
export async function toolsFromFiles(paths: FilePaths, options: ToolFilesOptions = {}): Promise<FileTools> {
  checkFilesOptions('toolsFromFiles', options)
  const { files } = await findFiles(absolutePaths('toolsFromFiles', paths))
  const read: ToolFile[] = []
  for (const file of files) read.push(await readToolFile(file, options))
  return joinFiles(read)
}
