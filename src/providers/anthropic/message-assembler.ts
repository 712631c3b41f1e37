import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import type { DecodeProblem } from '../decoded.ts'
import type { AssembledResponse, StreamAssembler } from '../provider-format.ts'
import type { DeltaSink } from '../stream/stream-delta.ts'
import { createProblem } from '../wire/answer-facts.ts'
import { fieldsOf, isFields, textOf } from '../wire/read-fields.ts'
import { anthropicError } from './decode-message.ts'
import { beginBlock, finishBlock, isCall, wholeInput, type GrowingBlock } from './growing-block.ts'

/** The block that a piece belongs to when the event that should have begun it was lost. */
const BLOCK_OF_PIECE: ReadonlyMap<unknown, string> = new Map([
  ['text_delta', 'text'],
  ['thinking_delta', 'thinking'],
  ['input_json_delta', 'tool_use'],
])

/** More of them say nothing new. */
const MAX_PROBLEMS = 10

/** Puts the events of one streamed message together. */
export function createMessageAssembler(): StreamAssembler {
  const problems: DecodeProblem[] = []
  let message: JsonObject | undefined
  const lastFields = new Map<string, JsonValue>()
  const usage = new Map<string, JsonValue>()
  let blocks: GrowingBlock[] = []
  let byIndex = new Map<unknown, GrowingBlock>()
  let callCount = 0
  let ended = false
  let failed = false

  function note(problem: DecodeProblem): void {
    if (problems.length < MAX_PROBLEMS) problems.push(problem)
  }

  function startMessage(event: JsonObject, sink: DeltaSink): void {
    const given = fieldsOf(event['message'])
    if (message !== undefined) {
      // Gateways repeat the first event.
      if (message['id'] === given['id']) return
      lastFields.clear()
      usage.clear()
      byIndex = new Map()
      // After the end of a message another one is joined to it; before, the answer has been started over.
      if (ended) ended = false
      else {
        blocks = []
        callCount = 0
        sink.reset()
      }
    }
    message = given
    addUsage(given['usage'])
  }

  function startBlock(index: unknown, start: JsonObject, sink: DeltaSink): GrowingBlock {
    const known = byIndex.get(index)
    if (known !== undefined && !known.stopped && known.start['id'] === start['id'] && isCall(known))
      return known
    const block = beginBlock(start, callCount)
    byIndex.set(index, block)
    blocks.push(block)
    if (isCall(block)) {
      callCount++
      const nested = fieldsOf(start['tool_use'])
      sink.callStart(
        block.call,
        textOf(start['id']) ?? textOf(nested['id']),
        textOf(start['name']) ?? textOf(nested['name']),
      )
    }
    if (block.text !== '') sink.text(block.text)
    if (block.thinking !== '') sink.reasoning(block.thinking)
    return block
  }

  function addPiece(event: JsonObject, sink: DeltaSink): void {
    const piece = fieldsOf(event['delta'])
    let block = byIndex.get(event['index'])
    if (block === undefined) {
      const type = BLOCK_OF_PIECE.get(piece['type'])
      if (type === undefined) return
      block = startBlock(event['index'], { type }, sink)
    }
    switch (piece['type']) {
      case 'input_json_delta': {
        const json = piece['partial_json']
        if (typeof json !== 'string' || json === '') return
        block.json += json
        // What grows after its end was not whole then, and is not known to be whole now.
        block.stopped = false
        if (isCall(block)) sink.callArguments(block.call, json)
        return
      }
      case 'text_delta': {
        const { text } = piece
        if (typeof text !== 'string' || text === '') return
        block.text += text
        sink.text(text)
        return
      }
      case 'thinking_delta': {
        const { thinking } = piece
        if (typeof thinking !== 'string' || thinking === '') return
        block.thinking += thinking
        sink.reasoning(thinking)
        return
      }
      case 'signature_delta':
        if (typeof piece['signature'] === 'string') block.signature += piece['signature']
        return
      case 'citations_delta':
        block.citations.push(piece['citation'] as JsonValue)
        return
      default:
        for (const [field, value] of Object.entries(piece))
          if (field !== 'type') block.others.set(field, value)
    }
  }

  function stopBlock(event: JsonObject, sink: DeltaSink): void {
    const block = byIndex.get(event['index'])
    if (block === undefined || block.stopped) return
    block.stopped = true
    if (!isCall(block)) return
    const whole = wholeInput(block)
    if (whole !== '') sink.callArguments(block.call, whole)
    sink.callEnd(block.call)
  }

  /** Counts are those of the whole answer so far: the latest wins. */
  function addUsage(given: unknown): void {
    for (const [name, count] of Object.entries(fieldsOf(given))) if (count !== null) usage.set(name, count)
  }

  function endMessage(event: JsonObject): void {
    for (const [name, value] of Object.entries(fieldsOf(event['delta']))) {
      if (value !== null) lastFields.set(name, value)
    }
    addUsage(event['usage'])
  }

  return {
    push(event, sink) {
      if (!isFields(event)) return note(createProblem('RESPONSE_UNREADABLE', '', 'An event is no object.'))
      switch (event['type']) {
        case 'content_block_delta':
          return addPiece(event, sink)
        case 'content_block_start':
          return void startBlock(event['index'], fieldsOf(event['content_block']), sink)
        case 'content_block_stop':
          return stopBlock(event, sink)
        case 'message_start':
          return startMessage(event, sink)
        case 'message_delta':
          return endMessage(event)
        case 'message_stop':
          ended = true
          return
        case 'error':
          failed = true
          return note(anthropicError(fieldsOf(event['error'])))
        default:
          // Anthropic adds types of events without notice; they are to be ignored, as `ping` is.
          if (typeof event['type'] === 'string') return
          note(createProblem('RESPONSE_UNREADABLE', '', 'An event has no `type`.'))
      }
    },
    end(): AssembledResponse {
      const calls = blocks.filter(isCall)
      return {
        response: {
          ...message,
          type: 'message',
          role: 'assistant',
          ...Object.fromEntries(lastFields),
          ...(failed ? { stop_reason: 'error' } : {}),
          content: blocks.map(finishBlock),
          usage: Object.fromEntries(usage),
        },
        problems,
        unfinished: calls.filter(({ stopped }) => !stopped).map(({ call }) => call),
        ended: ended && !failed,
      }
    },
  }
}
