import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import { fieldsOf, isFields } from '../wire/read-fields.ts'
import { isServerUse } from './decode-converse.ts'

/** A content block while it grows. */
export interface GrowingBlock {
  /** What its first event gave, if there was one: blocks of text have none. */
  readonly start: JsonObject
  /** The position among the calls to us; -1 for a block that is none. */
  readonly call: number
  text: string
  reasoning: string
  signature: string
  redacted: JsonValue | undefined
  input: string
  stopped: boolean
  readonly citations: JsonValue[]
  /** Content of a tool that Bedrock ran itself. */
  readonly results: JsonValue[]
}

/** `callCount` is the number of calls before it. */
export function beginBlock(start: JsonObject, callCount: number): GrowingBlock {
  const use = start['toolUse']
  return {
    start,
    call: isFields(use) && !isServerUse(use) ? callCount : -1,
    text: '',
    reasoning: '',
    signature: '',
    redacted: undefined,
    input: '',
    stopped: false,
    citations: [],
    results: [],
  }
}

/** Whether the block is a call to us. */
export function isCall({ call }: GrowingBlock): boolean {
  return call >= 0
}

/** The block as a whole answer would hold it, but that `input` is the text which came, so that no digit is lost. */
export function finishBlock(block: GrowingBlock): JsonObject {
  const { start, text, reasoning, signature, redacted, input, citations, results } = block
  if (isFields(start['toolUse'])) {
    return {
      toolUse: { ...start['toolUse'], input: input === '' ? (start['toolUse']['input'] ?? '') : input },
    }
  }
  if (isFields(start['toolResult'])) return { toolResult: { ...start['toolResult'], content: results } }
  if (reasoning !== '' || signature !== '') {
    const reasoningText = { text: reasoning, ...(signature === '' ? {} : { signature }) }
    return { reasoningContent: { reasoningText } }
  }
  if (redacted !== undefined) return { reasoningContent: { redactedContent: redacted } }
  if (citations.length > 0) return { citationsContent: { content: [{ text }], citations } }
  return Object.keys(fieldsOf(start)).length > 0 && text === '' ? start : { text }
}
