import type { JsonObject } from '../../../schema/json-schema.ts'

/** Longer values are cut: a description is read by a model, token by token. */
const MAX_VALUE_CHARACTERS = 1_000

/** Assertions as Anthropic's SDK writes them into a description: `{minLength: 3, maxLength: 9}`. */
export function describeAssertions(text: unknown, assertions: readonly string[]): string | undefined {
  const own = typeof text === 'string' && text !== '' ? text : undefined
  if (assertions.length === 0) return own
  const said = `{${assertions.join(', ')}}`
  return own === undefined ? said : `${own}\n\n${said}`
}

/** The same value is said in each branch of a union. */
const shortened = new WeakMap<object, string>()

export function shorten(value: unknown): string {
  if (typeof value !== 'object' || value === null) return writeShort(value)
  const known = shortened.get(value) ?? writeShort(value)
  shortened.set(value, known)
  return known
}

function writeShort(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text
}

/** Puts a text before what a schema says of itself. */
export function describeInto(schema: JsonObject, text: string): JsonObject {
  const said = schema['description']
  return { ...schema, description: typeof said === 'string' && said !== text ? `${text}\n\n${said}` : text }
}
