import type { JsonObject } from '../../schema/json-schema.ts'
import type { DeltaSink } from '../stream/stream-delta.ts'
import { textOf } from '../wire/read-fields.ts'
import {
  callText,
  isCallKind,
  kindOf,
  messageText,
  PARAGRAPH,
  reasoningText,
  type ItemKind,
} from './read-items.ts'

/** One output item while it comes. */
export interface OutputSlot {
  kind: ItemKind
  /** As far as the server showed it. */
  item: JsonObject
  /** The text so far: arguments, input, words or reasoning. */
  readonly text: string
  /**
   * What came of it before the part that is coming now, that part, and its number. Kept apart: cutting the part out of
   * the growing text would copy all of it.
   */
  textBefore: string
  partText: string
  part: unknown
  /** Position among the calls; -1 when it is none. */
  callIndex: number
  /** The server said that the text is whole. */
  closed: boolean
  /** The item came whole, in `output_item.done` or in the closing event. */
  settled: boolean
}

export function createSlot(kind: ItemKind, item: JsonObject): OutputSlot {
  return {
    kind,
    item,
    get text() {
      return this.textBefore + this.partText
    },
    textBefore: '',
    partText: '',
    part: undefined,
    callIndex: -1,
    closed: false,
    settled: false,
  }
}

/** Adds a piece of text and tells of it. */
export function growSlot(slot: OutputSlot, part: unknown, text: string, sink: DeltaSink): void {
  if (text === '') return
  enterPart(slot, part, sink)
  append(slot, text, sink)
}

/** Takes the whole text of a part: it wins, and what had not come of it is told. */
export function settlePart(slot: OutputSlot, part: unknown, text: string, sink: DeltaSink): void {
  if (text === '') return
  enterPart(slot, part, sink)
  if (!grew(slot, slot.partText, text, sink)) slot.partText = text
}

/** Takes the whole item. A call stays one, whatever the server makes of it later. */
export function settleSlot(slot: OutputSlot, item: JsonObject, sink: DeltaSink): void {
  const kind = kindOf(item)
  if (isCallKind(slot.kind) && kind !== slot.kind) return
  slot.kind = kind
  slot.item = item
  slot.settled = true
  const text = wholeText(kind, item)
  if (text !== '' && !grew(slot, slot.text, text, sink)) {
    slot.textBefore = ''
    slot.partText = text
  }
  slot.closed = item['status'] !== 'incomplete'
}

/** The item to read and to send back; one that never came whole is put together from what did. */
export function slotItem({ kind, item, text, settled, closed }: OutputSlot): JsonObject {
  if (settled || kind === 'other') return item
  const status = closed ? 'completed' : 'incomplete'
  switch (kind) {
    case 'function':
      return { ...item, type: 'function_call', arguments: text, status }
    case 'custom':
      return { ...item, type: 'custom_tool_call', input: text, status }
    case 'message':
      return { ...item, type: 'message', role: 'assistant', content: [{ type: 'output_text', text }], status }
    case 'reasoning':
      return { ...item, type: 'reasoning', summary: text === '' ? [] : [{ type: 'summary_text', text }] }
  }
}

/** Whether the server's whole item is what came, or a longer form of it. */
export function fitsSlot(slot: OutputSlot, item: JsonObject): boolean {
  if (kindOf(item) !== slot.kind) return false
  const name = textOf(slot.item['name'])
  if (name !== undefined && name !== item['name']) return false
  const text = callText(item)
  return slot.closed ? (text || '{}') === (slot.text || '{}') : text.startsWith(slot.text)
}

function wholeText(kind: ItemKind, item: JsonObject): string {
  if (isCallKind(kind)) return callText(item)
  if (kind === 'message') return messageText(item)
  return kind === 'reasoning' ? reasoningText(item) : ''
}

function enterPart(slot: OutputSlot, part: unknown, sink: DeltaSink): void {
  if (part === slot.part) return
  slot.part = part
  if (slot.kind === 'reasoning' && slot.text !== '') append(slot, PARAGRAPH, sink)
  slot.textBefore = slot.text
  slot.partText = ''
}

/** Whether the whole text is what came of it, or goes on from there: told then. What was told cannot be taken back. */
function grew(slot: OutputSlot, came: string, text: string, sink: DeltaSink): boolean {
  if (!text.startsWith(came)) return false
  if (text.length > came.length) append(slot, text.slice(came.length), sink)
  return true
}

function append(slot: OutputSlot, text: string, sink: DeltaSink): void {
  if (slot.kind === 'message') sink.text(text)
  else if (slot.kind === 'reasoning') sink.reasoning(text)
  else if (slot.kind === 'function') sink.callArguments(slot.callIndex, text)
  // The arguments of a custom tool are `{"input": text}`; the assembler closes them.
  else if (slot.kind === 'custom') {
    const opening = slot.text === '' ? '{"input":"' : ''
    sink.callArguments(slot.callIndex, opening + JSON.stringify(text).slice(1, -1))
  }
  slot.partText += text
}
