import type { BaitAddresses } from './bait.ts'
import type { Stage } from './stage.ts'

/** What an attack won, or why it won nothing. */
export interface Verdict {
  readonly won?: string
  readonly refused?: string
}

/** Everything that an attack is told. Plain JSON. */
export interface Targets extends Stage, BaitAddresses {
  readonly inheritedFiles: readonly number[]
  readonly inheritedSocket: number
  /** The folders of the foreign function library, its own first, where it is installed. */
  readonly native?: readonly string[]
}

/** One line of the outcome. */
export interface Row {
  readonly user: string
  readonly attack: string
  readonly way: string
  readonly outcome:
    | 'stopped'
    | 'allowed'
    | 'ESCAPED'
    | 'REFUSED'
    | 'NOT RUN'
    | 'works'
    | 'NO CONTROL'
    | 'skipped'
    | 'known gap'
  readonly detail: string
}
