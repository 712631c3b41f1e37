import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import type { DecodeProblem, FinishReason, TokenUsage, WireCall, WireResponse } from '../decoded.ts'
import { mintCallId } from '../mint-call-id.ts'
import { createProblem, finishFrom, usageFrom } from '../wire/answer-facts.ts'
import { echoedInput } from '../wire/echoed-input.ts'
import { failedAnswer } from '../wire/failed-answer.ts'
import { fieldsOf, isFields, listOf, numberOf, textOf } from '../wire/read-fields.ts'

const FINISH: ReadonlyMap<string, FinishReason> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'tool_calls'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'blocked'],
  ['pause_turn', 'continue'],
  // No word of Anthropic's: the assembler of streams says it after an error event.
  ['error', 'error'],
])

/** Fields of a call that its result, or the next request, may have to repeat. */
const ECHOED_FIELDS = ['toolset_name', 'caller'] as const

/** Reads a message, or its bare content. Text as the `input` of a call is JSON text: so streams and some proxies give it. */
export function decodeMessage(response: unknown): WireResponse {
  const message = readMessage(response)
  if (message === undefined) return failedAnswer(problemOf(response))
  let text = ''
  let reasoning = ''
  const calls: WireCall[] = []
  const problems: DecodeProblem[] = []
  const echoed: JsonObject[] = []
  const blocks = readBlocks(message['content'])
  for (const [index, block] of blocks.entries()) {
    if (!isFields(block)) {
      problems.push(
        createProblem('RESPONSE_UNREADABLE', `content[${index}]`, 'A content block is no object.'),
      )
      continue
    }
    if (block['type'] === 'tool_use') {
      const call = readCall(block, calls.length)
      calls.push(call)
      echoed.push(echoBlock(block, call.id))
      continue
    }
    if (block['type'] === 'text') text += textOf(block['text']) ?? ''
    else if (block['type'] === 'thinking') reasoning += textOf(block['thinking']) ?? ''
    echoed.push(echoBlock(block, undefined))
  }
  const rawFinish = textOf(message['stop_reason'])
  const usage = readUsage(fieldsOf(message['usage']))
  return {
    text,
    reasoning,
    calls,
    finish: finishFrom(FINISH, rawFinish),
    ...(rawFinish === undefined ? {} : { rawFinish }),
    ...(usage === undefined ? {} : { usage }),
    // A message without content is refused when it is sent back.
    messages: echoed.length === 0 ? [] : [{ role: 'assistant', content: echoed }],
    problems,
  }
}

/** Whether a value is an answer or an error of Anthropic's. */
export function isAnthropicAnswer(value: unknown): boolean {
  if (!isFields(value)) return false
  if (value['type'] === 'error') return isFields(value['error'])
  return value['type'] === 'message' && Array.isArray(value['content']) && Object.hasOwn(value, 'stop_reason')
}

function readMessage(response: unknown): JsonObject | undefined {
  if (Array.isArray(response)) return response.some(isBlock) ? { content: response } : undefined
  if (!isFields(response)) return undefined
  if (response['role'] !== 'assistant' && response['type'] !== 'message') return undefined
  const { content } = response
  // Messages of other providers have text here, with their calls in another field, or blocks without a type.
  if (typeof content === 'string') return Object.hasOwn(response, 'tool_calls') ? undefined : response
  if (!Array.isArray(content)) return undefined
  return content.length === 0 || content.some(isBlock) ? response : undefined
}

function isBlock(value: unknown): boolean {
  return isFields(value) && typeof value['type'] === 'string'
}

function readBlocks(content: unknown): readonly unknown[] {
  if (typeof content !== 'string') return listOf(content)
  return content === '' ? [] : [{ type: 'text', text: content }]
}

/** Some proxies put the call into a field of its own, and call its arguments `parameters`. */
function readCall(block: JsonObject, position: number): WireCall {
  const nested = fieldsOf(block['tool_use'])
  const name = textOf(block['name']) ?? textOf(nested['name'])
  const given = block['input'] ?? block['parameters'] ?? nested['input'] ?? nested['parameters']
  const echo: Record<string, JsonValue> = {}
  for (const field of ECHOED_FIELDS) {
    const value = block[field] ?? nested[field]
    if (value !== undefined && value !== null) echo[field] = value
  }
  return {
    id: textOf(block['id']) ?? textOf(nested['id']) ?? mintCallId(position, name ?? '', ''),
    name,
    arguments: given,
    ...(Object.keys(echo).length === 0 ? {} : { echo }),
  }
}

/** The block as it came, but for what no request may hold: `input` as text, a call without an id. */
function echoBlock(block: JsonObject, callId: string | undefined): JsonObject {
  const { input } = block
  const isText = typeof input === 'string'
  const lacksId = callId !== undefined && !textOf(block['id']) && !isFields(block['tool_use'])
  if (!isText && !lacksId) return block
  return { ...block, ...(lacksId ? { id: callId } : {}), ...(isText ? { input: echoedInput(input) } : {}) }
}

/** Anthropic counts cached tokens beside the others; here, as at other providers, they are a part of the input. */
function readUsage(usage: JsonObject): TokenUsage | undefined {
  const input = numberOf(usage['input_tokens'])
  const cached = numberOf(usage['cache_read_input_tokens'])
  const written = numberOf(usage['cache_creation_input_tokens'])
  return usageFrom({
    inputTokens: input === undefined ? undefined : input + (cached ?? 0) + (written ?? 0),
    outputTokens: usage['output_tokens'],
    cachedInputTokens: cached,
    reasoningTokens: fieldsOf(usage['output_tokens_details'])['thinking_tokens'],
  })
}

function problemOf(response: unknown): DecodeProblem {
  const error = fieldsOf(response)['error']
  if (isFields(error)) return anthropicError(error)
  return createProblem(
    'RESPONSE_UNREADABLE',
    '',
    'What came is no message of Anthropic: it has no `content`.',
  )
}

/** The `error` of an error body or an error event. */
export function anthropicError(error: JsonObject): DecodeProblem {
  const type = textOf(error['type']) ?? 'an error'
  const message = textOf(error['message']) ?? 'no message was given'
  return createProblem('PROVIDER_ERROR', '', `Anthropic answered with ${type}: ${message.slice(0, 1000)}`)
}
