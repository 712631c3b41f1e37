import type { Targets, Verdict } from './verdict.ts'
import type { Way } from './ways.ts'

/** One attack and who claims to stop it. */
export interface Attack {
  /** `family: what is tried`. */
  readonly name: string
  /** Whether a way claims to stop it. */
  claimedBy(way: Way): boolean
  /** Where it is not claimed: a way that does not stop it must say so among its gaps, in words that this finds. */
  readonly gap?: { of(way: Way): boolean; readonly words: RegExp }
  /** Why the control may fail here, when it does: the kernel or the user lacks what the attack needs. */
  readonly mayLack?: string
  /** No attack but what must go on to work: it fails where it is stopped. */
  readonly isAllowed?: boolean
}

/** Attacks that are run together. */
export interface Family {
  readonly name: string
  readonly attacks: readonly Attack[]
  /** Without a way: the control, the same in a plain child process. */
  run(way: Way | undefined, names: readonly string[], targets: Targets): Promise<ReadonlyMap<string, Verdict>>
}

export const fromStrict = ({ level }: Way): boolean => level === 'strict'
export const fromStandard = ({ level }: Way): boolean => level !== 'restricted'
