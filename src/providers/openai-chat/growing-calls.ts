import type { JsonObject } from '../../schema/json-schema.ts'
import { createCallKeys } from '../stream/keyed-calls.ts'
import type { DeltaSink } from '../stream/stream-delta.ts'
import { fieldsOf, isFields, numberOf, textOf } from '../wire/read-fields.ts'
import { valueText } from '../wire/value-text.ts'
import type { ChatFacts } from './chat-facts.ts'
import {
  createGrowingCall,
  type GrowingCall,
  isAnotherCall,
  longerName,
  mayGrow,
  nameField,
  wholeCall,
} from './growing-call.ts'

/** The calls of a streamed message while their pieces come in. */
export interface GrowingCalls {
  /** Takes one entry of `delta.tool_calls`. */
  take(piece: unknown, sink: DeltaSink): void
  /** Takes a piece of the legacy `delta.function_call`. */
  takeLegacy(piece: JsonObject, sink: DeltaSink): void
  /** Tells that every call is whole. */
  close(sink: DeltaSink): void
  /** Positions of the calls that were not closed. */
  open(): readonly number[]
  /** Those among them whose text may have been cut: half a JSON object, nothing yet, free text. */
  mayGoOn(): readonly number[]
  /** The fields of the finished message that hold calls. */
  fields(): JsonObject
}

const OWN_FIELDS: ReadonlySet<string> = new Set(['index', 'id', 'type', 'function', 'custom'])

/** What a piece says of its call. */
interface PieceFacts {
  readonly id: string | undefined
  readonly name: string | undefined
  /** Arguments or input. */
  readonly given: unknown
}

/** Puts calls together from their pieces. */
export function createGrowingCalls(facts: Pick<ChatFacts, 'noId' | 'nameBeginsCall'>): GrowingCalls {
  const keys = createCallKeys()
  const calls: GrowingCall[] = []
  let legacyPosition: number | undefined
  // Nearly every piece belongs to the call before it: known by its index alone, it need not be looked up.
  let latestIndex: unknown
  let latestPosition = -1

  function locate(piece: JsonObject, { id, name, given }: PieceFacts): number {
    const index = piece['index']
    if (id === undefined && name === undefined && index === latestIndex && latestPosition >= 0) {
      return latestPosition
    }
    const key = { index: numberOf(index), id, name }
    // A name without id begins a call where no index, or none to be trusted, says otherwise.
    const begins =
      id === undefined && name !== undefined && (facts.nameBeginsCall || typeof index !== 'number')
    let position = begins ? keys.begin(key) : keys.find(key)
    const known = calls[position]
    if (known !== undefined && name !== undefined && isAnotherCall(known, name, given)) {
      position = keys.begin(key)
    }
    latestPosition = position
    latestIndex = index
    return position
  }

  function learn(
    position: number,
    id: string | undefined,
    name: string | undefined,
    sink: DeltaSink,
  ): GrowingCall {
    const isNew = calls[position] === undefined
    const call = (calls[position] ??= createGrowingCall())
    const longer = longerName(call.name, name)
    const isNews = (call.id === undefined && id !== undefined) || longer !== call.name
    call.id ??= id
    call.name = longer
    if (isNew || isNews) sink.callStart(position, call.id, call.name)
    return call
  }

  function grow(call: GrowingCall, position: number, given: unknown, sink: DeltaSink): void {
    if (given === undefined || given === null || given === '') return
    const text = valueText(given)
    // The input of a custom tool is plain text; told as the arguments `{ "input": … }`, as `decode` gives them.
    if (!call.isCustom) sink.callArguments(position, text)
    else
      sink.callArguments(position, (call.text === '' ? '{"input":"' : '') + JSON.stringify(text).slice(1, -1))
    call.text += text
    call.endsInBrace = text.endsWith('}')
  }

  return {
    take(given, sink) {
      if (!isFields(given)) return
      const isCustom = isFields(given['custom'])
      const body = fieldsOf(isCustom ? given['custom'] : given['function'])
      const givenId = textOf(given['id'])
      const id = givenId === facts.noId ? undefined : givenId
      const name = textOf(body['name'])
      const text = isCustom ? body['input'] : body['arguments']
      const position = locate(given, { id, name, given: text })
      const call = learn(position, id, name, sink)
      if (isCustom) call.isCustom = true
      grow(call, position, text, sink)
      for (const field in given) {
        if (OWN_FIELDS.has(field)) continue
        const value = given[field]
        if (value !== undefined && value !== null) (call.extras ??= new Map()).set(field, value)
      }
    },
    takeLegacy(piece, sink) {
      legacyPosition ??= keys.begin({})
      const call = learn(legacyPosition, undefined, textOf(piece['name']), sink)
      grow(call, legacyPosition, piece['arguments'], sink)
    },
    close(sink) {
      for (const [position, call] of calls.entries()) {
        if (call.ended) continue
        call.ended = true
        if (call.isCustom) sink.callArguments(position, call.text === '' ? '{"input":""}' : '"}')
        sink.callEnd(position)
      }
    },
    open: () => [...calls.keys()].filter((position) => calls[position]?.ended !== true),
    mayGoOn: () =>
      [...calls.entries()].flatMap(([position, call]) => (!call.ended && mayGrow(call) ? [position] : [])),
    fields() {
      const legacy = legacyPosition === undefined ? undefined : calls[legacyPosition]
      const toolCalls = calls.filter((call) => call !== legacy).map(wholeCall)
      return {
        ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
        ...(legacy === undefined ? {} : { function_call: { ...nameField(legacy), arguments: legacy.text } }),
      }
    },
  }
}
