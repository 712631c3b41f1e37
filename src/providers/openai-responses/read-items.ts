import type { JsonObject } from '../../schema/json-schema.ts'
import type { WireCall } from '../decoded.ts'
import { fieldsOf, isFields, listOf, textOf } from '../wire/read-fields.ts'

/** What an output item is to us. Items of hosted tools are `other`: the provider runs them, we only send them back. */
export type ItemKind = 'function' | 'custom' | 'message' | 'reasoning' | 'other'

const KINDS: ReadonlyMap<unknown, ItemKind> = new Map([
  ['function_call', 'function'],
  ['custom_tool_call', 'custom'],
  ['message', 'message'],
  ['reasoning', 'reasoning'],
])

const MESSAGE_PARTS: ReadonlySet<unknown> = new Set(['output_text', 'refusal'])

/** Stands between the parts of a reasoning summary, which are paragraphs. */
export const PARAGRAPH = '\n\n'

export function kindOf(item: JsonObject): ItemKind {
  return KINDS.get(item['type']) ?? 'other'
}

export function isCallKind(kind: ItemKind): kind is 'function' | 'custom' {
  return kind === 'function' || kind === 'custom'
}

/** Whether a bare value is an output item. Messages of Anthropic have the same type, but other parts. */
export function isItem(value: unknown): value is JsonObject {
  if (!isFields(value)) return false
  const kind = kindOf(value)
  if (kind !== 'message') return kind !== 'other'
  const content = value['content']
  return Array.isArray(content) && content.every((part) => MESSAGE_PARTS.has(fieldsOf(part)['type']))
}

/** Text of a call as the provider sent it: JSON, or the free text of a custom tool. */
export function callText(item: JsonObject): string {
  return textOf(item[item['type'] === 'custom_tool_call' ? 'input' : 'arguments']) ?? ''
}

/** A custom tool takes free text, everything else here takes an object: the text becomes its `input`. */
export function readCall(item: JsonObject): WireCall {
  const { id, namespace, caller } = item
  const isCustom = kindOf(item) === 'custom'
  return {
    id: textOf(item['call_id']),
    name: textOf(item['name']),
    arguments: isCustom ? customArguments(item) : item['arguments'],
    ...(isCustom && item['status'] !== 'completed' ? { freeText: true } : {}),
    echo: {
      kind: isCustom ? 'custom' : 'function',
      ...(typeof id === 'string' ? { id } : {}),
      ...(typeof namespace === 'string' ? { namespace } : {}),
      ...(isFields(caller) ? { caller } : {}),
    },
  }
}

function customArguments(item: JsonObject): string {
  const whole = JSON.stringify({ input: callText(item) })
  // Wrapped text would look whole although its end is missing: the end of the wrapper is left out as well.
  return item['status'] === 'incomplete' ? whole.slice(0, -2) : whole
}

/** The visible text of a message. */
export function messageText(item: JsonObject): string {
  let text = ''
  for (const part of listOf(item['content'])) {
    const { type, text: words } = fieldsOf(part)
    if (type === 'output_text') text += textOf(words) ?? ''
  }
  return text
}

/** Why the model refused; empty when it did not. */
export function refusalText(item: JsonObject): string {
  return listOf(item['content'])
    .map((part) => textOf(fieldsOf(part)['refusal']) ?? '')
    .join('')
}

/** The summary of a reasoning item, then its full text where the server shows it (open models). */
export function reasoningText(item: JsonObject): string {
  return [...listOf(item['summary']), ...listOf(item['content'])]
    .map((part) => textOf(fieldsOf(part)['text']) ?? '')
    .filter((text) => text !== '')
    .join(PARAGRAPH)
}
