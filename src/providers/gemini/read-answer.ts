import type { JsonObject } from '../../schema/json-schema.ts'
import type { DecodeProblem, FinishReason, TokenUsage, WireCall, WireResponse } from '../decoded.ts'
import { createProblem, finishFrom, usageFrom } from '../wire/answer-facts.ts'
import { fieldsOf, isFields, listOf, numberOf, textOf } from '../wire/read-fields.ts'

const FINISHES: ReadonlyMap<string, FinishReason> = new Map<string, FinishReason>([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'blocked'],
  ['RECITATION', 'blocked'],
  ['LANGUAGE', 'blocked'],
  ['BLOCKLIST', 'blocked'],
  ['PROHIBITED_CONTENT', 'blocked'],
  ['SPII', 'blocked'],
  ['IMAGE_SAFETY', 'blocked'],
  ['IMAGE_PROHIBITED_CONTENT', 'blocked'],
  ['IMAGE_RECITATION', 'blocked'],
  ['MALFORMED_FUNCTION_CALL', 'invalid_call'],
  ['UNEXPECTED_TOOL_CALL', 'invalid_call'],
  ['TOO_MANY_TOOL_CALLS', 'invalid_call'],
  ['MALFORMED_RESPONSE', 'invalid_call'],
  ['CONTINUATION', 'invalid_call'],
  ['MISSING_THOUGHT_SIGNATURE', 'error'],
])

/** Vertex may send enums as numbers. Past these the two services of Google number differently. */
const NUMBERED_FINISHES: ReadonlyMap<unknown, string> = new Map([
  [1, 'STOP'],
  [2, 'MAX_TOKENS'],
  [3, 'SAFETY'],
  [4, 'RECITATION'],
  [5, 'OTHER'],
])

/** Fields that only an answer has, whatever else is in it. */
const ANSWER_FIELDS = ['candidates', 'promptFeedback', 'usageMetadata', 'error'] as const

/** The answer inside the envelopes that are in use: `{ response }` of Vertex and Code Assist, a list of one. */
export function unwrapAnswer(given: unknown): unknown {
  const value = Array.isArray(given) && given.length === 1 && isAnswer(given[0]) ? given[0] : given
  const inner = fieldsOf(value)['response']
  return isFields(inner) && !isFields(fieldsOf(value)['functionResponse']) ? inner : value
}

function isAnswer(value: unknown): boolean {
  return isFields(value) && (isFields(value['response']) || ANSWER_FIELDS.some((name) => name in value))
}

/** Gemini's word for why it stopped; undefined while it goes on. */
export function finishWordOf({ finishReason }: JsonObject): string | undefined {
  if (finishReason === 'FINISH_REASON_UNSPECIFIED' || finishReason === 0) return undefined
  return NUMBERED_FINISHES.get(finishReason) ?? textOf(finishReason) ?? numberOf(finishReason)?.toString()
}

/** How that is called here. Numbers without a name are all reasons to stop the answer, so nothing of it may run. */
export function finishOf(word: string | undefined): FinishReason {
  return word !== undefined && /^\d+$/.test(word) ? 'blocked' : finishFrom(FINISHES, word)
}

/** Whether a value has the shape of an answer of Gemini. */
export function recognisesAnswer(response: unknown): boolean {
  const answer = fieldsOf(unwrapAnswer(response))
  return (
    Array.isArray(answer['candidates']) ||
    isFields(answer['promptFeedback']) ||
    (Array.isArray(answer['parts']) && answer['type'] === undefined) ||
    isGoogleError(answer['error'])
  )
}

function isGoogleError(error: unknown): boolean {
  const { code, status } = fieldsOf(error)
  return typeof code === 'number' && typeof status === 'string'
}

/** Reads a whole answer, a bare content, or a bare list of parts. */
export function readAnswer(response: unknown): WireResponse {
  const value = unwrapAnswer(response)
  const answer = fieldsOf(value)
  const candidates = listOf(answer['candidates'])
  const content = isParts(value) ? { parts: value } : Array.isArray(answer['parts']) ? answer : undefined
  const feedback = fieldsOf(answer['promptFeedback'])
  if (content !== undefined) return readContent(content as JsonObject, {}, answer)
  if (isAnswer(answer)) {
    const candidate = fieldsOf(candidates.find(isFirstCandidate))
    return readContent(fieldsOf(candidate['content']), { ...candidate, ...blockedBy(feedback) }, answer)
  }
  return {
    text: '',
    reasoning: '',
    calls: [],
    finish: 'error',
    messages: [],
    problems: [createProblem('RESPONSE_UNREADABLE', '', describeUnreadable(value))],
  }
}

/** Only one candidate is read; in a stream each chunk may hold another one. */
export function isFirstCandidate(candidate: unknown): boolean {
  return isFields(candidate) && (candidate['index'] ?? 0) === 0
}

