import type { JsonSchema } from '../../schema/json-schema.ts'
import type { Note } from './open-api-change.ts'

/** Whether a schema is of what is sent or of what comes back. */
export type Side = 'input' | 'output'

/** What a conversion needs to know of its surroundings. */
export interface Conversion {
  readonly side: Side
  readonly note: Note
  /** Counts a schema; throws when the document holds too many. */
  count(): void
  /** The name in `$defs` of what a reference leads to. */
  refer(reference: string): string
  /** What stands at the end of a reference, to look at and not to convert. */
  peek(reference: string): unknown
}

export type Schema = JsonSchema | boolean
