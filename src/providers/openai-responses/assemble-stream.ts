import type { JsonObject } from '../../schema/json-schema.ts'
import type { DecodeProblem } from '../decoded.ts'
import type { StreamAssembler } from '../provider-format.ts'
import type { DeltaSink } from '../stream/stream-delta.ts'
import { createProblem } from '../wire/answer-facts.ts'
import { isFields, listOf, textOf } from '../wire/read-fields.ts'
import { errorOf } from './decode-output.ts'
import {
  createSlot,
  fitsSlot,
  growSlot,
  settlePart,
  settleSlot,
  slotItem,
  type OutputSlot,
} from './output-slot.ts'
import { isCallKind, kindOf, PARAGRAPH, reasoningText, type ItemKind } from './read-items.ts'

/** Events that carry a piece of the text of an item: its kind, and which field numbers the part. */
const PIECES: ReadonlyMap<string, { readonly kind: ItemKind; readonly part?: string }> = new Map([
  ['response.function_call_arguments.delta', { kind: 'function' }],
  ['response.custom_tool_call_input.delta', { kind: 'custom' }],
  ['response.output_text.delta', { kind: 'message', part: 'content_index' }],
  ['response.reasoning_summary_text.delta', { kind: 'reasoning', part: 'summary_index' }],
  ['response.reasoning_text.delta', { kind: 'reasoning', part: 'content_index' }],
])

/** Events that carry the whole of such a text, and in which field. */
const WHOLES: ReadonlyMap<
  string,
  { readonly kind: ItemKind; readonly field: string; readonly part?: string }
> = new Map([
  ['response.function_call_arguments.done', { kind: 'function', field: 'arguments' }],
  ['response.custom_tool_call_input.done', { kind: 'custom', field: 'input' }],
  ['response.output_text.done', { kind: 'message', field: 'text', part: 'content_index' }],
  ['response.reasoning_summary_text.done', { kind: 'reasoning', field: 'text', part: 'summary_index' }],
  ['response.reasoning_text.done', { kind: 'reasoning', field: 'text', part: 'content_index' }],
])

const ENDINGS: ReadonlySet<unknown> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.cancelled',
])

