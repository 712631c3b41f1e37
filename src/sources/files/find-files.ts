import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDefinitionFile } from './read-text-file.ts'

// What lies beside modules, and is no tool.
const NOT_TOOLS = /^(?:\..*|package\.json|package-lock\.json|tsconfig(?:\..*)?\.json|.*\.schema\.json)$/

/** The definition files that are meant: files as they are, and those in a folder, in the order of their names. */
export async function findFiles(
  paths: readonly string[],
): Promise<{ readonly files: readonly string[]; readonly folders: readonly string[] }> {
  const files = new Set<string>()
  const folders: string[] = []
  for (const path of paths) {
    const isFolder = await stat(path).then(
      (status) => status.isDirectory(),
      () => false,
    )
    if (!isFolder) {
      files.add(path)
      continue
    }
    folders.push(path)
    for (const name of (await readdir(path)).sort())
      if (isDefinitionFile(name) && !NOT_TOOLS.test(name)) files.add(join(path, name))
  }
  return { files: [...files], folders }
}
