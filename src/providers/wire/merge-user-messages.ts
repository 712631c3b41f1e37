import type { JsonObject } from '../../schema/json-schema.ts'
import { listOf } from './read-fields.ts'

/**
 * Makes one message of user messages in a row, results before all else: Anthropic and Bedrock want every result of a
 * turn at the head of the one message after it. The content of each message is a list of blocks.
 */
export function mergeUserMessages(
  messages: readonly JsonObject[],
  isResult: (block: JsonObject) => boolean,
): readonly JsonObject[] {
  const merged: JsonObject[] = []
  for (const message of messages) {
    const before = merged.at(-1)
    if (message['role'] !== 'user' || before?.['role'] !== 'user') {
      merged.push(message)
      continue
    }
    const blocks = [...blocksOf(before), ...blocksOf(message)]
    const results = blocks.filter(isResult)
    const others = blocks.filter((block) => !isResult(block))
    merged[merged.length - 1] = { role: 'user', content: [...results, ...others] }
  }
  return merged
}

function blocksOf(message: JsonObject): readonly JsonObject[] {
  return listOf(message['content']) as readonly JsonObject[]
}
