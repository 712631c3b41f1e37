import type { JsonObject } from '../../../schema/json-schema.ts'
import type { Assertion } from './lowering.ts'

/** Longer values are cut: a description is read by a model, token by token. */
const MAX_VALUE_CHARACTERS = 1_000

/** Assertions as Anthropic's SDK writes them into a description: `{minLength: 3, maxLength: 9}`. */
export function describeAssertions(text: unknown, assertions: readonly Assertion[]): string | undefined {
  const own = typeof text === 'string' && text !== '' ? text : undefined
  if (assertions.length === 0) return own
  const said = `{${assertions.map(([keyword, value]) => `${keyword}: ${shorten(value)}`).join(', ')}}`
  return own === undefined ? said : `${own}\n\n${said}`
}

export function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text
}

/** Puts a text before what a schema says of itself. */
export function describeInto(schema: JsonObject, text: string): JsonObject {
  const said = schema['description']
  return { ...schema, description: typeof said === 'string' && said !== text ? `${text}\n\n${said}` : text }
}
