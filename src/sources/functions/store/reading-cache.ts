import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canonicalJson } from '../../../schema/canonical-json.ts'
import type { FunctionReading } from '../read/function-record.ts'
import { hashText } from './hash-text.ts'
import { isUnchanged } from './is-unchanged.ts'

/** Raised when the same source gives something else than before. */
export const READER_VERSION = 1

/** Where a reading is kept; undefined when it is not. */
export function cacheFileOf(
  path: string,
  folder: string | false | undefined,
  asked: object,
): string | undefined {
  const home = folder ?? defaultFolder(path)
  if (home === undefined || home === false) return undefined
  return join(
    home,
    `functions-${hashText(canonicalJson({ version: READER_VERSION, path, ...asked })).slice(0, 32)}.json`,
  )
}

/** The project's own; a file outside any project is read each time. */
function defaultFolder(path: string): string | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules'))) return join(folder, 'node_modules', '.cache', 'toolwright')
    if (folder === dirname(folder)) return undefined
  }
}

/** What was kept, if nothing that it came from has changed. Anything odd about it counts as nothing. */
export function recallReading(file: string): FunctionReading | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    const end = text.indexOf('\n')
    const body = text.slice(end + 1)
    if (hashText(body) !== text.slice(0, end)) return undefined
    const reading = JSON.parse(body) as FunctionReading
    return isUnchanged(reading) ? reading : undefined
  } catch {
    return undefined
  }
}

/** Another process may read or write the same at this moment: it is whole, or it is not there. */
export function keepReading(file: string, reading: FunctionReading): void {
  const temporary = `${file}.${process.pid}.${randomUUID()}`
  try {
    mkdirSync(dirname(file), { recursive: true })
    const body = JSON.stringify(reading)
    writeFileSync(temporary, `${hashText(body)}\n${body}`)
    renameSync(temporary, file)
  } catch {
    // A cache that cannot be written is none; what was read is right all the same.
    rmSync(temporary, { force: true })
  }
}
