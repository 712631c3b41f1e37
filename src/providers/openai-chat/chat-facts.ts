import type { FinishReason } from '../decoded.ts'
import type { IdRule } from '../provider-format.ts'

/** What the readers and writers of the Chat shape must know of the provider that speaks it. */
export interface ChatFacts {
  /** The id of the format. */
  readonly id: string
  readonly title: string
  readonly finishes: ReadonlyMap<string, FinishReason>
  /** Text that stands where an id is missing. */
  readonly noId?: string
  /** Ids that the provider takes; ids that we make up must fit. */
  readonly ids?: IdRule
  /** Whether a piece with a name is always a new call: there `index` may be a default that says nothing. */
  readonly nameBeginsCall: boolean
}
