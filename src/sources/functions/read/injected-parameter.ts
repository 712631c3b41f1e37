import type { TSType } from 'oxc-parser'
import { findName } from '../syntax/find-name.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import type { SourceFiles } from '../syntax/source-files.ts'

/** What a parameter of this type is given by us. Told by its name: without the types of Node, nobody declares AbortSignal. */
export function injectedByType(
  type: TSType | undefined,
  file: SourceFile,
  files: SourceFiles,
): 'signal' | 'context' | undefined {
  if (type?.type === 'TSUnionType') {
    const others = type.types.filter(
      (member) => member.type !== 'TSUndefinedKeyword' && member.type !== 'TSNullKeyword',
    )
    return others.length === 1 ? injectedByType(others[0], file, files) : undefined
  }
  if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return undefined
  const { name } = type.typeName
  const found = findName(files, file, name)
  if (found === undefined) return name === 'AbortSignal' ? 'signal' : undefined
  if (found.kind === 'ours') return found.name === 'ToolContext' ? 'context' : undefined
  const isOurs = found.kind === 'declared' && found.name === 'ToolContext' && isOurFile(found.file.path)
  return isOurs ? 'context' : undefined
}

/** The file of our own source or package that declares a context. */
export function isOurFile(path: string): boolean {
  return /[\\/]define[\\/]tool-context\.(?:d\.)?ts$/.test(path)
}