/** Puts a stream together. Items are told apart by `output_index`: one proxy gives them new ids with every event. */
export function createOutputAssembler(): StreamAssembler {
  /** Items of answers before this one, when the stream holds several: each was whole. */
  const before: OutputSlot[] = []
  let firstCall = 0
  let slots: OutputSlot[] = []
  let byIndex = new Map<number, OutputSlot>()
  let calls: OutputSlot[] = []
  let hasReasoning = false
  let closing: JsonObject | undefined
  let problems: DecodeProblem[] = []

  function slotFor(
    event: JsonObject,
    kind: ItemKind,
    item: JsonObject,
    sink: DeltaSink,
    begins = false,
  ): OutputSlot {
    const index = event['output_index']
    const known = typeof index === 'number' ? byIndex.get(index) : slots.at(-1)
    // A server that numbers all its items the same begins each with `added`.
    if (known !== undefined && !(begins && (known.settled || typeof index !== 'number'))) return known
    const slot = createSlot(kind, item)
    slots.push(slot)
    if (typeof index === 'number') byIndex.set(index, slot)
    tellStart(slot, sink)
    return slot
  }

  function tellStart(slot: OutputSlot, sink: DeltaSink): void {
    if (!isCallKind(slot.kind)) return
    if (slot.callIndex === -1) slot.callIndex = firstCall + calls.push(slot) - 1
    sink.callStart(slot.callIndex, textOf(slot.item['call_id']), textOf(slot.item['name']))
  }

  function takeItem(slot: OutputSlot, item: JsonObject, sink: DeltaSink): void {
    const wasClosed = slot.closed
    if (!isCallKind(slot.kind) && isCallKind(kindOf(item))) slot.kind = kindOf(item)
    const { call_id: id, name } = slot.item
    if (isCallKind(slot.kind) && kindOf(item) === slot.kind) {
      slot.item = item
      if (slot.callIndex === -1 || (!id && item['call_id']) || (!name && item['name'])) tellStart(slot, sink)
    }
    if (kindOf(item) === 'reasoning') separate(slot, reasoningText(item), sink)
    settleSlot(slot, item, sink)
    if (slot.closed && !wasClosed) tellEnd(slot, sink)
  }

  function tellEnd(slot: OutputSlot, sink: DeltaSink): void {
    if (slot.callIndex === -1) return
    if (slot.kind === 'custom') sink.callArguments(slot.callIndex, slot.text === '' ? '{"input":""}' : '"}')
    sink.callEnd(slot.callIndex)
  }

  /** Paragraphs of different items are kept apart as those of one are. */
  function separate(slot: OutputSlot, text: string, sink: DeltaSink): void {
    if (slot.text !== '' || text === '') return
    if (hasReasoning) sink.reasoning(PARAGRAPH)
    hasReasoning = true
  }

  function close(response: JsonObject, sink: DeltaSink): void {
    closing = response
    const items = listOf(response['output']).filter(isFields)
    const final = items.filter((item) => isCallKind(kindOf(item)))
    const agrees =
      final.length >= calls.length &&
      calls.every((slot, position) => fitsSlot(slot, final[position] ?? slot.item))
    if (items.length === 0) return
    if (!agrees) {
      const message =
        'The closing event lists other calls than the stream held; those of the stream are taken.'
      if (problems.every((known) => known.message !== message))
        problems.push(createProblem('RESPONSE_UNREADABLE', 'calls', message))
      return
    }
    const next = inTurn(calls, slots)
    calls = []
    slots = items.map((item) => {
      const kind = kindOf(item)
      const slot = next(kind) ?? createSlot(kind, {})
      if (slot.callIndex !== -1) calls.push(slot)
      takeItem(slot, item, sink)
      return slot
    })
  }

  function begin(sink: DeltaSink): void {
    if (closing !== undefined) {
      // One by one: as arguments they would be too many for the engine.
      for (const slot of slots) before.push(slot)
      firstCall += calls.length
    } else if (slots.length > 0) {
      before.length = 0
      firstCall = 0
      hasReasoning = false
      sink.reset()
    }
    slots = []
    calls = []
    byIndex = new Map()
    closing = undefined
  }

  function pushPiece(type: string, event: JsonObject, sink: DeltaSink): boolean {
    const piece = PIECES.get(type)
    const whole = piece === undefined ? WHOLES.get(type) : undefined
    const found = piece ?? whole
    if (found === undefined) return false
    const text = event[whole === undefined ? 'delta' : whole.field]
    const slot = slotFor(event, found.kind, {}, sink)
    // Pieces of an item that came whole already, or of one of another kind, say nothing new.
    if (slot.kind !== found.kind || slot.closed || typeof text !== 'string') return true
    if (slot.kind === 'reasoning') separate(slot, text, sink)
    const part = found.part === undefined ? undefined : partNumber(found.part, event[found.part])
    if (whole === undefined) growSlot(slot, part, text, sink)
    else {
      settlePart(slot, part, text, sink)
      slot.closed = isCallKind(slot.kind)
      if (slot.closed) tellEnd(slot, sink)
    }
    return true
  }

  return {
    push(event, sink) {
      if (!isFields(event)) {
        if (event !== '[DONE]' && problems.length === 0) problems.push(strangeEvent())
        return
      }
      const { type, item, response } = event
      if (typeof type === 'string' && pushPiece(type, event, sink)) return
      if (type === 'response.created') begin(sink)
      else if (type === 'response.output_item.added' && isFields(item)) {
        slotFor(event, kindOf(item), item, sink, true)
      } else if (type === 'response.output_item.done' && isFields(item)) {
        takeItem(slotFor(event, kindOf(item), item, sink), item, sink)
      } else if (ENDINGS.has(type) && isFields(response)) close(response, sink)
      else if (Array.isArray(event['output'])) close(event, sink)
      else if (errorOf(event) !== undefined) {
        closing = { ...closing, status: 'failed', error: (errorOf(event) ?? null) as JsonObject }
      } else if (typeof type !== 'string' && problems.length === 0) problems.push(strangeEvent())
    },
    end() {
      const all = [...before, ...slots]
      return {
        response: { object: 'response', status: 'incomplete', ...closing, output: all.map(slotItem) },
        problems,
        unfinished: all
          .filter(({ callIndex, closed }) => callIndex !== -1 && !closed)
          .map(({ callIndex }) => callIndex),
        ended: closing !== undefined,
      }
    },
  }
}

/** Parts of a summary and of the content are counted apart. */
function partNumber(field: string, index: unknown): number {
  const number = typeof index === 'number' ? index : 0
  return field === 'summary_index' ? -1 - number : number
}

/** Gives what came of each kind one after another; calls of both kinds are one kind here. */
function inTurn(
  calls: readonly OutputSlot[],
  slots: readonly OutputSlot[],
): (kind: ItemKind) => OutputSlot | undefined {
  const quiet = slots.filter(({ callIndex }) => callIndex === -1)
  const byKind = new Map<string, readonly OutputSlot[]>(Map.groupBy(quiet, ({ kind }) => kind)).set(
    'call',
    calls,
  )
  const taken = new Map<string, number>()
  return (kind) => {
    const group = isCallKind(kind) ? 'call' : kind
    const position = taken.get(group) ?? 0
    taken.set(group, position + 1)
    return byKind.get(group)?.[position]
  }
}

function strangeEvent(): DecodeProblem {
  return createProblem(
    'RESPONSE_UNREADABLE',
    '',
    'The stream holds an event that is none of OpenAI Responses.',
  )
}
