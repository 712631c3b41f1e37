import { JSON_TYPES } from '../../schema/keywords.ts'
import type { JsonValue } from '../../schema/json-schema.ts'
import { showValue } from '../../schema/show-value.ts'
import { isList } from '../../validate/rule.ts'
import type { NoteChange } from './loose-change.ts'
import type { SchemaDraft } from './mend-schema.ts'
import { parseType } from './parse-type.ts'

type Path = readonly (string | number)[]

/** The type in the words of JSON Schema; what has none, but parts of an object or a list, gets one. */
export function mendType(draft: SchemaDraft, path: Path, note: NoteChange): void {
  const { type } = draft
  if (isList(type)) mendList(draft, type, path, note)
  else if (type !== undefined && !JSON_TYPES.has(type)) mendName(draft, type, path, note)
  addNull(draft, path, note)
}

function mendName(draft: SchemaDraft, type: JsonValue, path: Path, note: NoteChange): void {
  const at = [...path, 'type']
  delete draft['type']
  const parsed = typeof type === 'string' ? parseType(type) : undefined
  const guess = guessType(draft)
  if (parsed === undefined) {
    if (guess !== undefined) draft['type'] = guess
    note(
      at,
      `${showValue(type)} is no type: ${guess === undefined ? 'any value is accepted' : `taken for ${guess}`}`,
    )
    return
  }
  for (const [name, value] of Object.entries(parsed)) draft[name] ??= value
  const what = parsed['type'] === undefined ? 'any value' : JSON.stringify(parsed['type'])
  note(at, `${showValue(type)} is ${what} in JSON Schema`)
}

function guessType({ properties, items }: SchemaDraft): 'object' | 'array' | undefined {
  if (properties !== undefined) return 'object'
  return items === undefined ? undefined : 'array'
}

function mendList(draft: SchemaDraft, types: readonly JsonValue[], path: Path, note: NoteChange): void {
  if (types.length > 0 && types.every((type) => JSON_TYPES.has(type)) && new Set(types).size === types.length)
    return
  const parsed = types.map((type) => (typeof type === 'string' ? parseType(type)?.['type'] : undefined))
  const isKnown = parsed.length > 0 && parsed.every((type) => typeof type === 'string')
  if (isKnown) draft['type'] = [...new Set(parsed)] as JsonValue
  else delete draft['type']
  note([...path, 'type'], isKnown ? 'names types of another system' : 'names no types: any value is accepted')
}

/** `nullable: true`, as OpenAPI 3.0 and Gemini have it. */
function addNull(draft: SchemaDraft, path: Path, note: NoteChange): void {
  const { nullable, type } = draft
  if (nullable === undefined) return
  delete draft['nullable']
  if (nullable !== true && nullable !== 'true') return
  if (typeof type === 'string' && type !== 'null') draft['type'] = [type, 'null']
  else if (isList(type) && !type.includes('null')) draft['type'] = [...type, 'null']
  const { enum: values } = draft
  if (isList(values) && !values.includes(null)) draft['enum'] = [...values, null]
  note([...path, 'nullable'], 'is the type `null`')
}
