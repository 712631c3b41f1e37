import { messageOf } from '../errors/from-unknown.ts'
import { isToolOutput, type ToolErrorOutput, type ToolOutput } from './content.ts'
import { cutText } from './cut-text.ts'
import { NO_NOTES } from './note-list.ts'
import { PART_BYTES, partBytes, readPart } from './read-part.ts'
import { toJsonValue } from './to-json-value.ts'
import type { ContentPart, Note, ResultContent } from './tool-result.ts'

const ERROR_PREFIX = 'Error: '

/** What a tool returned, in the form that the model sees, not yet cut to its limit. */
export interface ContentConversion {
  readonly content: ResultContent
  /** Size in UTF-8 bytes, never too small: the text, the compact JSON, or the parts with their payload. */
  readonly bytes: number
  readonly notes: readonly Note[]
  /** True when reading stopped at twice the limit and `content` is only a part. */
  readonly overflow: boolean
  /** Set when the tool returned `toolError(…)`. */
  readonly error: ToolErrorOutput | undefined
}

/** Turns whatever a tool returned into content: text of a string, tagged output as tagged, JSON of the rest. Never throws. */
export function toContent(returned: unknown, maxBytes: number): ContentConversion {
  if (typeof returned === 'string') return toText(returned)
  try {
    if (isToolOutput(returned)) return readOutput(returned, maxBytes)
  } catch {
    // A proxy that throws when looked at: the walk below says so in its place.
  }
  return toJson(returned, maxBytes)
}

function readOutput(output: ToolOutput, maxBytes: number): ContentConversion {
  switch (output.type) {
    case 'text':
      return typeof output.text === 'string' ? toText(output.text) : toJson(output.text, maxBytes)
    case 'json':
      return toJson(output.value, maxBytes)
    case 'parts':
      return toParts(output.parts, maxBytes)
    case 'error':
      return toError(output, maxBytes)
    default:
      return toParts([output], maxBytes)
  }
}

function toText(given: string): ContentConversion {
  const text = given.toWellFormed()
  const notes: readonly Note[] =
    text === given
      ? NO_NOTES
      : [noteAt('', 'The text had half a character (a lone surrogate) in it, which was replaced.')]
  return {
    content: { type: 'text', text },
    bytes: Buffer.byteLength(text),
    notes,
    overflow: false,
    error: undefined,
  }
}

function toJson(given: unknown, maxBytes: number): ContentConversion {
  const { value, bytes, notes, overflow } = toJsonValue(given, { maxBytes })
  return { content: { type: 'json', value }, bytes, notes, overflow, error: undefined }
}

function toParts(given: readonly unknown[], maxBytes: number): ContentConversion {
  const parts: ContentPart[] = []
  const notes: Note[] = []
  let bytes = 0
  let index = 0
  // Not past twice the limit: what is beyond would be cut away anyhow.
  for (; index < given.length && bytes <= 2 * maxBytes; index++) {
    const part = readPart(given[index])
    if (typeof part === 'string') {
      parts.push({ type: 'text', text: `[part ${index + 1} left out: ${part}]` })
      if (notes.length < 20) notes.push(noteAt(`parts[${index}]`, part))
    } else parts.push(part)
    const last = parts[parts.length - 1]
    bytes += last === undefined ? PART_BYTES : partBytes(last)
  }
  const overflow = index < given.length
  return {
    content: { type: 'parts', parts },
    bytes,
    notes: notes.length === 0 ? NO_NOTES : notes,
    overflow,
    error: undefined,
  }
}

function toError(output: ToolErrorOutput, maxBytes: number): ContentConversion {
  const given: unknown = output.message
  const message = shortenMessage(
    typeof given === 'string' ? given.toWellFormed() : messageOf(given),
    maxBytes,
  )
  const details = toJsonValue(output.details ?? null, { maxBytes })
  const error: ToolErrorOutput = {
    message,
    retryable: output.retryable === true,
    ...(isRecord(details.value) && !details.overflow ? { details: details.value } : {}),
  }
  return { ...toText(ERROR_PREFIX + message), notes: details.notes, error }
}

function shortenMessage(message: string, maxBytes: number): string {
  const room = Math.max(0, maxBytes - ERROR_PREFIX.length)
  const bytes = Buffer.byteLength(message)
  return bytes <= room ? message : cutText(message, room, bytes).text
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function noteAt(path: string, message: string): Note {
  return { kind: 'converted', path, message }
}
