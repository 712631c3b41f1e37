import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import type { StreamAssembler } from '../provider-format.ts'
import type { DeltaSink } from '../stream/stream-delta.ts'
import { finishFrom } from '../wire/answer-facts.ts'
import { fieldsOf, isFields, listOf, textOf } from '../wire/read-fields.ts'
import type { ChatFacts } from './chat-facts.ts'
import { REASONING_FIELDS } from './decode-chat.ts'
import { createGrowingCalls } from './growing-calls.ts'
import { createGrowingContent } from './growing-content.ts'
import { createGrowingFields } from './growing-fields.ts'

/** Fields of a chunk that are told of the stream, not of the answer. */
const CHUNK_FIELDS: ReadonlySet<string> = new Set([
  'choices',
  'object',
  'usage',
  'x_groq',
  'obfuscation',
  'error',
])

/** Puts a streamed answer in the Chat shape together. */
export function createChatAssembler(facts: ChatFacts): StreamAssembler {
  const content = createGrowingContent()
  const calls = createGrowingCalls(facts)
  const others = createGrowingFields()
  let head: JsonObject | undefined
  let hasMessage = false
  let foreign: unknown
  let finish: string | undefined
  let usage: JsonValue | undefined
  let usageEvents = 0
  let endsInUsage = false
  let error: JsonValue | undefined
  let isDone = false
  let reasoningField: string | undefined

  function takeFacts(event: JsonObject): void {
    const given = event['usage'] ?? fieldsOf(event['x_groq'])['usage']
    endsInUsage = given !== undefined && given !== null
    if (endsInUsage) {
      usage = given
      usageEvents++
    }
    error ??= event['error'] ?? undefined
  }

  function takeDelta(delta: JsonObject, sink: DeltaSink): void {
    hasMessage = true
    for (const name in delta) {
      const value = delta[name]
      switch (name) {
        case 'role':
          break
        case 'content':
          content.take(value, sink)
          break
        case 'tool_calls':
          if (Array.isArray(value)) for (const piece of value) calls.take(piece, sink)
          else if (isFields(value)) calls.take(value, sink)
          break
        case 'function_call':
          // Some servers say the same call in both ways.
          if (isFields(value) && listOf(delta['tool_calls']).length === 0) calls.takeLegacy(value, sink)
          break
        case 'audio': {
          others.take(name, value)
          const words = textOf(fieldsOf(value)['transcript'])
          if (words !== undefined) sink.text(words)
          break
        }
        default:
          others.take(name, value)
      }
    }
    // Servers that send both fields send the same in both.
    reasoningField ??= REASONING_FIELDS.find((field) => textOf(delta[field]) !== undefined)
    if (reasoningField === undefined) return
    const reasoning = textOf(delta[reasoningField])
    if (reasoning !== undefined) sink.reasoning(reasoning)
  }

  function takeChoice(choice: JsonObject, sink: DeltaSink): void {
    // Writer repeats the delta as `message`; a server that does not stream sends the message alone.
    const delta = choice['delta'] ?? choice['message']
    if (isFields(delta)) takeDelta(delta, sink)
    error ??= choice['error'] ?? undefined
    const word = textOf(choice['finish_reason'])
    if (word === undefined) return
    finish = word
    const reason = finishFrom(facts.finishes, word)
    if (reason === 'tool_calls' || reason === 'stop') calls.close(sink)
  }

  return {
    push(event, sink) {
      if (!isFields(event)) {
        if (event === '[DONE]') isDone = true
        else foreign ??= event
        return
      }
      const choices = event['choices']
      if (!Array.isArray(choices)) {
        if (event['usage'] === undefined && event['error'] === undefined) foreign ??= event
        else takeFacts(event)
        return
      }
      takeFacts(event)
      for (const choice of choices as readonly unknown[]) {
        // Of several choices the first is the answer.
        if (!isFields(choice) || (typeof choice['index'] === 'number' && choice['index'] > 0)) continue
        head ??= event
        takeChoice(choice, sink)
      }
    },
    end() {
      const endsWithoutReason = isDone || (usageEvents === 1 && endsInUsage)
      const ended = finish !== undefined || error !== undefined || (hasMessage && endsWithoutReason)
      const message = { role: 'assistant', content: content.value(), ...others.fields(), ...calls.fields() }
      const response = {
        ...headFields(head),
        object: 'chat.completion',
        choices: hasMessage ? [{ index: 0, message, finish_reason: finish ?? null }] : [],
        ...(usage === undefined ? {} : { usage }),
        ...(error === undefined ? {} : { error }),
      }
      const isForeign = !hasMessage && error === undefined && foreign !== undefined
      const reason = finishFrom(facts.finishes, finish)
      const failed = error !== undefined || reason === 'error'
      const wasCut = !ended || reason === 'length'
      // Without an error the text of a call tells whether it is whole; after one there may have been more of it.
      const unfinished = failed ? calls.open() : wasCut ? calls.mayGoOn() : []
      return { response: isForeign ? foreign : response, problems: [], unfinished, ended }
    },
  }
}

function headFields(head: JsonObject | undefined): JsonObject {
  if (head === undefined) return {}
  return Object.fromEntries(Object.entries(head).filter(([name]) => !CHUNK_FIELDS.has(name)))
}
