// The judge of the interop tests: it writes what providers answer, from their documentation and not with our code.

/** A call that the model of the script makes. */
export interface ScriptedCall {
  readonly id: string
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  /** Cut by the token limit: the second half of the arguments is missing. */
  readonly cut?: boolean
}

/** One answer of the scripted model. */
export interface ScriptedTurn {
  readonly text?: string
  readonly calls?: readonly ScriptedCall[]
  /** @default 'calls' when there are any, else 'stop' */
  readonly finish?: 'stop' | 'calls' | 'length'
  /** Never ends: no answer, or only the first piece of a streamed one, until the client leaves. */
  readonly hangs?: boolean
  /** A stream stops after half of its pieces: the connection is reset, or ends as if all were well. */
  readonly stops?: 'reset' | 'silently'
  /** Answers with this status and an error instead. */
  readonly status?: number
}

export type Finish = NonNullable<ScriptedTurn['finish']>

/** A result as a request carries it back. */
export interface SentResult {
  readonly id: string
  readonly text: string
}

// A request is read as it came; the shape checks say what is wrong with it.
// oxlint-disable-next-line typescript/no-explicit-any
export type Body = any

/** How one provider answers. */
export interface WireFormat {
  readonly id: string
  readonly path: RegExp
  /** The official schema of its requests: a file of the corpora, or ours where none is published. */
  readonly schema: string | object
  isStream(path: string, body: Body): boolean
  plain(turn: ScriptedTurn): unknown
  stream(turn: ScriptedTurn): readonly (string | Uint8Array)[]
  readonly streamType: string
  /** The results in a request, in its order. */
  results(body: Body): readonly SentResult[]
  /** Ids of the calls that a request carries back, in its order. */
  calls(body: Body): readonly string[]
  /** Names of the tools in a request. */
  tools(body: Body): readonly string[]
  /** What the schema does not say. */
  check?(body: Body): readonly string[]
  /** The request as the official schema can judge it. */
  normalise?(body: Body): Body
}

export const MODEL = 'scripted-model'

export function finishOf(turn: ScriptedTurn): Finish {
  return turn.finish ?? ((turn.calls ?? []).length > 0 ? 'calls' : 'stop')
}

/** The arguments as text; half of it when the call was cut. */
export function argumentsOf(call: ScriptedCall): string {
  const text = JSON.stringify(call.args)
  return call.cut === true ? text.slice(0, Math.ceil(text.length / 2)) : text
}

/** The arguments as a value, for providers that send one: a cut call has lost them. */
export function valueOf(call: ScriptedCall): Readonly<Record<string, unknown>> {
  return call.cut === true ? {} : call.args
}

/** A text in two pieces, as a stream would bring it. */
export function pieces(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== '')
}

export function sse(data: unknown, event?: string): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`
}

export function asText(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}
