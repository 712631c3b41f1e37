import type { JsonValue } from '../schema/json-schema.ts'
import type { ContentPart, ResultContent } from './tool-result.ts'

/** Passes every text of a content through a filter; content without a change comes back as it is. */
export function redactContent(content: ResultContent, hide: (text: string) => string): ResultContent {
  switch (content.type) {
    case 'text': {
      const text = hide(content.text)
      return text === content.text ? content : { type: 'text', text }
    }
    case 'json': {
      const value = redactValue(content.value, hide)
      return value === content.value ? content : { type: 'json', value }
    }
    case 'parts':
      return { type: 'parts', parts: content.parts.map((part) => redactPart(part, hide)) }
  }
}

function redactPart(part: ContentPart, hide: (text: string) => string): ContentPart {
  if (part.type === 'text') return { ...part, text: hide(part.text) }
  if (part.type !== 'resource') return part
  return { ...part, uri: hide(part.uri), ...(part.text === undefined ? {} : { text: hide(part.text) }) }
}

/** The same for a value; recursion is safe, because what `toJsonValue` gives is a tree of bounded depth. */
export function redactValue(value: JsonValue, hide: (text: string) => string): JsonValue {
  if (typeof value === 'string') return hide(value)
  if (typeof value !== 'object' || value === null) return value
  let changed = false
  const pass = (given: JsonValue): JsonValue => {
    const clean = redactValue(given, hide)
    changed ||= clean !== given
    return clean
  }
  if (Array.isArray(value)) {
    const items = value.map(pass)
    return changed ? items : value
  }
  // Through entries: a key called `__proto__` stays a key.
  const entries = Object.entries(value).map(([key, child]) => [pass(key), pass(child)])
  return changed ? (Object.fromEntries(entries) as JsonValue) : value
}
