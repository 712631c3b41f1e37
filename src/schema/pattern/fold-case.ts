import { complement, unite, type CharacterSet } from './character-set.ts'

/** Beyond this many characters a set is left as it is, or looked at from outside. */
const MAX_CHARACTERS = 3_000

// Those that change their length in the other case, or have a third form, among the letters that matter.
const MORE: ReadonlyMap<number, readonly number[]> = new Map([
  [0x4b, [0x21_2a]], // K and the sign for kelvin
  [0x6b, [0x21_2a]],
  [0x53, [0x01_7f]], // S and the long s
  [0x73, [0x01_7f]],
  [0xc5, [0x21_2b]], // A with a ring and the sign for angstrom
  [0xe5, [0x21_2b]],
  [0xdf, [0x1e_9e]],
])

/** A set with the other letter case of what is in it. */
export function foldCase(set: CharacterSet): CharacterSet {
  if (sizeOf(set) <= MAX_CHARACTERS) return unite(set, ...[...charactersOf(set)].map(variantsOf))
  const rest = complement(set)
  if (sizeOf(rest) > MAX_CHARACTERS) return set
  const isIn = (code: number): boolean => set.some(([first, last]) => code >= first && code <= last)
  const added = [...charactersOf(rest)].filter((code) => variantsOf(code).some(([variant]) => isIn(variant)))
  return unite(set, ...added.map((code): CharacterSet => [[code, code]]))
}

function variantsOf(code: number): CharacterSet {
  const character = String.fromCodePoint(code)
  const cased = [character.toLowerCase(), character.toUpperCase()]
  const all = [
    ...cased,
    ...cased.map((text) => text.toLowerCase()),
    ...cased.map((text) => text.toUpperCase()),
  ]
  const single = all
    .filter((text) => Array.from(text).length === 1)
    .map((text) => text.codePointAt(0) ?? code)
  return [...single, ...(MORE.get(code) ?? [])].map((variant) => [variant, variant])
}

function* charactersOf(set: CharacterSet): Generator<number> {
  for (const [first, last] of set) for (let code = first; code <= last; code++) yield code
}

function sizeOf(set: CharacterSet): number {
  return set.reduce((sum, [first, last]) => sum + last - first + 1, 0)
}
