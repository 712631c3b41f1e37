import type { CheckerReader } from './checker-reader.ts'
import type { SourceFiles } from '../syntax/source-files.ts'

export interface CheckerPackage {
  readonly version: string
  open(file: string, files: SourceFiles): CheckerReader
}

export async function findTypeScript(_file: string): Promise<CheckerPackage | undefined> {
  return undefined
}
