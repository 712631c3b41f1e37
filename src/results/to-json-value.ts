import { CONSTRAINT_DEFAULTS } from '../define/constraints.ts'
import type { JsonValue } from '../schema/json-schema.ts'
import { copyAsJson } from './copy-as-json.ts'
import { measurePlainJson } from './measure-plain-json.ts'
import { NO_NOTES } from './note-list.ts'
import type { Note } from './tool-result.ts'

/** A value as JSON can hold it. */
export interface JsonConversion {
  readonly value: JsonValue
  /** Size of the compact JSON in UTF-8 bytes: exact for plain JSON, otherwise never too small. */
  readonly bytes: number
  /** What was lost or changed, and where. */
  readonly notes: readonly Note[]
  /** True when the reading stopped at twice the limit: `value` is only a part and `bytes` what was seen of it. */
  readonly overflow: boolean
}

/**
 * Turns whatever a tool returned into JSON. Plain JSON comes back as it is, not copied; everything else is copied,
 * with a note for each loss. Never throws, and stops reading at twice `maxBytes`.
 */
export function toJsonValue(value: unknown, options?: { readonly maxBytes?: number }): JsonConversion {
  const limit = 2 * (options?.maxBytes ?? CONSTRAINT_DEFAULTS.maxOutputBytes)
  const bytes = measureSafely(value, limit)
  if (bytes >= 0) return { value: value as JsonValue, bytes, notes: NO_NOTES, overflow: false }
  return copyAsJson(value, limit)
}

function measureSafely(value: unknown, limit: number): number {
  try {
    return measurePlainJson(value, limit)
  } catch {
    return -1
  }
}
