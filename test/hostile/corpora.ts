import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const CORPORA = process.env['TOOLWRIGHT_CORPORA']

/** What `it` takes: skipped, with the reason printed, where the corpora are not. */
export const needsCorpora = CORPORA === undefined ? { skip: 'TOOLWRIGHT_CORPORA is not set' } : {}

export function readCorpus(path: string): Buffer {
  return readFileSync(join(CORPORA ?? '', path))
}

export function readJson(path: string): unknown {
  return JSON.parse(readCorpus(path).toString())
}

/** Paths of the files of a folder, as `readCorpus` takes them. */
export function listCorpus(folder: string): string[] {
  return readdirSync(join(CORPORA ?? '', folder)).map((name) => join(folder, name))
}

/** Naughty strings, path traversals and JSON fuzz: about 1,500 texts that broke something once. */
export function hostileTexts(): string[] {
  const lines = (path: string) => readCorpus(path).toString().split('\n')
  return [
    ...(readJson('blns/blns.json') as string[]),
    ...lines('seclists/LFI-Jhaddix.txt'),
    ...lines('seclists/JSON.Fuzzing.txt'),
  ]
}

interface HostilePattern {
  readonly pattern: string
  readonly attack: string
}

/** Regular expressions that take exponential time in a backtracking engine, with a text that makes them. */
export function hostilePatterns(): HostilePattern[] {
  const fromCodeql = readJson('redos/codeql-redos.json') as { source: string; attack: string | null }[]
  const fromRegret = readJson('redos/regret-evil_patterns.json') as {
    patterns: { pattern: string; attack_input: string }[]
  }
  return [
    ...fromCodeql.map(({ source, attack }) => ({ pattern: source, attack: attack ?? 'a' })),
    ...fromRegret.patterns.map(({ pattern, attack_input: attack }) => ({ pattern, attack })),
  ]
}
