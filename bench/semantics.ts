// Asks a contestant what it really does, before it is timed. What it leaves out becomes the last column of the table.
import { isDeepStrictEqual } from 'node:util'
import type { Subject } from './subjects.ts'

export type Outcome = { readonly value: unknown } | { readonly message: string }

export interface Contestant {
  readonly name: string
  readonly check: (text: string) => unknown
  /** Turns what `check` gave into a value or a message; not timed. */
  readonly read: (given: unknown) => Outcome
  readonly awaited?: boolean
  /** Work beyond the check that comes with it. */
  readonly adds?: string
}

export interface Abilities {
  readonly accepts: boolean
  readonly fillsDefaults: boolean
  readonly coerces: boolean
  readonly rejects: boolean
  readonly namesField: boolean
}

export async function probe(contestant: Contestant, subject: Subject): Promise<Abilities> {
  const ask = async (text: string | undefined) => contestant.read(await contestant.check(text ?? ''))
  const clean = await ask(subject.clean[0])
  const coerced = await ask(subject.coerced[0])
  const rejected = await ask(subject.rejected[0])
  return {
    accepts: 'value' in clean,
    fillsDefaults: 'value' in clean && isDeepStrictEqual(clean.value, subject.expected),
    coerces: 'value' in coerced && includesAll(coerced.value, JSON.parse(subject.clean[0] ?? '{}')),
    rejects: 'message' in rejected,
    namesField: 'message' in rejected && rejected.message.includes(subject.wrongField),
  }
}

export function remarkOf(abilities: Abilities, subject: Subject, adds?: string): string {
  const remarks: string[] = []
  if (!abilities.rejects) remarks.push('NO CHECK: wrong values pass')
  if (subject.hasDefaults && !abilities.fillsDefaults) remarks.push('no defaults')
  if (!abilities.coerces) remarks.push('no coercion')
  if (abilities.rejects && !abilities.namesField) remarks.push('message does not name the field')
  if (adds !== undefined) remarks.push(adds)
  return remarks.join('; ')
}

/** The floor and Toolwright must do everything, or the comparison means nothing. */
export function assertComplete(name: string, subject: Subject, abilities: Abilities): void {
  const missing = Object.entries(abilities).filter(([, does]) => !does)
  if (missing.length === 0) return
  throw new Error(
    `${name} on ${subject.name} fails the semantics check: ${missing.map(([ability]) => ability).join(', ')}`,
  )
}

/** Whether every key of `part` is in `whole` with the same value: defaults may have been added. */
function includesAll(whole: unknown, part: Record<string, unknown>): boolean {
  if (typeof whole !== 'object' || whole === null) return false
  return Object.entries(part).every(([key, value]) =>
    isDeepStrictEqual((whole as Record<string, unknown>)[key], value),
  )
}
