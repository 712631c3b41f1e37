import type { JsonObject } from '../../schema/json-schema.ts'
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
  ['guardrail_intervened', 'blocked'],
  ['content_filtered', 'blocked'],
  ['malformed_tool_use', 'invalid_call'],
  ['malformed_model_output', 'error'],
  // No word of Bedrock's: the assembler of streams says it after an exception.
  ['error', 'error'],
])

/** Reads an answer of Converse, the message in it, or its bare content. Text as `input` is JSON text, from a stream. */
export function decodeConverse(response: unknown): WireResponse {
  const content = readContent(response)
  if (content === undefined) return failedAnswer(problemOf(response))
  let text = ''
  let reasoning = ''
  const calls: WireCall[] = []
  const problems: DecodeProblem[] = []
  const echoed: JsonObject[] = []
  for (const [index, block] of content.entries()) {
    if (!isFields(block)) {
      const path = `output.message.content[${index}]`
      problems.push(createProblem('RESPONSE_UNREADABLE', path, 'A content block is no object.'))
      continue
    }
    text += textOf(block['text']) ?? ''
    for (const cited of listOf(fieldsOf(block['citationsContent'])['content'])) {
      text += textOf(fieldsOf(cited)['text']) ?? ''
    }
    reasoning += textOf(fieldsOf(fieldsOf(block['reasoningContent'])['reasoningText'])['text']) ?? ''
    const use = block['toolUse']
    if (!isFields(use)) echoed.push(block)
    else if (isServerUse(use)) echoed.push(echoBlock(block, use, undefined))
    else {
      const call = readCall(use, calls.length)
      calls.push(call)
      echoed.push(echoBlock(block, use, call.id))
    }
  }
  const fields = fieldsOf(response)
  const rawFinish = textOf(fields['stopReason'])
  const usage = readUsage(fieldsOf(fields['usage']))
  const finish = finishFrom(FINISH, rawFinish)
  if (finish === 'invalid_call') problems.push(invalidCall())
  return {
    text,
    reasoning,
    calls,
    finish,
    ...(rawFinish === undefined ? {} : { rawFinish }),
    ...(usage === undefined ? {} : { usage }),
    // A message without content is refused when it is sent back.
    messages: echoed.length === 0 ? [] : [{ role: 'assistant', content: echoed }],
    problems,
  }
}

/** Whether a value is an answer of Converse. */
export function isConverseAnswer(value: unknown): boolean {
  const message = fieldsOf(fieldsOf(value)['output'])['message']
  return isFields(message) && Array.isArray(message['content'])
}

/** Bedrock runs these itself; their results are in the answer too. */
export function isServerUse(use: JsonObject): boolean {
  return use['type'] === 'server_tool_use'
}

function readContent(response: unknown): readonly unknown[] | undefined {
  if (Array.isArray(response)) return response.some(isBlock) ? response : undefined
  const fields = fieldsOf(response)
  const output = fieldsOf(fields['output'])['message']
  if (isFields(output)) return listOf(output['content'])
  const { content } = fields
  if (fields['role'] !== 'assistant' || !Array.isArray(content)) return undefined
  return content.length === 0 || content.some(isBlock) ? content : undefined
}

/** Bedrock tells blocks apart by their one field; other providers have a `type` there. */
function isBlock(value: unknown): boolean {
  if (!isFields(value)) return false
  return typeof value['type'] !== 'string' || isFields(value['toolUse'])
}

function readCall(use: JsonObject, position: number): WireCall {
  const name = textOf(use['name'])
  return {
    id: textOf(use['toolUseId']) ?? mintCallId(position, name ?? '', ''),
    name,
    arguments: use['input'],
  }
}

/** The block as it came, but for what no request may hold: `input` as text, a call without an id. */
function echoBlock(block: JsonObject, use: JsonObject, callId: string | undefined): JsonObject {
  const { input } = use
  const isText = typeof input === 'string'
  const lacksId = callId !== undefined && textOf(use['toolUseId']) === undefined
  if (!isText && !lacksId) return block
  return {
    ...block,
    toolUse: {
      ...use,
      ...(lacksId ? { toolUseId: callId } : {}),
      ...(isText ? { input: echoedInput(input) } : {}),
    },
  }
}

/** Bedrock counts cached tokens beside the others; here, as at other providers, they are a part of the input. */
function readUsage(usage: JsonObject): TokenUsage | undefined {
  const input = numberOf(usage['inputTokens'])
  const cached = numberOf(usage['cacheReadInputTokens'])
  const written = numberOf(usage['cacheWriteInputTokens'])
  return usageFrom({
    inputTokens: input === undefined ? undefined : input + (cached ?? 0) + (written ?? 0),
    outputTokens: usage['outputTokens'],
    totalTokens: usage['totalTokens'],
    cachedInputTokens: cached,
  })
}

/** Errors are `{ message }`, with the type in a header or, from some services, in `__type`. */
function problemOf(response: unknown): DecodeProblem {
  const fields = fieldsOf(response)
  const message = textOf(fields['message']) ?? textOf(fields['Message'])
  if (message === undefined || Object.hasOwn(fields, 'role')) {
    const said = 'What came is no answer of Bedrock Converse: it has no `output.message`.'
    return createProblem('RESPONSE_UNREADABLE', '', said)
  }
  return bedrockError(textOf(fields['__type']) ?? 'an error', message)
}

function invalidCall(): DecodeProblem {
  const message = 'The model wrote a call that Bedrock could not read (malformed_tool_use).'
  return createProblem(
    'CALL_INVALID',
    '',
    message,
    'Ask again: the model may write the call well the next time.',
  )
}

/** An error body, or an exception among the events of a stream. */
export function bedrockError(type: string, message: string): DecodeProblem {
  return createProblem('PROVIDER_ERROR', '', `Bedrock answered with ${type}: ${message.slice(0, 1000)}`)
}
