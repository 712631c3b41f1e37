import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import { parseJsonText } from '../../schema/mend/json-text.ts'
import { finishArguments } from '../stream/finish-call.ts'
import { createJsonReader } from '../stream/json-reader.ts'
import { isFields } from '../wire/read-fields.ts'

const MAX_LOOKS = 16
/** Longer than any provider takes. */
const MAX_NAME_CHARACTERS = 1_000

/** One call of a streamed message while its pieces come in. */
export interface GrowingCall {
  id: string | undefined
  name: string | undefined
  isCustom: boolean
  /** Arguments, or the input of a custom tool. */
  text: string
  /** Whether the text ends in `}`: asking the growing text for its end would make the engine copy it. */
  endsInBrace: boolean
  ended: boolean
  /** How often it was asked whether the text is whole. */
  looks: number
  /** Fields that are not ours to understand (`extra_content`). */
  extras: Map<string, JsonValue> | undefined
}

export function createGrowingCall(): GrowingCall {
  return {
    id: undefined,
    name: undefined,
    isCustom: false,
    text: '',
    endsInBrace: false,
    ended: false,
    looks: 0,
    extras: undefined,
  }
}

/** The call as an entry of `tool_calls`. */
export function wholeCall(call: GrowingCall): JsonObject {
  return {
    ...(call.id === undefined ? {} : { id: call.id }),
    ...(call.isCustom
      ? { type: 'custom', custom: { ...nameField(call), input: call.text } }
      : { type: 'function', function: { ...nameField(call), arguments: call.text } }),
    ...(call.extras === undefined ? {} : Object.fromEntries(call.extras)),
  }
}

/** Its name, if one came. */
export function nameField({ name }: GrowingCall): { name?: string } {
  return name === undefined ? {} : { name }
}

/**
 * Whether a piece with a name is the start of another call, although its id or index is that of a known one: servers
 * give two calls the same id, or index 0 to all of them. A whole JSON object cannot grow.
 */
export function isAnotherCall(known: GrowingCall, name: string, given: unknown): boolean {
  if (known.text === '') return false
  if (known.name !== undefined && known.name !== name) return true
  if (known.isCustom || typeof given !== 'string') return isFields(given)
  // Looked at a few times only: each look reads all of the text.
  if (known.looks >= MAX_LOOKS || !/^\s*\{/.test(given) || !known.endsInBrace) return false
  known.looks++
  return parseJsonText(known.text) !== undefined
}

/** Whether more of the text could come and make it a JSON object; of free text one never knows. */
export function mayGrow({ isCustom, text }: GrowingCall): boolean {
  if (isCustom || text.trim() === '') return true
  const reader = createJsonReader()
  reader.push(text)
  return !reader.failed && finishArguments(text).problem !== undefined
}

/** A name comes whole, or again, or in pieces. */
export function longerName(known: string | undefined, name: string | undefined): string | undefined {
  if (known === undefined || name === undefined) return known ?? name
  if (known === name) return known
  if (name.startsWith(known)) return name
  // Each longer name is told: without an end, pieces of names could fill the memory.
  return known.length > MAX_NAME_CHARACTERS ? known : known + name
}
