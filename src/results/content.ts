import type { ContentPart, ResultContent } from './tool-result.ts'

// Symbol.for: a tool may have been written against another copy of the package.
const OUTPUT = Symbol.for('toolwright.output')

/** Marks an output; an interface, so that declarations of other packages can name it. */
export interface OutputBrand {
  readonly [OUTPUT]: true
}

/** What a tool returns to say in which form the model should see it; made by `text`, `json`, `parts` and their kin. */
export type ToolOutput = OutputBrand &
  (
    | ResultContent
    | ContentPart
    | { readonly type: 'json'; readonly value: unknown }
    | ({ readonly type: 'error' } & ToolErrorOutput)
  )

/** A failure that a tool reports without throwing. */
export interface ToolErrorOutput {
  readonly message: string
  readonly retryable: boolean
  readonly details?: Readonly<Record<string, unknown>>
}

/** Plain text for the model; the same as returning the string. */
export function text(value: string): ToolOutput & { readonly type: 'text'; readonly text: string } {
  return { [OUTPUT]: true, type: 'text', text: value }
}

/** JSON for the model, also of a string, which otherwise would be text. */
export function json(value: unknown): ToolOutput & { readonly type: 'json' } {
  return { [OUTPUT]: true, type: 'json', value }
}

/** Several pieces; a bare string is a piece of text. */
export function parts(pieces: readonly (ContentPart | string)[]): ToolOutput & { readonly type: 'parts' } {
  const list = pieces.map((piece): ContentPart =>
    typeof piece === 'string' ? { type: 'text', text: piece } : piece,
  )
  return { [OUTPUT]: true, type: 'parts', parts: list }
}

/** A picture, as bytes or base64 text. Alone it is a whole output; inside `parts` one piece. */
export function image(
  data: string | Uint8Array,
  mimeType: string,
): ToolOutput & { readonly type: 'image'; readonly data: string; readonly mimeType: string } {
  return { [OUTPUT]: true, type: 'image', data: toBase64(data), mimeType }
}

/** A sound, as bytes or base64 text. */
export function audio(
  data: string | Uint8Array,
  mimeType: string,
): ToolOutput & { readonly type: 'audio'; readonly data: string; readonly mimeType: string } {
  return { [OUTPUT]: true, type: 'audio', data: toBase64(data), mimeType }
}

/** Something that has an address, with its text or its bytes when they are at hand. */
export function resource(
  uri: string,
  options: { readonly mimeType?: string; readonly text?: string; readonly data?: string | Uint8Array } = {},
): ToolOutput & Extract<ContentPart, { type: 'resource' }> {
  return {
    [OUTPUT]: true,
    type: 'resource',
    uri,
    ...(options.mimeType === undefined ? {} : { mimeType: options.mimeType }),
    ...(options.text === undefined ? {} : { text: options.text }),
    ...(options.data === undefined ? {} : { data: toBase64(options.data) }),
  }
}

/** Reports a failure to the model without throwing; `retryable` tells it whether the same call may succeed later. */
export function toolError(
  message: string,
  options: { readonly retryable?: boolean; readonly details?: Readonly<Record<string, unknown>> } = {},
): ToolOutput & { readonly type: 'error' } {
  const { retryable = false, details } = options
  return { [OUTPUT]: true, type: 'error', message, retryable, ...(details === undefined ? {} : { details }) }
}

/** Whether a value was made by one of these functions. May throw on a hostile proxy. */
export function isToolOutput(value: unknown): value is ToolOutput {
  return typeof value === 'object' && value !== null && (value as { [OUTPUT]?: unknown })[OUTPUT] === true
}

function toBase64(data: string | Uint8Array): string {
  if (typeof data === 'string') return data
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64')
}
