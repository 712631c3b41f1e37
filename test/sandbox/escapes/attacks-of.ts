import { type Attack, fromStrict } from './family.ts'

/** Attacks of one file of the folder `attacks`; the value says what a machine may lack for one. */
export function attacksOf(
  file: string,
  facts: Readonly<Record<string, string | undefined>>,
  claimedBy: Attack['claimedBy'] = fromStrict,
  /** Tells them from the same attacks elsewhere. */
  label = '',
): Attack[] {
  return Object.entries(facts).map(([name, mayLack]) => ({
    name: `${file}${label}: ${name}`,
    claimedBy,
    ...(mayLack === undefined ? {} : { mayLack }),
  }))
}

type Names = string | readonly string[]

/** Names without a reason why their control might fail. */
export const always = (...names: readonly Names[]): Readonly<Record<string, undefined>> =>
  Object.fromEntries(names.flat().map((name) => [name, undefined]))

export const lacking = (reason: string, ...names: readonly Names[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.flat().map((name) => [name, reason]))
