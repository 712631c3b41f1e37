import type { JsonObject } from '../../schema/json-schema.ts'
import { quoteText, showValue } from '../../schema/show-value.ts'
import type { DecodeProblem } from '../decoded.ts'
import type { StreamAssembler } from '../provider-format.ts'
import type { DeltaSink } from '../stream/stream-delta.ts'
import { createProblem } from '../wire/answer-facts.ts'
import { fieldsOf, isFields, listOf, textOf } from '../wire/read-fields.ts'
import { shownName } from '../wire/shown-name.ts'
import { createPartialArguments, type PartialArguments } from './partial-arguments.ts'
import { finishOf, finishWordOf, isFirstCandidate, unwrapAnswer } from './read-answer.ts'

type Part = Record<string, JsonObject[string]>

/** A call whose end has not been told yet. */
interface OpenCall {
  readonly index: number
  readonly name: string | undefined
  id: string | undefined
  readonly part: Part
  readonly args: PartialArguments
  /** Where the pieces are told at the moment: each event brings its own sink. */
  sink: DeltaSink
  /** Whether its arguments are put together here; if not, the part is left as it came. */
  inPieces: boolean
  /** True once something could not be written: the call cannot run. */
  broken: boolean
}

/** Puts chunks together, each a whole GenerateContentResponse, to one answer with every signature at its place. */
export function createGeminiAssembler(): StreamAssembler {
  const parts: Part[] = []
  const problems: DecodeProblem[] = []
  const unfinished: number[] = []
  let calls = 0
  let open: OpenCall | undefined
  const candidate = new Map<string, JsonObject[string]>()
  const usage = new Map<string, JsonObject[string]>()
  let answer: JsonObject = {}
  let ended = false
  let foundUnreadable = false

  function takeChunk(event: unknown, sink: DeltaSink): void {
    const chunk = unwrapAnswer(event)
    if (!isFields(chunk)) return refuse(event)
    const { candidates, usageMetadata, promptFeedback, error } = chunk
    if ((candidates ?? usageMetadata ?? promptFeedback ?? error ?? chunk['modelVersion']) === undefined) {
      return refuse(event)
    }
    if (isFields(usageMetadata)) {
      // Early chunks count less than late ones.
      for (const [name, count] of Object.entries(usageMetadata)) usage.set(name, count)
    }
    if (isFields(promptFeedback)) {
      answer = { ...answer, promptFeedback }
      ended ||= promptFeedback['blockReason'] !== undefined
    }
    const found = fieldsOf(listOf(candidates).find(isFirstCandidate))
    for (const part of listOf(fieldsOf(found['content'])['parts'])) takePart(fieldsOf(part), sink)
    for (const [name, fact] of Object.entries(found)) if (name !== 'content') candidate.set(name, fact)
    const finishWord = finishWordOf(found)
    if (finishWord !== undefined) {
      ended = true
      closeOpen(sink, finishOf(finishWord) === 'stop' ? 'implied' : 'cut')
    }
    if (error !== undefined && error !== null) {
      ended = true
      answer = { ...answer, error }
      closeOpen(sink, 'cut')
    }
  }

  /** Once is enough: a stream of nonsense would fill the memory with its problems. */
  function refuse(event: unknown): void {
    if (foundUnreadable) return
    foundUnreadable = true
    const message = `The stream holds something that is no chunk of Gemini: ${showValue(event)}.`
    problems.push(createProblem('RESPONSE_UNREADABLE', '', message))
  }

  function takePart(part: JsonObject, sink: DeltaSink): void {
    if (isFields(part['functionCall'])) return takeCall(part, part['functionCall'], sink)
    const { text } = part
    if (typeof text !== 'string') {
      if (Object.keys(part).length > 0) parts.push({ ...part })
      return
    }
    if (text !== '') {
      if (part['thought'] === true) sink.reasoning(text)
      else sink.text(text)
    }
    const last = parts.at(-1)
    if (isPlainText(part) && last !== undefined && isPlainText(last) && last['thought'] === part['thought']) {
      last.text += text
    } else if (text !== '' || !isPlainText(part)) {
      parts.push({ ...part })
    }
  }

  function takeCall(part: JsonObject, call: JsonObject, sink: DeltaSink): void {
    const name = textOf(call['name'])
    const id = textOf(call['id'])
    const goesOn = open !== undefined && (name === undefined || (id !== undefined && id === open.id))
    // The end of a call that is over already.
    if (!goesOn && Object.keys(call).length === 0 && part['thoughtSignature'] === undefined) return
    if (!goesOn) {
      closeOpen(sink, 'implied')
      open = start(part, name, id, sink)
      sink.callStart(open.index, id, name)
    }
    if (open === undefined) return
    open.sink = sink
    if (goesOn) addToStart(open, part, id)
    const { args } = call
    open.inPieces ||= goesOn || call['willContinue'] === true || Array.isArray(call['partialArgs'])
    // Arguments that came whole and nest too deep to be told are refused when the call is read.
    if (isFields(args) && !open.args.plant(args) && open.inPieces) markBroken(open, 'args')
    for (const piece of listOf(call['partialArgs'])) {
      if (!open.args.write(piece)) markBroken(open, fieldsOf(piece)['jsonPath'])
    }
    if (call['willContinue'] !== true) closeOpen(sink, 'told')
  }

  function start(
    part: JsonObject,
    name: string | undefined,
    id: string | undefined,
    sink: DeltaSink,
  ): OpenCall {
    const index = calls++
    const copy: Part = { ...part }
    parts.push(copy)
    const started: OpenCall = {
      index,
      name,
      id,
      part: copy,
      args: createPartialArguments((change) => started.sink.callValue(index, change)),
      sink,
      inPieces: false,
      broken: false,
    }
    return started
  }

  function addToStart(call: OpenCall, part: JsonObject, id: string | undefined): void {
    const { thoughtSignature } = part
    if (thoughtSignature !== undefined) call.part['thoughtSignature'] ??= thoughtSignature
    if (id === undefined || call.id !== undefined) return
    call.id = id
    call.part['functionCall'] = { ...fieldsOf(call.part['functionCall']), id }
    call.sink.callStart(call.index, id, call.name)
  }

  function markBroken(call: OpenCall, path: unknown): void {
    if (call.broken) return
    call.broken = true
    const place = typeof path === 'string' ? quoteText(path) : showValue(path)
    const message = `A piece of the arguments of '${shownName(call.name ?? '')}' cannot be written at ${place}.`
    const hint = 'Ask again: the call is not run.'
    problems.push(createProblem('CALL_INVALID', `calls[${call.index}].arguments`, message, hint))
  }

  function closeOpen(sink: DeltaSink, how: 'told' | 'implied' | 'cut'): void {
    if (open === undefined) return
    const call = open
    open = undefined
    call.sink = sink
    const isWhole = !call.broken && (how === 'told' || (how === 'implied' && !call.args.hasOpenText()))
    if (isWhole) call.args.close()
    if (call.inPieces) {
      const { willContinue: _, partialArgs: __, ...fields } = fieldsOf(call.part['functionCall'])
      call.part['functionCall'] = { ...fields, args: call.args.value() }
    }
    if (isWhole) sink.callEnd(call.index)
    else unfinished.push(call.index)
  }

  return {
    push(event, sink) {
      if (Array.isArray(event)) for (const chunk of event) takeChunk(chunk, sink)
      else takeChunk(event, sink)
    },
    end() {
      closeOpen(QUIET, ended ? 'implied' : 'cut')
      const content = parts.length === 0 ? {} : { content: { role: 'model', parts } }
      const candidates = [{ ...Object.fromEntries(candidate), ...content }]
      const counts = usage.size === 0 ? {} : { usageMetadata: Object.fromEntries(usage) }
      return { response: { ...answer, ...counts, candidates }, problems, unfinished, ended }
    },
  }
}

/** Text that may be joined to text beside it: nothing hangs on its place. */
function isPlainText(part: JsonObject): part is JsonObject & { text: string } {
  return (
    typeof part['text'] === 'string' && Object.keys(part).every((key) => key === 'text' || key === 'thought')
  )
}

const ignore = (): void => undefined

const QUIET: DeltaSink = {
  text: ignore,
  reasoning: ignore,
  callStart: ignore,
  callArguments: ignore,
  callValue: ignore,
  callEnd: ignore,
  reset: ignore,
}
