// Answers come from outside and may be anything: these read a value of unknown make without throwing.
import type { JsonObject } from '../../schema/json-schema.ts'

const NO_FIELDS: JsonObject = Object.freeze({})
const NO_ITEMS: readonly unknown[] = Object.freeze([])

/** The value as an object to read fields from; an empty one when it is none. */
export function fieldsOf(value: unknown): JsonObject {
  return isFields(value) ? value : NO_FIELDS
}

/** Whether the value is an object that is no list. */
export function isFields(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as a list; an empty one when it is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NO_ITEMS
}

/** The value when it is text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The value when it is a finite number. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
