import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type ReadSettings, readFunctions } from '../../../src/sources/functions/read/read-functions.ts'

/** A folder for files that a test writes. */
export function sampleFolder() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'functions-')))
  return {
    folder,
    write(name: string, text: string): string {
      const file = join(folder, name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
      return file
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export const read = (file: string, settings: Partial<ReadSettings> = {}) =>
  readFunctions(file, { source: 'file:tools.ts', typescript: false, ...settings })
