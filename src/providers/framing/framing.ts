import type { DecodeProblem } from '../decoded.ts'

/** How events are cut out of a body. `sse` also takes a JSON array, which Gemini sends without `alt=sse`. */
export const FRAMINGS = ['sse', 'ndjson', 'json-array', 'aws-event-stream'] as const

export type Framing = (typeof FRAMINGS)[number]

/** An event, parsed; or why the bytes at this place are none. */
export type Frame =
  | { readonly ok: true; readonly event: unknown }
  | { readonly ok: false; readonly problem: DecodeProblem }

/** Cuts bytes into events. Takes any split of them, in the middle of a character too. Never throws for what they hold. */
export interface FrameReader {
  /** The events that these bytes complete. */
  push(bytes: Uint8Array | string): readonly Frame[]
  /** What is left when the body ends; an event that was cut is a problem. */
  end(): readonly Frame[]
  /** The body said that it is over (`[DONE]`). Some servers keep the connection open all the same: stop reading. */
  readonly isOver: boolean
}

/** What a body may hold. Past a limit the reader gives one problem (RESPONSE_TOO_LARGE) and ignores the rest. */
export interface FrameLimits {
  /** @default 67_108_864 */
  readonly maxBodyBytes?: number | undefined
  /** @default 16_777_216 */
  readonly maxEventBytes?: number | undefined
}
