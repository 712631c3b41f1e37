import type { JsonObject } from '../../schema/json-schema.ts'
import type { FinishReason, TokenUsage, WireResponse } from '../decoded.ts'
import { readChatCalls } from '../openai-chat/chat-calls.ts'
import { readChatContent } from '../openai-chat/chat-content.ts'
import { echoedMessages } from '../openai-chat/echoed-messages.ts'
import { providerError } from '../openai-chat/provider-error.ts'
import { createProblem, finishFrom, usageFrom } from '../wire/answer-facts.ts'
import { failedAnswer } from '../wire/failed-answer.ts'
import { fieldsOf, isFields, listOf, textOf } from '../wire/read-fields.ts'

const TITLE = 'Cohere'

const FINISHES: ReadonlyMap<string, FinishReason> = new Map([
  ['COMPLETE', 'stop'],
  ['STOP_SEQUENCE', 'stop'],
  ['TOOL_CALL', 'tool_calls'],
  ['MAX_TOKENS', 'length'],
  ['ERROR', 'error'],
  ['TIMEOUT', 'error'],
])

/** Reads a whole answer of Cohere, or the bare message in it. */
export function decodeCohere(response: unknown): WireResponse {
  const body = fieldsOf(response)
  // An error is `{ message: "…" }`: text where an answer has an object.
  const error = body['error'] ?? textOf(body['message'])
  const message = isFields(body['message']) ? body['message'] : isCohereMessage(body) ? body : undefined
  if (message === undefined) {
    if (error !== undefined && error !== null) return failedAnswer(providerError(TITLE, error))
    const reason = `This is not an answer of ${TITLE}: there is no message of an assistant in it.`
    return failedAnswer(createProblem('RESPONSE_UNREADABLE', '', reason))
  }
  const content = readChatContent(message['content'])
  const { calls, message: complete } = readChatCalls(message, {})
  const rawFinish = textOf(body['finish_reason'])
  const failed = error !== undefined && error !== null
  const finish = failed ? 'error' : finishFrom(FINISHES, rawFinish)
  return {
    text: content.text,
    reasoning: (textOf(message['tool_plan']) ?? '') + content.reasoning,
    calls,
    finish: finish === 'stop' && calls.length > 0 ? 'tool_calls' : finish,
    ...(rawFinish === undefined ? {} : { rawFinish }),
    ...usageField(body),
    messages: echoedMessages(complete),
    problems: finish === 'error' ? [providerError(TITLE, failed ? error : rawFinish)] : [],
  }
}

/** Whether a value is an answer of Cohere, or an event of its streams. */
export function recognisesCohere(response: unknown): boolean {
  if (!isFields(response)) return false
  const type = response['type']
  if (typeof type === 'string') return EVENT_TYPES.test(type)
  if ('tool_plan' in response) return true
  // Ollama has a message too, but `done` in place of a reason in capitals.
  return isFields(response['message']) && /^[A-Z_]+$/.test(textOf(response['finish_reason']) ?? '')
}

const EVENT_TYPES = /^(?:message|content|tool-plan|tool-call|citation)-(?:start|delta|end)$/

function isCohereMessage(value: JsonObject): boolean {
  if ('type' in value || value['role'] !== 'assistant') return false
  const pieces = listOf(value['content'])
  const areKnown = pieces.every((piece) =>
    ['text', 'thinking'].includes(textOf(fieldsOf(piece)['type']) ?? ''),
  )
  return areKnown && ('content' in value || Array.isArray(value['tool_calls']))
}

function usageField(body: JsonObject): { usage?: TokenUsage } {
  const given = fieldsOf(body['usage'])
  const tokens = fieldsOf(given['tokens'])
  const billed = fieldsOf(given['billed_units'])
  const usage = usageFrom({
    inputTokens: tokens['input_tokens'] ?? billed['input_tokens'],
    outputTokens: tokens['output_tokens'] ?? billed['output_tokens'],
    cachedInputTokens: given['cached_tokens'],
  })
  return usage === undefined ? {} : { usage }
}
