import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import type { DeltaSink } from '../stream/stream-delta.ts'
import { fieldsOf, isFields, listOf, textOf } from '../wire/read-fields.ts'

type GrowingPiece =
  | { readonly type: 'text'; text: string }
  /** Text among its parts grows; parts of another kind come whole. */
  | {
      readonly type: 'thinking'
      readonly fields: Map<string, JsonObject[string]>
      readonly parts: (string | JsonObject)[]
    }
  /** A piece of another kind comes whole. */
  | { readonly type: 'whole'; readonly value: JsonObject }

/** The content of a streamed message: text, or a list of pieces once one came (Mistral). */
export interface GrowingContent {
  take(content: unknown, sink: DeltaSink): void
  /** What comes next belongs to no piece before it. */
  begin(): void
  /** Null when nothing was said. */
  value(): JsonValue
}

/** Puts content together from its pieces. */
export function createGrowingContent(): GrowingContent {
  let text = ''
  let pieces: GrowingPiece[] | undefined
  let isApart = false

  /** The piece that what comes next belongs to. */
  function latest(): GrowingPiece | undefined {
    const last = isApart ? undefined : pieces?.at(-1)
    isApart = false
    return last
  }

  function addText(added: string): void {
    if (pieces === undefined) {
      text += added
      return
    }
    const last = latest()
    if (last?.type === 'text') last.text += added
    else pieces.push({ type: 'text', text: added })
  }

  function thinkingFor(piece: JsonObject): (string | JsonObject)[] {
    const last = latest()
    if (last?.type === 'thinking') {
      for (const [name, value] of Object.entries(piece)) last.fields.set(name, value)
      return last.parts
    }
    const parts: (string | JsonObject)[] = []
    pieces?.push({ type: 'thinking', fields: new Map(Object.entries(piece)), parts })
    return parts
  }

  function addThinking(piece: JsonObject, sink: DeltaSink): void {
    const parts = thinkingFor(piece)
    const { thinking } = piece
    for (const part of typeof thinking === 'string' ? [thinking] : listOf(thinking)) {
      const words = textOf(part) ?? textOf(fieldsOf(part)['text'])
      const before = parts.at(-1)
      if (words === undefined) {
        if (isFields(part) && part['type'] !== 'text') parts.push(part)
        continue
      }
      sink.reasoning(words)
      if (typeof before === 'string') parts[parts.length - 1] = before + words
      else parts.push(words)
    }
  }

  function takePiece(given: unknown, sink: DeltaSink): void {
    const piece = fieldsOf(given)
    if (piece['type'] === 'thinking') {
      addThinking(piece, sink)
      return
    }
    const added = textOf(given) ?? (piece['type'] === 'text' ? textOf(piece['text']) : undefined)
    if (added !== undefined) {
      addText(added)
      sink.text(added)
    } else if (piece['type'] !== 'text' && given !== '') pieces?.push({ type: 'whole', value: piece })
  }

  return {
    take(content, sink) {
      if (typeof content === 'string') {
        if (content === '') return
        addText(content)
        sink.text(content)
      } else if (Array.isArray(content)) {
        pieces ??= text === '' ? [] : [{ type: 'text', text }]
        for (const piece of content) takePiece(piece, sink)
      }
    },
    begin() {
      isApart = true
    },
    value() {
      if (pieces !== undefined) return pieces.map(wholePiece)
      return text === '' ? null : text
    },
  }
}

function wholePiece(piece: GrowingPiece): JsonObject {
  switch (piece.type) {
    case 'text':
      return { type: 'text', text: piece.text }
    case 'thinking':
      return {
        ...Object.fromEntries(piece.fields),
        thinking: piece.parts.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)),
      }
    case 'whole':
      return piece.value
  }
}
