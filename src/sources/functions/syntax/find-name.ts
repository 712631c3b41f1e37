import type { Declaration, ForeignName, SourceFile } from './source-file.ts'
import { resolveModule } from './resolve-module.ts'
import type { SourceFiles } from './source-files.ts'

/** What a name stands for: declarations in a file, or something that only the compiler could find. */
export type FoundName =
  | {
      readonly kind: 'declared'
      readonly file: SourceFile
      readonly name: string
      readonly declarations: readonly Declaration[]
    }
  /** From our own package: known by name. */
  | { readonly kind: 'ours'; readonly name: string }
  | { readonly kind: 'unresolved'; readonly from: string }

// A chain of re-exports that is longer leads in a circle.
const MAX_HOPS = 50

/** Looks a name up where it is used; undefined when the file knows nothing of it, so that it is one of the language. */
export function findName(files: SourceFiles, file: SourceFile, name: string): FoundName | undefined {
  return findLocal(files, file, name, 0)
}

function findLocal(files: SourceFiles, file: SourceFile, name: string, hops: number): FoundName | undefined {
  const declarations = file.declarations.get(name)
  if (declarations !== undefined) return { kind: 'declared', file, name, declarations }
  const imported = file.imports.get(name)
  return imported === undefined ? undefined : findForeign(files, file, imported, hops)
}

/** Looks up a name that a file brings in from another one. */
export function findForeign(
  files: SourceFiles,
  file: SourceFile,
  { from, name }: ForeignName,
  hops = 0,
): FoundName {
  if (from === 'toolwright') return { kind: 'ours', name }
  const path = name === '*' ? undefined : resolveModule(files, file.path, from)
  const target = path === undefined ? undefined : files.parsed(path)
  if (target === undefined || hops > MAX_HOPS) return { kind: 'unresolved', from }
  return findExport(files, target, name, hops + 1) ?? { kind: 'unresolved', from }
}

/** Looks up what a file exports under a name. */
export function findExport(
  files: SourceFiles,
  file: SourceFile,
  name: string,
  hops = 0,
): FoundName | undefined {
  const exported = file.exports.get(name)
  if (exported !== undefined)
    return 'local' in exported
      ? findLocal(files, file, exported.local, hops)
      : findForeign(files, file, exported, hops)
  if (name === 'default' && file.defaultExport !== undefined)
    return { kind: 'declared', file, name, declarations: [file.defaultExport] }
  if (hops > MAX_HOPS || name === 'default') return undefined
  for (const all of file.exportsAllOf) {
    const path = resolveModule(files, file.path, all.from)
    const target = path === undefined ? undefined : files.parsed(path)
    if (target === undefined) return { kind: 'unresolved', from: all.from }
    const found = findExport(files, target, name, hops + 1)
    if (found !== undefined) return found
  }
  return undefined
}
