import type { JsonValue } from '../../schema/json-schema.ts'
import { setOwn } from '../../schema/mend/fill-defaults.ts'

/** A copy of JSON that is known to nest no deeper than the limit. */
export function copyValue(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyValue)
  const copy: Record<string, JsonValue> = {}
  for (const [name, child] of Object.entries(value)) setOwn(copy, name, copyValue(child))
  return copy
}
