import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import { fieldsOf, isFields } from '../wire/read-fields.ts'

/** A content block while it grows. */
export interface GrowingBlock {
  /** As its first event gave it. */
  readonly start: JsonObject
  /** The position among the calls to us; -1 for a block that is none. */
  readonly call: number
  text: string
  thinking: string
  signature: string
  json: string
  stopped: boolean
  readonly citations: JsonValue[]
  /** Fields of pieces of other types, which are whole when they come (`compaction_delta`). */
  readonly others: Map<string, JsonValue>
}

/** `callCount` is the number of calls before it. */
export function beginBlock(start: JsonObject, callCount: number): GrowingBlock {
  const { text, thinking, signature } = start
  return {
    start,
    call: start['type'] === 'tool_use' ? callCount : -1,
    text: typeof text === 'string' ? text : '',
    thinking: typeof thinking === 'string' ? thinking : '',
    signature: typeof signature === 'string' ? signature : '',
    json: '',
    stopped: false,
    citations: Array.isArray(start['citations']) ? [...start['citations']] : [],
    others: new Map(),
  }
}

/** Whether the block is a call to us; those that Anthropic runs itself have other types. */
export function isCall({ call }: GrowingBlock): boolean {
  return call >= 0
}

/** The block as a whole answer would hold it, but that `input` is the text which came, so that no digit is lost. */
export function finishBlock({ start, ...grown }: GrowingBlock): JsonObject {
  return {
    ...start,
    ...(grown.text === '' ? {} : { text: grown.text }),
    ...(grown.thinking === '' ? {} : { thinking: grown.thinking }),
    ...(grown.signature === '' ? {} : { signature: grown.signature }),
    ...(grown.json === '' ? {} : { input: grown.json }),
    ...(grown.citations.length === 0 ? {} : { citations: grown.citations }),
    ...Object.fromEntries(grown.others),
  }
}

/** Arguments that came whole in the first event, as calls made by Anthropic's code execution do; else ''. */
export function wholeInput({ json, start }: GrowingBlock): string {
  if (json !== '') return ''
  const nested = fieldsOf(start['tool_use'])
  const given = start['input'] ?? start['parameters'] ?? nested['input'] ?? nested['parameters']
  if (typeof given === 'string') return given
  if (!isFields(given) || Object.keys(given).length === 0) return ''
  try {
    return JSON.stringify(given)
  } catch {
    // Deeper than the engine can write; the whole answer still has it.
    return ''
  }
}
