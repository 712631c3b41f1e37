import type { JsonObject } from '../../schema/json-schema.ts'
import type { DecodeProblem, FinishReason, TokenUsage, WireResponse } from '../decoded.ts'
import { createProblem, finishFrom, usageFrom } from '../wire/answer-facts.ts'
import { failedAnswer } from '../wire/failed-answer.ts'
import { fieldsOf, isFields, listOf, textOf } from '../wire/read-fields.ts'
import { readChatCalls } from './chat-calls.ts'
import { CONTENT_TYPES, readChatContent } from './chat-content.ts'
import type { ChatFacts } from './chat-facts.ts'
import { echoedMessages } from './echoed-messages.ts'
import { isInvalidCall, providerError } from './provider-error.ts'

/** Where a message keeps its reasoning; servers that send both send the same in both. */
export const REASONING_FIELDS = ['reasoning_content', 'reasoning'] as const

/** Reads a whole answer in the Chat shape, or the bare message in it. */
export function decodeChat(response: unknown, facts: ChatFacts): WireResponse {
  const body = fieldsOf(response)
  const choice = fieldsOf(listOf(body['choices'])[0])
  const error = findError(body, choice)
  const problems: DecodeProblem[] = error === undefined ? [] : [providerError(facts.title, error)]
  const message = isFields(choice['message'])
    ? choice['message']
    : isChatMessage(response)
      ? response
      : undefined
  if (message === undefined) {
    if (error === undefined) return failedAnswer(unreadable(body, facts))
    return {
      ...failedAnswer(providerError(facts.title, error)),
      finish: errorFinish(error),
      ...usageField(body),
    }
  }

  const content = readChatContent(message['content'])
  const refusal = textOf(message['refusal']) ?? content.refusal
  const { calls, message: complete } = readChatCalls(message, facts)
  const rawFinish = textOf(choice['finish_reason'])
  let finish = finishFrom(facts.finishes, rawFinish)
  // A tool that was forced by name ends in `stop`.
  if (finish === 'stop' && calls.length > 0) finish = 'tool_calls'
  if (refusal !== '') finish = 'blocked'
  if (error !== undefined) finish = errorFinish(error)
  if (finish === 'blocked') {
    const reason =
      refusal === '' ? `A filter of ${facts.title} stopped the answer.` : `The model refused: ${refusal}`
    problems.push(createProblem('RESPONSE_BLOCKED', '', reason))
  } else if (finish === 'error' && error === undefined) problems.push(providerError(facts.title, rawFinish))
  return {
    text: content.text + spokenText(message),
    reasoning: reasoningOf(message) + content.reasoning,
    calls,
    finish,
    ...(rawFinish === undefined ? {} : { rawFinish }),
    ...usageField(body),
    messages: echoedMessages(complete),
    problems,
  }
}

/** Whether a value is a whole answer, a piece of a stream, or a bare message in the Chat shape. */
export function recognisesChat(response: unknown): boolean {
  if (!isFields(response)) return false
  const choice = listOf(response['choices'])[0]
  if (isFields(choice)) return isFields(choice['message']) || isFields(choice['delta'])
  const object = response['object']
  if (typeof object === 'string') return object.startsWith('chat.completion')
  return isChatMessage(response) && Array.isArray(response['tool_calls']) && !('tool_plan' in response)
}

function isChatMessage(value: unknown): value is JsonObject {
  // Anthropic's answers have role and content too; only theirs have a type.
  if (!isFields(value) || 'type' in value || (value['role'] ?? 'assistant') !== 'assistant') return false
  const content = value['content']
  if (Array.isArray(content) && content.length > 0) {
    return content.every((piece) => CONTENT_TYPES.has(fieldsOf(piece)['type']))
  }
  return typeof content === 'string' || Array.isArray(value['tool_calls']) || isFields(value['function_call'])
}

/** The words of an answer that was spoken. */
function spokenText(message: JsonObject): string {
  return textOf(fieldsOf(message['audio'])['transcript']) ?? ''
}

function reasoningOf(message: JsonObject): string {
  for (const field of REASONING_FIELDS) {
    const text = textOf(message[field])
    if (text !== undefined) return text
  }
  return ''
}

function usageField(body: JsonObject): { usage?: TokenUsage } {
  const given = isFields(body['usage']) ? body['usage'] : fieldsOf(fieldsOf(body['x_groq'])['usage'])
  const usage = usageFrom({
    inputTokens: given['prompt_tokens'],
    outputTokens: given['completion_tokens'],
    totalTokens: given['total_tokens'],
    cachedInputTokens:
      fieldsOf(given['prompt_tokens_details'])['cached_tokens'] ??
      given['prompt_cache_hit_tokens'] ??
      given['num_cached_tokens'],
    reasoningTokens: fieldsOf(given['completion_tokens_details'])['reasoning_tokens'],
  })
  return usage === undefined ? {} : { usage }
}

/** An error of the answer, or of its choice (OpenRouter); Mistral's is the body itself, its gateway's a bare message. */
function findError(body: JsonObject, choice: JsonObject): unknown {
  const error = body['error'] ?? choice['error'] ?? body['detail']
  if (error !== undefined && error !== null && error !== '') return error
  if (body['object'] === 'error') return isFields(body['message']) ? body['message']['detail'] : body
  return textOf(body['message'])
}

function errorFinish(error: unknown): FinishReason {
  return isInvalidCall(error) ? 'invalid_call' : 'error'
}

function unreadable(body: JsonObject, { title }: ChatFacts): DecodeProblem {
  const reason = Array.isArray(body['choices'])
    ? 'its `choices` hold no message'
    : 'there are neither `choices` nor a message of an assistant in it'
  return createProblem('RESPONSE_UNREADABLE', '', `This is not an answer of ${title}: ${reason}.`)
}
