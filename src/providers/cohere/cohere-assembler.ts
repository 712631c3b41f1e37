import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import { createGrowingContent } from '../openai-chat/growing-content.ts'
import type { StreamAssembler } from '../provider-format.ts'
import type { DeltaSink } from '../stream/stream-delta.ts'
import { fieldsOf, isFields, listOf, textOf } from '../wire/read-fields.ts'

interface GrowingCall {
  readonly id: string | undefined
  readonly name: string | undefined
  text: string
  ended: boolean
}

/** Puts a streamed answer of Cohere together. */
export function createCohereAssembler(): StreamAssembler {
  const calls: GrowingCall[] = []
  const byIndex = new Map<unknown, number>()
  const content = createGrowingContent()
  const citations: JsonValue[] = []
  let id: string | undefined
  let plan = ''
  let last: JsonObject | undefined
  let error: JsonValue | undefined
  let isKnown = false
  let foreign: unknown

  function startCall(event: JsonObject, entry: JsonObject, sink: DeltaSink): void {
    const body = fieldsOf(entry['function'])
    const call = { id: textOf(entry['id']), name: textOf(body['name']), text: '', ended: false }
    const position = calls.push(call) - 1
    byIndex.set(event['index'], position)
    sink.callStart(position, call.id, call.name)
    growCall(position, body['arguments'], sink)
  }

  function growCall(position: number, piece: unknown, sink: DeltaSink): void {
    const call = calls[position]
    if (call === undefined || typeof piece !== 'string' || piece === '') return
    call.text += piece
    sink.callArguments(position, piece)
  }

  function endCall(position: number, sink: DeltaSink): void {
    const call = calls[position]
    if (call === undefined || call.ended) return
    call.ended = true
    sink.callEnd(position)
  }

  const positionOf = (event: JsonObject): number => byIndex.get(event['index']) ?? calls.length - 1

  /** Takes an event; false when it is none of Cohere's. */
  function take(event: JsonObject, sink: DeltaSink): boolean {
    const delta = fieldsOf(event['delta'])
    const message = fieldsOf(delta['message'])
    switch (event['type']) {
      case 'tool-call-delta':
        growCall(positionOf(event), fieldsOf(callEntry(message)['function'])['arguments'], sink)
        return true
      case 'content-start':
        content.begin()
        takeContent(message['content'], sink)
        return true
      case 'content-delta':
        takeContent(message['content'], sink)
        return true
      case 'tool-plan-delta': {
        const piece = textOf(message['tool_plan'])
        if (piece === undefined) return true
        plan += piece
        sink.reasoning(piece)
        return true
      }
      case 'tool-call-start':
        startCall(event, callEntry(message), sink)
        return true
      case 'tool-call-end':
        endCall(positionOf(event), sink)
        return true
      case 'citation-start':
        if (isFields(message['citations'])) citations.push(message['citations'])
        return true
      case 'message-start':
        id = textOf(event['id'])
        return true
      case 'message-end':
        last = delta
        error ??= delta['error'] ?? undefined
        return true
      case 'content-end':
      case 'citation-end':
      case 'debug':
        return true
      default:
        return false
    }
  }

  /** A piece is one object, without a type once its kind is known. */
  function takeContent(given: unknown, sink: DeltaSink): void {
    const piece = fieldsOf(given)
    const thinking = piece['thinking']
    if (typeof thinking === 'string') content.take([{ type: 'thinking', thinking }], sink)
    else content.take([{ type: 'text', text: piece['text'] ?? '' }], sink)
  }

  return {
    push(event, sink) {
      if (event === '[DONE]') return
      if (!isFields(event)) foreign ??= event
      else if (take(event, sink)) isKnown = true
      else if (event['error'] !== undefined) error ??= event['error']
      else foreign ??= event
    },
    end() {
      const pieces = content.value()
      const message: JsonObject = {
        role: 'assistant',
        ...(plan === '' ? {} : { tool_plan: plan }),
        ...(calls.length === 0 ? {} : { tool_calls: calls.map(wholeCall) }),
        ...(pieces === null ? {} : { content: plainThinking(pieces) }),
        ...(citations.length === 0 ? {} : { citations }),
      }
      const usage = last?.['usage']
      const response = {
        ...(id === undefined ? {} : { id }),
        ...(isKnown ? { message, finish_reason: last?.['finish_reason'] ?? null } : {}),
        ...(usage === undefined ? {} : { usage }),
        ...(error === undefined ? {} : { error }),
      }
      const isForeign = !isKnown && error === undefined && foreign !== undefined
      return {
        response: isForeign ? foreign : response,
        problems: [],
        unfinished: [...calls.keys()].filter((position) => calls[position]?.ended !== true),
        ended: last !== undefined || error !== undefined,
      }
    },
  }
}

/** In a stream `tool_calls` is one object; a list is taken too. */
function callEntry(message: JsonObject): JsonObject {
  const entry = message['tool_calls']
  return fieldsOf(Array.isArray(entry) ? entry[0] : entry)
}

function wholeCall({ id, name, text }: GrowingCall): JsonObject {
  return {
    ...(id === undefined ? {} : { id }),
    type: 'function',
    function: { ...(name === undefined ? {} : { name }), arguments: text },
  }
}

/** Cohere's thinking is text, not a list of pieces. */
function plainThinking(pieces: JsonValue): readonly JsonObject[] {
  return listOf(pieces).map((given) => {
    const piece = fieldsOf(given)
    const [first] = listOf(piece['thinking'])
    return first === undefined ? piece : { ...piece, thinking: textOf(fieldsOf(first)['text']) ?? '' }
  })
}
