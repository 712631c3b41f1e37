import type { TextMatcher } from './match-glob.ts'

/** Whether one matching value is enough, or every value must match. */
export type Quantifier = 'any' | 'every'

// Arguments are JSON and were size-checked; the bound is for a host that calls by hand with a cyclic object.
const MAX_VALUES = 100_000

/** `a.b\.c` → `['a', 'b.c']`. */
export function splitPath(path: string): string[] {
  return path.split(/(?<!\\)\./).map((segment) => segment.replaceAll('\\.', '.'))
}

/**
 * Whether the texts at and below a path match. Lists on the way are looked into item by item unless the path names an
 * index. No value there at all never matches; arguments past the bound match `any` and fail `every`: both are strict.
 */
export function matchArguments(
  args: unknown,
  path: readonly string[],
  matches: TextMatcher,
  quantifier: Quantifier,
): boolean {
  const waiting: { value: unknown; depth: number }[] = [{ value: args, depth: 0 }]
  let visited = 0
  let found = false
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    visited += 1
    if (visited > MAX_VALUES) return quantifier === 'any'
    const { value, depth } = next
    const segment = path[depth]
    if (typeof value === 'object' && value !== null) {
      if (segment === undefined) {
        for (const child of Object.values(value)) waiting.push({ value: child, depth })
      } else if (isOwnField(value, segment)) {
        waiting.push({ value: Reflect.get(value, segment), depth: depth + 1 })
      } else if (Array.isArray(value)) {
        for (const item of value) waiting.push({ value: item, depth })
      }
      continue
    }
    const text = textOf(value)
    if (segment !== undefined || text === undefined) continue
    found = true
    const fits = matches(text)
    if (quantifier === 'any' && fits) return true
    if (quantifier === 'every' && !fits) return false
  }
  return found && quantifier === 'every'
}

function isOwnField(value: object, name: string): boolean {
  return Object.hasOwn(value, name) && !(name === 'length' && Array.isArray(value))
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const isPlain = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
  return isPlain || value === null ? String(value) : undefined
}
