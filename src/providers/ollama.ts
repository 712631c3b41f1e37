import { partToText } from '../results/render.ts'
import type { ContentPart, ToolResult } from '../results/tool-result.ts'
import type { JsonObject } from '../schema/json-schema.ts'
import type { DecodeProblem, FinishReason, WireCall, WireResponse } from './decoded.ts'
import { OLLAMA } from './dialects/ollama.ts'
import type { MessageContext, ProviderFormat, StreamAssembler } from './provider-format.ts'
import type { Message } from './transcript.ts'
import { createProblem, finishFrom, usageFrom } from './wire/answer-facts.ts'
import { failedAnswer } from './wire/failed-answer.ts'
import { ownMessages } from './wire/own-messages.ts'
import { fieldsOf, isFields, listOf, textOf } from './wire/read-fields.ts'
import { resultText } from './wire/result-content.ts'
import { valueText } from './wire/value-text.ts'

const ID = 'ollama'

/** `load` and `unload` answer requests without messages. */
const FINISHES: ReadonlyMap<string, FinishReason> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['load', 'stop'],
  ['unload', 'stop'],
])

/** Ollama's own `/api/chat`. It has no tool choice, and its calls come whole. */
export const ollama: ProviderFormat = {
  id: ID,
  title: 'Ollama',
  capabilities: {
    strict: false,
    deferral: false,
    cacheHints: false,
    examples: false,
    namedChoice: false,
    noneChoice: false,
    parallelFlag: false,
    errorFlag: false,
    imageResults: true,
    argumentsAs: 'value',
  },
  // The server takes any name; templates of models are safe with these.
  names: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 64 },
  dialects: { plain: OLLAMA },
  budgets: {},

  encodeTool: ({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }),
  encodeTools: (tools) => tools,
  encodeControls(tools, { choice, parallel }) {
    const warnings: string[] = []
    if (tools !== undefined && choice !== 'auto' && choice !== 'none') {
      warnings.push('Ollama has no tool choice: the model may answer without a call.')
    }
    if (tools !== undefined && parallel === false) {
      warnings.push('Ollama cannot be told to make one call only: an answer may hold several.')
    }
    return { request: tools === undefined ? {} : { tools }, warnings }
  },

  recognises: (response) =>
    isFields(response) &&
    isFields(response['message']) &&
    (typeof response['done'] === 'boolean' || typeof response['done_reason'] === 'string'),
  decode: decodeAnswer,
  createAssembler,
  encodeResults,

  chat: {
    baseUrl: 'http://localhost:11434',
    keyVariable: undefined,
    framing: 'ndjson',
    path: () => '/api/chat',
    headers: (apiKey): Record<string, string> =>
      apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    encodeRequest({ model, messages, stream, maxTokens, temperature, tools, extra }, context) {
      const options = {
        ...(maxTokens === undefined ? {} : { num_predict: maxTokens }),
        ...(temperature === undefined ? {} : { temperature }),
      }
      return {
        model,
        messages: messages.flatMap((message) => encodeMessage(message, context)),
        ...tools,
        ...(Object.keys(options).length === 0 ? {} : { options }),
        stream,
        ...extra,
      }
    },
  },
}

function decodeAnswer(response: unknown): WireResponse {
  const body = fieldsOf(response)
  const error = textOf(body['error']) ?? textOf(fieldsOf(body['error'])['message'])
  const problems: DecodeProblem[] = []
  if (error !== undefined) {
    problems.push(createProblem('PROVIDER_ERROR', '', `Ollama answered with an error: ${error}`))
  }
  const message = isFields(body['message']) ? body['message'] : isBareMessage(body) ? body : undefined
  if (message === undefined) {
    const [problem = unreadable()] = problems
    return failedAnswer(problem)
  }
  const calls = listOf(message['tool_calls']).map(readCall)
  const rawFinish = textOf(body['done_reason'])
  const known = finishFrom(FINISHES, rawFinish)
  const usage = usageFrom({ inputTokens: body['prompt_eval_count'], outputTokens: body['eval_count'] })
  return {
    text: textOf(message['content']) ?? '',
    reasoning: textOf(message['thinking']) ?? '',
    calls,
    // It says `stop` although it wants tools to be called.
    finish: error === undefined ? (known === 'stop' && calls.length > 0 ? 'tool_calls' : known) : 'error',
    ...(rawFinish === undefined ? {} : { rawFinish }),
    ...(usage === undefined ? {} : { usage }),
    messages: [message],
    problems,
  }
}

