import { hash } from 'node:crypto'
import type { NameRule } from '../provider-format.ts'

/** Names of one request, both ways. */
export interface WireNames {
  /** The names on the wire, in the order in which the names were given. */
  readonly wireNames: readonly string[]
  /** The name on the wire; also of a tool that this request does not offer but its history speaks of. */
  wireName(name: string): string
  /** The tool that a wire name stands for; undefined when none was offered under it. */
  toolName(wireName: string): string | undefined
}

const DIGEST_DIGITS = 8

/**
 * Gives every name one that the provider takes, whatever the names are. It depends on the name and the rule alone, so it
 * is the same in every request, in any order, and on replay. Only where a rewritten name hits another one is
 * another digest taken, and then it depends on the set of names, still not on their order.
 */
export function createWireNames(names: readonly string[], rule: NameRule): WireNames {
  const misfits = names.filter((name) => !fits(name, rule))
  const byName = new Map<string, string>()
  if (misfits.length > 0) {
    const taken = new Set(names.filter((name) => fits(name, rule)))
    // A name that comes twice is one name.
    for (const name of [...new Set(misfits)].toSorted()) {
      const wireName = freeName(name, rule, taken)
      taken.add(wireName)
      byName.set(name, wireName)
    }
  }
  let byWireName: ReadonlyMap<string, string> | undefined
  const wireName = (name: string): string =>
    byName.get(name) ?? (fits(name, rule) ? name : rewrite(name, rule))
  const wireNames = misfits.length === 0 ? names : names.map((name) => byName.get(name) ?? name)
  return {
    wireNames,
    wireName,
    toolName(given) {
      byWireName ??= new Map(wireNames.map((wire, position) => [wire, names[position] ?? wire]))
      return byWireName.get(given)
    },
  }
}

function fits(name: string, { pattern, maxLength }: NameRule): boolean {
  return name.length <= maxLength && pattern.test(name)
}

function freeName(name: string, rule: NameRule, taken: ReadonlySet<string>): string {
  for (let attempt = 0; ; attempt++) {
    const wireName = rewrite(name, rule, attempt)
    if (!taken.has(wireName)) return wireName
  }
}

/** What is left of the name for the model to read, and a digest of all of it. Letters, digits, `_` and `-` go everywhere. */
function rewrite(name: string, { maxLength }: NameRule, attempt = 0): string {
  const readable = name
    .slice(0, 2 * maxLength)
    .replaceAll(/[^a-zA-Z0-9_-]+/g, '_')
    .replace(/^(?![a-zA-Z_])/, '_')
  const hashed = attempt === 0 ? name : JSON.stringify([name, attempt])
  const digest = hash('sha256', hashed, 'hex').slice(0, DIGEST_DIGITS)
  return `${readable.slice(0, maxLength - DIGEST_DIGITS - 1)}_${digest}`
}
