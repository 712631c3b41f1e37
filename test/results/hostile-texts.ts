import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const corpora = process.env['TOOLWRIGHT_CORPORA']

/** For `skip`: false when the corpora are there. */
export const NO_CORPORA = corpora === undefined ? 'TOOLWRIGHT_CORPORA is not set' : false

/** Strings that break programs: the big list of naughty strings, JSON fuzzing, path traversal. */
export function readHostileTexts(): string[] {
  const folder = corpora ?? ''
  const naughty: string[] = JSON.parse(readFileSync(join(folder, 'blns/blns.json'), 'utf8'))
  const lists = ['JSON.Fuzzing.txt', 'LFI-Jhaddix.txt'].map((file) =>
    readFileSync(join(folder, 'seclists', file), 'utf8'),
  )
  return [...naughty, ...lists.flatMap((list) => list.split('\n'))].filter((text) => text.isWellFormed())
}
