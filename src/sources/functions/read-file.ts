import { basename } from 'node:path'
import type { ReadFunctionsOptions } from './function-options.ts'
import { checkReading, type Circumstances } from './make-tools.ts'
import type { FunctionReading } from './read/function-record.ts'
import { cacheFileOf, keepReading, recallReading } from './store/reading-cache.ts'

/** The functions of a file, checked: from the cache when nothing has changed. */
export async function readFile(
  path: string,
  options: ReadFunctionsOptions,
  circumstances: Circumstances,
  only?: string,
): Promise<FunctionReading> {
  const { typescript = true, cache } = options
  const kept = cacheFileOf(path, cache, { ...circumstances, typescript, only })
  const known = kept === undefined ? undefined : recallReading(kept)
  if (known !== undefined) return known
  const { readFunctions } = await import('./read/read-functions.ts')
  const reading = await readFunctions(path, {
    source: `file:${basename(path)}`,
    typescript,
    only,
  })
  const checked = checkReading(reading, circumstances)
  if (kept !== undefined) keepReading(kept, checked)
  return checked
}
