/** Where in the arguments something happened: `['items', 0, 'price']`; empty for the whole. */
export type ValuePath = readonly (string | number)[]

/** One step of a growing JSON value. Applied in order, they give the final value. */
export type ValueDelta =
  /** An object, array or string began here; it is empty so far. */
  | { readonly type: 'open'; readonly path: ValuePath; readonly value: '' | [] | Record<string, never> }
  /** Text was added to the string at `path`. */
  | { readonly type: 'append'; readonly path: ValuePath; readonly text: string }
  /** The number, boolean or null at `path` is complete. */
  | { readonly type: 'value'; readonly path: ValuePath; readonly value: number | boolean | null }
  /** The string, array or object at `path` is complete. */
  | { readonly type: 'close'; readonly path: ValuePath }

/** What one event of a stream told. `index` counts the calls of the answer from 0, in the order they began. */
export type StreamDelta =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** `name` is the name in the registry; it may be unknown still. */
  | { readonly type: 'call-start'; readonly index: number; readonly id?: string; readonly name?: string }
  /** Text was added to the arguments, as the provider sent it. */
  | { readonly type: 'arguments'; readonly index: number; readonly text: string }
  /** What that text (or, at Gemini, the value itself) changed in the arguments; only when partial values were asked for. */
  | { readonly type: 'value'; readonly index: number; readonly change: ValueDelta }
  /** The provider said that the call is whole. It may run once the stream has ended. */
  | { readonly type: 'call-end'; readonly index: number }
  /** The stream started over: forget everything so far. */
  | { readonly type: 'reset' }

/** Where an assembler tells what an event held; `index` as in {@link StreamDelta}. Methods, so that a quiet one costs nothing. */
export interface DeltaSink {
  text(text: string): void
  reasoning(text: string): void
  /** Once for each call; again when an id or name that was missing arrives. Names are wire names. */
  callStart(index: number, id: string | undefined, name: string | undefined): void
  callArguments(index: number, text: string): void
  /** For providers that stream values instead of text. */
  callValue(index: number, change: ValueDelta): void
  callEnd(index: number): void
  reset(): void
}
