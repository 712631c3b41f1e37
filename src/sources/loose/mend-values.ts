import { jsonEqual } from '../../schema/json-equal.ts'
import type { JsonValue } from '../../schema/json-schema.ts'
import { quote } from '../../validate/format-path.ts'
import { isList, isObject } from '../../validate/rule.ts'
import { hasType } from '../../validate/value-fits.ts'
import type { NoteChange } from './loose-change.ts'
import type { SchemaDraft } from './mend-schema.ts'

type Path = readonly (string | number)[]

const BOUNDS = ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'] as const
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** A value of the type, where a text or a number stands for it exactly; undefined when none does. */
function asType(value: JsonValue, type: JsonValue | undefined): JsonValue | undefined {
  const types = isList(type) ? type : [type]
  if (types.some((name) => name === undefined || hasType(value, name as 'string'))) return value
  for (const name of types) {
    if ((name === 'number' || name === 'integer') && typeof value === 'string' && NUMBER.test(value)) {
      const number = Number(value)
      if (hasType(number, name)) return number
    }
    if (name === 'boolean' && typeof value === 'string' && /^(?:true|false)$/i.test(value))
      return value.toLowerCase() === 'true'
    if (name === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value)
  }
  return undefined
}

/** An enum whose values have the type. One on a list of texts is of its items. */
export function mendEnum(draft: SchemaDraft, path: Path, note: NoteChange): void {
  const at = [...path, 'enum']
  const given = draft['enum']
  if (given === undefined) return
  const values = isList(given) ? given : isObject(given) ? Object.values(given) : [given]
  if (values.length === 0 || !isList(given)) note(at, values.length === 0 ? 'is empty' : 'is no list')
  delete draft['enum']
  if (values.length === 0) return
  if (draft['type'] === 'array' && !values.some((value) => isList(value))) {
    const items: SchemaDraft = { ...(isObject(draft['items']) ? draft['items'] : {}) }
    if (items['enum'] === undefined) {
      items['enum'] = values
      mendEnum(items, [...path, 'items'], note)
    }
    draft['items'] = items
    note(at, 'lists what the items may be')
    return
  }
  const typed = values.map((value) => asType(value, draft['type']))
  if (typed.every((value) => value !== undefined)) {
    if (!jsonEqual(typed, values)) note(at, 'has values of another type, which were given the type')
    draft['enum'] = distinct(typed)
    return
  }
  // The values are what the author looked at.
  delete draft['type']
  draft['enum'] = distinct(values)
  note([...path, 'type'], 'is not the type of what `enum` lists, and was left out')
}

function distinct(values: readonly JsonValue[]): JsonValue[] {
  return values.filter((value, index) => values.findIndex((earlier) => jsonEqual(earlier, value)) === index)
}

/** A default of the type; null and what does not fit are left to validation, which leaves them out. */
export function mendDefault(draft: SchemaDraft, path: Path, note: NoteChange): void {
  const given = draft['default']
  if (given === undefined || given === null) return
  const value = asType(given, draft['type'])
  const { enum: values } = draft
  // `enum: [seconds, minutes], default: 'N/A'`: what stands for leaving it out may be said too.
  if (value !== undefined && isList(values) && !values.some((one) => jsonEqual(one, value))) {
    draft['enum'] = [...values, value]
    note([...path, 'enum'], `lacked the default ${quote(value)}, which was added`)
  }
  if (value === undefined || jsonEqual(value, given)) return
  draft['default'] = value
  note([...path, 'default'], `${quote(given)} was given the type: ${quote(value)}`)
}

/** Bounds that are numbers. */
export function mendBounds(draft: SchemaDraft, path: Path, note: NoteChange): void {
  for (const [exclusive, plain] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const flag = draft[exclusive]
    if (typeof flag !== 'boolean') continue
    // Draft 4 says it so.
    delete draft[exclusive]
    const bound = draft[plain]
    if (flag && bound !== undefined) {
      draft[exclusive] = bound
      delete draft[plain]
    }
    note([...path, exclusive], 'is a number in JSON Schema')
  }
  for (const name of [...BOUNDS, ...COUNTS]) {
    const given = draft[name]
    if (given === undefined || typeof given === 'number') continue
    const value = asType(given, (COUNTS as readonly string[]).includes(name) ? 'integer' : 'number')
    if (value === undefined) delete draft[name]
    else draft[name] = value
    note([...path, name], value === undefined ? 'is no number, and was left out' : 'is a number')
  }
}
