import type { JsonObject } from '../../schema/json-schema.ts'
import { isDeeperThan, MAX_JSON_DEPTH } from '../../schema/mend/json-text.ts'
import { isFields } from './read-fields.ts'

/**
 * Argument text as an echoed message must hold it where arguments are objects. Text that is no object goes back as it
 * came, in the wrapper that Anthropic documents for it, so that the model sees what it wrote.
 */
export function echoedInput(text: string): JsonObject {
  if (text.trim() === '') return {}
  return parseObject(text) ?? { INVALID_JSON: text }
}

function parseObject(text: string): JsonObject | undefined {
  if (isDeeperThan(text, MAX_JSON_DEPTH)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}