/** A prompt that was refused has no candidate: its reason stands in for the finish reason. */
function blockedBy({ blockReason }: JsonObject): JsonObject {
  return typeof blockReason === 'string' ? { blockReason } : {}
}

function isParts(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((part) => isFields(part) && part['type'] === undefined) &&
    value.some((part) => 'text' in part || 'functionCall' in part)
  )
}

function describeUnreadable(value: unknown): string {
  if (Array.isArray(value) && value.some(isAnswer)) {
    return 'This is the list of chunks of a stream: push each of them into an accumulator.'
  }
  return 'This is not an answer of Gemini: it has neither `candidates` nor `parts`.'
}

function readContent(content: JsonObject, candidate: JsonObject, answer: JsonObject): WireResponse {
  const parts = listOf(content['parts']).map(fieldsOf)
  const calls = parts.filter((part) => isFields(part['functionCall'])).map(readCall)
  const textWhere = (thought: boolean): string =>
    parts
      .filter((part) => (part['thought'] === true) === thought)
      .map((part) => textOf(part['text']) ?? '')
      .join('')
  const rawFinish = textOf(candidate['blockReason']) ?? finishWordOf(candidate)
  const usage = readUsage(answer['usageMetadata'])
  const problems = readProblems(candidate, answer['error'])
  return {
    text: textWhere(false),
    reasoning: textWhere(true),
    calls,
    finish: readFinish(candidate, answer['error'], calls.length > 0),
    ...(rawFinish === undefined ? {} : { rawFinish }),
    ...(usage === undefined ? {} : { usage }),
    messages:
      parts.length === 0 ? [] : [content['role'] === undefined ? { role: 'model', ...content } : content],
    problems,
  }
}

function readCall(part: JsonObject): WireCall {
  const call = fieldsOf(part['functionCall'])
  const signature = textOf(part['thoughtSignature'])
  return {
    id: textOf(call['id']),
    name: textOf(call['name']),
    // Pieces belong into a stream. Given as they are they are refused, where nothing at all would be run as `{}`.
    arguments: call['args'] ?? call['partialArgs'] ?? (call['willContinue'] === true ? [] : undefined),
    ...(signature === undefined ? {} : { echo: { thoughtSignature: signature } }),
  }
}

function readFinish(candidate: JsonObject, error: unknown, hasCalls: boolean): FinishReason {
  if (error !== undefined && error !== null) return 'error'
  if (candidate['blockReason'] !== undefined) return 'blocked'
  const finish = finishOf(finishWordOf(candidate))
  return finish === 'stop' && hasCalls ? 'tool_calls' : finish
}

function readProblems(candidate: JsonObject, error: unknown): DecodeProblem[] {
  if (error !== undefined && error !== null) return [readError(error)]
  const word = textOf(candidate['blockReason']) ?? finishWordOf(candidate) ?? ''
  const told = textOf(candidate['finishMessage'])
  const reason = told === undefined ? word : `${word}: ${told}`
  switch (readFinish(candidate, undefined, false)) {
    case 'blocked':
      return [createProblem('RESPONSE_BLOCKED', '', `Gemini stopped the answer (${reason}).`)]
    case 'invalid_call':
      return [
        createProblem(
          'CALL_INVALID',
          '',
          `The model wrote a call that Gemini could not read (${reason}).`,
          'Ask again: the model may write the call well the next time.',
        ),
      ]
    case 'error':
      return [createProblem('PROVIDER_ERROR', '', `Gemini could not go on (${reason}).`)]
    default:
      return []
  }
}

function readError(error: unknown): DecodeProblem {
  const { code, status, message } = fieldsOf(error)
  const name = textOf(status) ?? numberOf(code) ?? 'error'
  const said = textOf(error) ?? textOf(message) ?? 'no message'
  return createProblem('PROVIDER_ERROR', '', `Gemini answered with ${name}: ${said}`)
}

/** Thoughts and the prompts of server tools are counted apart by Gemini; elsewhere they are part of the whole. */
function readUsage(given: unknown): TokenUsage | undefined {
  const usage = fieldsOf(given)
  return usageFrom({
    inputTokens: sumOf(usage['promptTokenCount'], usage['toolUsePromptTokenCount']),
    outputTokens: sumOf(usage['candidatesTokenCount'], usage['thoughtsTokenCount']),
    totalTokens: usage['totalTokenCount'],
    cachedInputTokens: usage['cachedContentTokenCount'],
    reasoningTokens: usage['thoughtsTokenCount'],
  })
}

function sumOf(...counts: readonly unknown[]): number | undefined {
  const numbers = counts.map(numberOf).filter((count) => count !== undefined)
  return numbers.length === 0 ? undefined : numbers.reduce((sum, count) => sum + count, 0)
}
