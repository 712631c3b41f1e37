import type { JsonObject } from '../../schema/json-schema.ts'
import type { WireCall } from '../decoded.ts'
import { mintCallId } from '../mint-call-id.ts'
import { fieldsOf, isFields, listOf, textOf } from '../wire/read-fields.ts'
import type { ChatFacts } from './chat-facts.ts'

type IdFacts = Pick<ChatFacts, 'noId' | 'ids'>

/** The calls of a message, and the message as it can be sent back. */
export interface ChatCalls {
  readonly calls: readonly WireCall[]
  readonly message: JsonObject
}

/** Reads `tool_calls`, or the legacy `function_call` where there is none of them. */
export function readChatCalls(message: JsonObject, facts: IdFacts): ChatCalls {
  const given = message['tool_calls']
  const entries = isFields(given) ? [given] : listOf(given)
  if (entries.length === 0) {
    const legacy = message['function_call']
    const calls = legacy === undefined || legacy === null ? [] : [legacyCall(fieldsOf(legacy))]
    return { calls, message }
  }
  const calls = entries.map((entry, position) => readCall(fieldsOf(entry), position, facts))
  const completed = entries.map((entry, position) =>
    completeEntry(fieldsOf(entry), calls[position]?.id, facts),
  )
  const isComplete = completed.every((entry, position) => entry === entries[position])
  return { calls, message: isComplete ? message : { ...message, tool_calls: completed } }
}

/**
 * A call as it can be sent back: a result refers to it by its id, so one that came without must have the one we made up;
 * and servers that leave out the arguments of a call without any (OpenRouter) refuse one that has none.
 */
function completeEntry(entry: JsonObject, id: string | undefined, facts: IdFacts): JsonObject {
  const body = entry['function']
  const lacksArguments = isFields(body) && (body['arguments'] ?? undefined) === undefined
  if (givenId(entry, facts) !== undefined && !lacksArguments) return entry
  return {
    ...entry,
    id: id ?? '',
    ...(lacksArguments ? { function: { ...body, arguments: '{}' } } : {}),
  }
}

function readCall(entry: JsonObject, position: number, facts: IdFacts): WireCall {
  const custom = entry['type'] === 'custom'
  const body = fieldsOf(entry[custom ? 'custom' : 'function'])
  const name = textOf(body['name'])
  const given = custom ? JSON.stringify({ input: body['input'] ?? '' }) : body['arguments']
  const echo = callEcho(entry, custom)
  return {
    id: givenId(entry, facts) ?? makeId(position, name, given, facts),
    name,
    arguments: given,
    ...(custom ? { freeText: true } : {}),
    ...(echo === undefined ? {} : { echo }),
  }
}

function legacyCall(call: JsonObject): WireCall {
  return {
    id: undefined,
    name: textOf(call['name']),
    arguments: call['arguments'],
    echo: { kind: 'function_call' },
  }
}

function callEcho(entry: JsonObject, custom: boolean): JsonObject | undefined {
  const extra = entry['extra_content']
  if (extra !== undefined && extra !== null) {
    return custom ? { kind: 'custom', extra_content: extra } : { extra_content: extra }
  }
  return custom ? { kind: 'custom' } : undefined
}

function givenId(entry: JsonObject, { noId }: IdFacts): string | undefined {
  const id = textOf(entry['id'])
  return id === noId ? undefined : id
}

function makeId(position: number, name: string | undefined, given: unknown, { ids }: IdFacts): string {
  const id = mintCallId(position, name ?? '', typeof given === 'string' ? given : '')
  return ids === undefined ? id : ids.rewrite(id)
}