/** A message that was taken out of its answer. Other providers' have a type, or content in pieces. */
function isBareMessage(value: JsonObject): boolean {
  if ('type' in value || value['role'] !== 'assistant') return false
  return typeof value['content'] === 'string' || Array.isArray(value['tool_calls'])
}

/** Models write calls in their own ways, and not all of it is mended by the server. */
function readCall(given: unknown): WireCall {
  const call = fieldsOf(given)
  const inner = isFields(call['function']) ? call['function'] : call
  return {
    id: textOf(call['id']) ?? textOf(inner['id']),
    name: textOf(inner['name']) ?? textOf(call['name']),
    arguments: inner['arguments'] ?? inner['parameters'] ?? call['arguments'] ?? call['parameters'],
  }
}

function createAssembler(): StreamAssembler {
  let content = ''
  let thinking = ''
  const calls: JsonObject[] = []
  const problems: DecodeProblem[] = []
  let last: JsonObject | undefined
  let error: JsonObject | undefined

  return {
    push(event, sink) {
      if (!isFields(event) || !(isFields(event['message']) || 'error' in event || 'done' in event)) {
        if (problems.length === 0) problems.push(unreadable())
        return
      }
      if ('error' in event) error = event
      const message = fieldsOf(event['message'])
      const thought = textOf(message['thinking'])
      if (thought !== undefined) {
        thinking += thought
        sink.reasoning(thought)
      }
      const text = textOf(message['content'])
      if (text !== undefined) {
        content += text
        sink.text(text)
      }
      for (const given of listOf(message['tool_calls'])) {
        const index = calls.push(fieldsOf(given)) - 1
        const call = readCall(given)
        sink.callStart(index, call.id, call.name)
        sink.callArguments(index, valueText(call.arguments))
        sink.callEnd(index)
      }
      if (event['done'] === true) last = event
    },
    end() {
      const message = {
        role: 'assistant',
        content,
        ...(thinking === '' ? {} : { thinking }),
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      }
      return {
        response: { ...last, ...(error === undefined ? {} : { error: error['error'] }), message },
        problems,
        unfinished: [],
        ended: last !== undefined || error !== undefined,
      }
    },
  }
}

/** A result is text; its images go into a message of the user after all results. */
function encodeResults(results: readonly ToolResult[], context: MessageContext): readonly JsonObject[] {
  const messages = results.map((result): JsonObject => {
    const reference = context.referTo({ id: result.callId, name: result.toolName, echo: result.echo })
    return {
      role: 'tool',
      tool_name: reference.name,
      ...(reference.ownId ? { tool_call_id: reference.id } : {}),
      content: resultText(result),
    }
  })
  const images = results.flatMap(({ ok, content }) =>
    ok && content.type === 'parts' ? imagesOf(content.parts) : [],
  )
  return images.length === 0
    ? messages
    : [...messages, { role: 'user', content: 'The images of the results above, in order.', images }]
}

function encodeMessage(message: Message, context: MessageContext): readonly JsonObject[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }]
    case 'user':
      return [encodeUser(message.content)]
    case 'tool':
      return encodeResults(message.results, context)
    case 'assistant': {
      const calls = (message.calls ?? []).map((call): JsonObject => ({
        function: {
          name: context.referTo(call).name,
          arguments: context.wireArguments(call.name, call.arguments),
        },
      }))
      const own = ownMessages(message, ID)
      return (
        own ?? [
          {
            role: 'assistant',
            content: message.content,
            ...(calls.length === 0 ? {} : { tool_calls: calls }),
          },
        ]
      )
    }
  }
}

function encodeUser(content: string | readonly ContentPart[]): JsonObject {
  if (typeof content === 'string') return { role: 'user', content }
  const images = imagesOf(content)
  const text = content.filter(({ type }) => type !== 'image').map(partToText)
  return { role: 'user', content: text.join('\n'), ...(images.length === 0 ? {} : { images }) }
}

function imagesOf(parts: readonly ContentPart[]): readonly string[] {
  return parts.flatMap((part) => (part.type === 'image' ? [part.data] : []))
}

function unreadable(): DecodeProblem {
  return createProblem(
    'RESPONSE_UNREADABLE',
    '',
    'This is not an answer of Ollama: there is no `message` in it.',
  )
}
