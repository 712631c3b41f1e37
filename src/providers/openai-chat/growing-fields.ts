import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import { setOwn } from '../../schema/mend/fill-defaults.ts'
import { isFields } from '../wire/read-fields.ts'

/** Text of these fields is whole each time it comes; any other text is a piece to be added. */
const WHOLE_TEXTS: ReadonlySet<string> = new Set(['id', 'type', 'role', 'name', 'format', 'status', 'index'])

/** Fields of a streamed message that are not ours to understand, kept so that it can be sent back complete. */
export interface GrowingFields {
  take(name: string, value: JsonValue | undefined): void
  fields(): JsonObject
}

/** Puts unknown fields together: text and lists grow, objects grow field by field; what lies deeper is taken as it is. */
export function createGrowingFields(isInner = false): GrowingFields {
  const values = new Map<string, JsonValue>()
  const lists = new Map<string, JsonValue[]>()
  const objects = new Map<string, GrowingFields>()
  // Items that were copied here, and may be added to: a new copy for each piece would cost all that came before it.
  const copies = new WeakSet<object>()

  return {
    take(name, value) {
      if (value === undefined || value === null) return
      if (typeof value === 'string') {
        const known = WHOLE_TEXTS.has(name) ? undefined : values.get(name)
        values.set(name, typeof known === 'string' ? known + value : value)
      } else if (Array.isArray(value)) {
        let list = lists.get(name)
        if (list === undefined) lists.set(name, (list = []))
        for (const item of value) addItem(list, item as JsonValue, copies)
      } else if (isFields(value) && !isInner) {
        let object = objects.get(name)
        if (object === undefined) objects.set(name, (object = createGrowingFields(true)))
        for (const field in value) object.take(field, value[field])
      } else values.set(name, value)
    },
    fields() {
      const all: [string, JsonValue][] = [...values, ...lists]
      for (const [name, object] of objects) all.push([name, object.fields()])
      return Object.fromEntries(all)
    },
  }
}

/** OpenRouter sends `reasoning_details` in pieces: those of one index and type belong together. */
function addItem(list: JsonValue[], item: JsonValue, copies: WeakSet<object>): void {
  const last = list.at(-1)
  const continues =
    isFields(item) &&
    isFields(last) &&
    item['index'] !== undefined &&
    item['index'] === last['index'] &&
    item['type'] === last['type']
  if (!continues) {
    list.push(item)
    return
  }
  const merged = copies.has(last) ? last : { ...last }
  copies.add(merged)
  list[list.length - 1] = merged
  for (const [field, value] of Object.entries(item)) {
    if (value === null) continue
    const known = Object.hasOwn(merged, field) ? merged[field] : undefined
    const grows = typeof known === 'string' && typeof value === 'string' && !WHOLE_TEXTS.has(field)
    setOwn(merged, field, grows ? known + value : value)
  }
}
