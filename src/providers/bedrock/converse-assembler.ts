import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import type { DecodeProblem } from '../decoded.ts'
import type { AssembledResponse, StreamAssembler } from '../provider-format.ts'
import type { DeltaSink } from '../stream/stream-delta.ts'
import { createProblem } from '../wire/answer-facts.ts'
import { fieldsOf, isFields, listOf, textOf } from '../wire/read-fields.ts'
import { bedrockError } from './decode-converse.ts'
import { beginBlock, finishBlock, isCall, type GrowingBlock } from './growing-block.ts'

/** More of them say nothing new. */
const MAX_PROBLEMS = 10

/** Puts the events of one ConverseStream together. Each is an object with one field, the name of the event. */
export function createConverseAssembler(): StreamAssembler {
  const problems: DecodeProblem[] = []
  const blocks: GrowingBlock[] = []
  const byIndex = new Map<unknown, GrowingBlock>()
  let callCount = 0
  let stopReason: JsonValue | undefined
  let usage: JsonValue | undefined
  let ended = false
  let failed = false

  function note(problem: DecodeProblem): void {
    if (problems.length < MAX_PROBLEMS) problems.push(problem)
  }

  function startBlock(index: unknown, start: JsonObject, sink: DeltaSink): GrowingBlock {
    const block = beginBlock(start, callCount)
    byIndex.set(index, block)
    blocks.push(block)
    if (isCall(block)) {
      callCount++
      const use = fieldsOf(start['toolUse'])
      sink.callStart(block.call, textOf(use['toolUseId']), textOf(use['name']))
    }
    return block
  }

  function addPiece(event: JsonObject, sink: DeltaSink): void {
    const piece = fieldsOf(event['delta'])
    const { text, toolUse, reasoningContent } = piece
    // Blocks of text and reasoning have no start; a call whose start was lost is kept, without its name.
    const block =
      byIndex.get(event['contentBlockIndex']) ??
      startBlock(event['contentBlockIndex'], isFields(toolUse) ? { toolUse: {} } : {}, sink)
    if (isFields(toolUse)) {
      const { input } = toolUse
      if (typeof input !== 'string' || input === '') return
      block.input += input
      // What grows after its end was not whole then, and is not known to be whole now.
      block.stopped = false
      if (isCall(block)) sink.callArguments(block.call, input)
    } else if (typeof text === 'string') {
      if (text === '') return
      block.text += text
      sink.text(text)
    } else if (isFields(reasoningContent)) addReasoning(block, reasoningContent, sink)
    else if (isFields(piece['citation'])) block.citations.push(piece['citation'])
    else for (const result of listOf(piece['toolResult'])) block.results.push(result as JsonValue)
  }

  function addReasoning(block: GrowingBlock, piece: JsonObject, sink: DeltaSink): void {
    const { text, signature, redactedContent } = piece
    if (typeof text === 'string' && text !== '') {
      block.reasoning += text
      sink.reasoning(text)
    }
    if (typeof signature === 'string') block.signature += signature
    if (redactedContent !== undefined) block.redacted = redactedContent
  }

  function stopBlock(event: JsonObject, sink: DeltaSink): void {
    const block = byIndex.get(event['contentBlockIndex'])
    if (block === undefined || block.stopped) return
    block.stopped = true
    if (isCall(block)) sink.callEnd(block.call)
  }

  function noteException(event: JsonObject): void {
    for (const [name, value] of Object.entries(event)) {
      if (!/(?:Exception|Error)$/.test(name)) continue
      failed = true
      note(bedrockError(name, textOf(fieldsOf(value)['message']) ?? 'no message was given'))
    }
  }

  return {
    push(event, sink) {
      if (!isFields(event)) return note(createProblem('RESPONSE_UNREADABLE', '', 'An event is no object.'))
      const { contentBlockDelta, contentBlockStart, contentBlockStop, messageStop, metadata } = event
      if (isFields(contentBlockDelta)) addPiece(contentBlockDelta, sink)
      else if (isFields(contentBlockStart)) {
        startBlock(contentBlockStart['contentBlockIndex'], fieldsOf(contentBlockStart['start']), sink)
      } else if (isFields(contentBlockStop)) stopBlock(contentBlockStop, sink)
      else if (isFields(messageStop)) {
        stopReason = messageStop['stopReason']
        ended = true
      } else if (isFields(metadata)) usage = metadata['usage']
      else noteException(event)
    },
    end(): AssembledResponse {
      return {
        response: {
          output: { message: { role: 'assistant', content: blocks.map(finishBlock) } },
          stopReason: failed ? 'error' : stopReason,
          usage,
        },
        problems,
        unfinished: blocks.filter((block) => isCall(block) && !block.stopped).map(({ call }) => call),
        ended: ended && !failed,
      }
    },
  }
}
