import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A folder of the corpora: of `TOOLWRIGHT_CORPORA`, or beside the clone; undefined where there is none. */
export function corporaFolder(name: string): string | undefined {
  const beside = resolve('../shared/corpora')
  const corpora = process.env['TOOLWRIGHT_CORPORA'] ?? beside
  const folder = join(corpora, name)
  return existsSync(folder) ? folder : undefined
}
