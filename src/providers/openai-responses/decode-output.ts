import type { JsonObject } from '../../schema/json-schema.ts'
import type { DecodeProblem, FinishReason, TokenUsage, WireResponse } from '../decoded.ts'
import { createProblem, finishFrom, usageFrom } from '../wire/answer-facts.ts'
import { failedAnswer } from '../wire/failed-answer.ts'
import { fieldsOf, isFields, listOf, textOf } from '../wire/read-fields.ts'
import {
  isCallKind,
  isItem,
  kindOf,
  messageText,
  PARAGRAPH,
  readCall,
  reasoningText,
  refusalText,
} from './read-items.ts'

const TITLE = 'OpenAI Responses'

/** Statuses, and reasons of an incomplete answer. */
const FINISHES: ReadonlyMap<string, FinishReason> = new Map([
  ['completed', 'stop'],
  ['max_output_tokens', 'length'],
  ['content_filter', 'blocked'],
  ['failed', 'error'],
  // An answer that is fetched too early, or was called off: nothing in it is final.
  ['in_progress', 'error'],
  ['queued', 'error'],
  ['cancelled', 'error'],
])

/** Whether a value is a whole answer, an event of a stream, an output item or a list of them. */
export function recognisesOutput(response: unknown): boolean {
  if (Array.isArray(response)) return response.length > 0 && response.every(isOutputEntry)
  if (!isFields(response)) return false
  const { type, object, output } = response
  if (object === 'response' || isItem(response)) return true
  if (typeof type === 'string' && type.startsWith('response.')) return true
  return Array.isArray(output) && output.length > 0 && output.every(isOutputEntry)
}

/** Reads a whole answer, a bare list of output items, or one item. */
export function decodeOutput(response: unknown): WireResponse {
  const body = bodyOf(response)
  if (body === undefined) {
    const error = errorOf(fieldsOf(response))
    return failedAnswer(error === undefined ? unreadable() : providerError(error))
  }
  const items = listOf(body['output']).filter(isFields)
  const calls = items.filter((item) => isCallKind(kindOf(item))).map(readCall)
  const messages = items.filter((item) => kindOf(item) === 'message')
  const rawFinish = textOf(fieldsOf(body['incomplete_details'])['reason']) ?? textOf(body['status'])
  const refusal = messages.map(refusalText).join('')
  const error = errorOf(body)
  const finish = finishOf(rawFinish, {
    refused: refusal !== '',
    failed: error !== undefined,
    calls: calls.length,
  })
  const usage = readUsage(fieldsOf(body['usage']))
  return {
    text: messages.map(messageText).join(''),
    reasoning: items
      .filter((item) => kindOf(item) === 'reasoning')
      .map(reasoningText)
      .filter((text) => text !== '')
      .join(PARAGRAPH),
    calls,
    finish,
    ...(rawFinish === undefined ? {} : { rawFinish }),
    ...(usage === undefined ? {} : { usage }),
    messages: items,
    problems: problemsOf(finish, { error, refusal, rawFinish }),
  }
}

/** An error in any of its places: of the answer, of an `error` event, of a gateway before it. */
export function errorOf(body: JsonObject): unknown {
  const error = body['error'] ?? (body['type'] === 'error' ? body : undefined)
  return error === null || error === '' ? undefined : error
}

function bodyOf(response: unknown): JsonObject | undefined {
  if (Array.isArray(response)) return recognisesOutput(response) ? { output: response } : undefined
  if (!isFields(response)) return undefined
  if (isItem(response)) return { output: [response] }
  if (Array.isArray(response['output'])) return response
  return response['object'] === 'response' ? response : undefined
}

function isOutputEntry(entry: unknown): boolean {
  if (isItem(entry)) return true
  const type = fieldsOf(entry)['type']
  return typeof type === 'string' && (/_(?:call|output)$/.test(type) || type === 'program')
}

function finishOf(
  rawFinish: string | undefined,
  { refused, failed, calls }: { refused: boolean; failed: boolean; calls: number },
): FinishReason {
  if (failed) return 'error'
  if (refused) return 'blocked'
  const finish = finishFrom(FINISHES, rawFinish)
  // Bare items have no status: what they hold tells.
  const isOver = finish === 'stop' || rawFinish === undefined
  return isOver ? (calls > 0 ? 'tool_calls' : 'stop') : finish
}

function problemsOf(
  finish: FinishReason,
  { error, refusal, rawFinish }: { error: unknown; refusal: string; rawFinish: string | undefined },
): readonly DecodeProblem[] {
  if (finish === 'blocked') {
    const reason =
      refusal === '' ? `A filter of ${TITLE} stopped the answer.` : `The model refused: ${refusal}`
    return [createProblem('RESPONSE_BLOCKED', '', reason)]
  }
  if (finish !== 'error') return []
  return [providerError(error ?? `the answer is \`${rawFinish}\``)]
}

function providerError(error: unknown): DecodeProblem {
  const { message, code } = fieldsOf(error)
  const words = textOf(error) ?? textOf(message) ?? textOf(code) ?? 'no reason was given'
  return createProblem('PROVIDER_ERROR', '', `${TITLE} answered with an error: ${words}`)
}

function unreadable(): DecodeProblem {
  const message = `This is not an answer of ${TITLE}: there is neither an \`output\` list nor an output item in it.`
  return createProblem('RESPONSE_UNREADABLE', '', message)
}

function readUsage(usage: JsonObject): TokenUsage | undefined {
  return usageFrom({
    inputTokens: usage['input_tokens'],
    outputTokens: usage['output_tokens'],
    totalTokens: usage['total_tokens'],
    cachedInputTokens: fieldsOf(usage['input_tokens_details'])['cached_tokens'],
    reasoningTokens: fieldsOf(usage['output_tokens_details'])['reasoning_tokens'],
  })
}
