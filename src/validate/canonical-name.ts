import { hash } from 'node:crypto'
import { LIMITS } from './limits.ts'

const DIGEST_DIGITS = 8
/** Names that a definition may not have; see the rule of names. */
const RESERVED: ReadonlySet<string> = new Set(['execute', 'run', 'call', 'invoke'])

/**
 * Names of somebody else's tools as ours: snake_case, at most 64 characters. A digest of the whole name is added only
 * where the name was cut or another one becomes the same, so that neither order nor replay changes a name.
 */
export function canonicalNames(names: Iterable<string>): ReadonlyMap<string, string> {
  const given = [...new Set(names)]
  const shares = new Map<string, number>()
  for (const name of given) {
    const plain = snakeCase(name)
    shares.set(plain, (shares.get(plain) ?? 0) + 1)
  }
  return new Map(
    given.map((name) => {
      const plain = snakeCase(name)
      // Who has the name already keeps it.
      const isFree = plain === name || shares.get(plain) === 1
      return [name, isFree && plain.length <= LIMITS.nameCharacters ? plain : withDigest(plain, name)]
    }),
  )
}

function snakeCase(name: string): string {
  const words = name
    .slice(0, 1_000)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
  const trimmed = /^[a-z][a-z0-9_]*$/.test(name) ? name : words.replaceAll(/^_|_$/g, '')
  if (trimmed === '') return 'tool'
  return /^[a-z]/.test(trimmed) && !RESERVED.has(trimmed) ? trimmed : `tool_${trimmed}`
}

function withDigest(plain: string, name: string): string {
  const digest = hash('sha256', name, 'hex').slice(0, DIGEST_DIGITS)
  return `${plain.slice(0, LIMITS.nameCharacters - DIGEST_DIGITS - 1)}_${digest}`
}
