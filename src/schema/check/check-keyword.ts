import { JSON_TYPES, type KeywordShape, type KeywordTraits } from '../keywords.ts'
import { checkPattern } from './check-pattern.ts'
import { quoteValue, type SchemaFrame, type SchemaWalk } from './schema-walk.ts'

/** What other languages call the types. */
const TYPE_ALIASES: ReadonlyMap<unknown, string> = new Map([
  ['str', 'string'],
  ['text', 'string'],
  ['int', 'integer'],
  ['long', 'integer'],
  ['float', 'number'],
  ['double', 'number'],
  ['bool', 'boolean'],
  ['list', 'array'],
  ['tuple', 'array'],
  ['dict', 'object'],
  ['map', 'object'],
  ['none', 'null'],
])

const ANCHOR = /^[A-Za-z_][-A-Za-z0-9._]*$/

const EXPECTED: Readonly<Record<KeywordShape, string>> = {
  any: 'any JSON value',
  text: 'text',
  boolean: '`true` or `false`',
  number: 'a number',
  'positive-number': 'a number above 0',
  count: 'a whole number, 0 or more',
  list: 'an array',
  type: 'one of string, number, integer, boolean, null, array, object, or an array of these, each once',
  names: 'an array of names, each once',
  'names-map': 'an object whose values are arrays of names',
  vocabulary: 'an object whose values are `true` or `false`',
  id: 'a URI without a fragment',
  anchor: 'a name of letters, digits, `-`, `_` and `.`',
  reference: 'text: the address of a schema',
  pattern: 'text: a regular expression',
  schema: 'a schema: an object or a boolean',
  'schema-list': 'an array of at least one schema',
  'schema-map': 'an object whose values are schemas',
  'pattern-map': 'an object whose keys are regular expressions and whose values are schemas',
  'schema-or-list': 'a schema: an object or a boolean',
  dependencies: 'an object whose values are schemas or arrays of names',
}

/** Checks the value of one keyword, and hands what lies below it to the walk. */
export function checkKeyword(
  walk: SchemaWalk,
  frame: SchemaFrame,
  key: string,
  value: unknown,
  traits: KeywordTraits,
): void {
  if (!isWellFormed(walk, frame, key, value, traits)) {
    const expected = EXPECTED[traits.shape]
    const message = `\`${key}\` is ${quoteValue(value)}; expected ${expected}.`
    walk.report(frame, [key], 'SCHEMA_INVALID', message, cureOf(key, value, traits, expected))
  }
}

function isWellFormed(
  walk: SchemaWalk,
  frame: SchemaFrame,
  key: string,
  value: unknown,
  { shape, inPlace }: KeywordTraits,
): boolean {
  if (Array.isArray(value)) walk.admit(value.length, 0)
  if (walk.full) return true
  switch (shape) {
    case 'text':
      return typeof value === 'string'
    case 'boolean':
      return typeof value === 'boolean'
    case 'number':
      return Number.isFinite(value)
    case 'positive-number':
      return typeof value === 'number' && Number.isFinite(value) && value > 0
    case 'count':
      return typeof value === 'number' && Number.isInteger(value) && value >= 0
    case 'any':
      walk.pushData(frame, value, key)
      return true
    case 'list':
      if (!Array.isArray(value)) return false
      walk.pushData(frame, value, key)
      return true
    case 'type':
      return JSON_TYPES.has(value) || (Array.isArray(value) && value.length > 0 && areTypes(value))
    case 'names':
      return areNames(value)
    case 'names-map':
      return isObject(value) && namesIn(walk, value).every((name) => areNames(value[name]))
    case 'vocabulary':
      return isObject(value) && namesIn(walk, value).every((name) => typeof value[name] === 'boolean')
    case 'id':
      return typeof value === 'string' && (frame.dialect === 'draft-07' || /^[^#]*#?$/.test(value))
    case 'anchor':
      return typeof value === 'string' && ANCHOR.test(value)
    case 'reference':
      if (typeof value !== 'string') return false
      walk.references.push({ frame, keyword: key, text: value })
      return true
    case 'pattern':
      if (typeof value !== 'string') return false
      checkPattern(walk, frame, [key], value)
      return true
    case 'schema':
      walk.pushSchema(frame, value, key, undefined, inPlace)
      return true
    case 'schema-list':
      return Array.isArray(value) && value.length > 0 && pushList(walk, frame, key, value, inPlace)
    case 'schema-or-list':
      if (!Array.isArray(value)) walk.pushSchema(frame, value, key, undefined, false)
      else if (frame.dialect === '2020-12') return false
      else pushList(walk, frame, key, value, false)
      return true
    case 'schema-map':
      return isObject(value) && pushMap(walk, frame, key, value, inPlace)
    case 'pattern-map':
      if (!isObject(value)) return false
      for (const pattern of namesIn(walk, value)) checkPattern(walk, frame, [key, pattern], pattern)
      return pushMap(walk, frame, key, value, false)
    case 'dependencies':
      return isObject(value) && pushDependencies(walk, frame, key, value)
  }
}

function pushList(
  walk: SchemaWalk,
  frame: SchemaFrame,
  key: string,
  list: readonly unknown[],
  inPlace: boolean,
): true {
  for (let index = 0; index < list.length && !walk.full; index++)
    walk.pushSchema(frame, list[index], key, index, inPlace)
  return true
}

function pushMap(
  walk: SchemaWalk,
  frame: SchemaFrame,
  key: string,
  map: Readonly<Record<string, unknown>>,
  inPlace: boolean,
): true {
  for (const name of namesIn(walk, map)) walk.pushSchema(frame, map[name], key, name, inPlace)
  return true
}

function pushDependencies(
  walk: SchemaWalk,
  frame: SchemaFrame,
  key: string,
  map: Readonly<Record<string, unknown>>,
): boolean {
  for (const name of namesIn(walk, map)) {
    const value = map[name]
    if (!Array.isArray(value)) walk.pushSchema(frame, value, key, name, true)
    else if (!areNames(value)) return false
  }
  return true
}

/** The keys of a map, counted; none when that was too much. */
function namesIn(walk: SchemaWalk, map: Readonly<Record<string, unknown>>): readonly string[] {
  const names = Object.keys(map)
  walk.admit(names.length, 0)
  for (let index = 0; index < names.length && !walk.full; index++) walk.admit(0, names[index]?.length ?? 0)
  return walk.full ? [] : names
}

function areNames(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  for (const name of value) if (typeof name !== 'string') return false
  return value.length < 2 || new Set(value).size === value.length
}

function areTypes(types: readonly unknown[]): boolean {
  return types.every((type) => JSON_TYPES.has(type)) && new Set(types).size === types.length
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function cureOf(key: string, value: unknown, { shape }: KeywordTraits, expected: string): string {
  if ((key === 'exclusiveMinimum' || key === 'exclusiveMaximum') && typeof value === 'boolean') {
    const limit = key === 'exclusiveMinimum' ? 'minimum' : 'maximum'
    return value
      ? `That is draft-04: write the number of \`${limit}\` as \`${key}\`, and remove \`${limit}\`.`
      : `That is draft-04: remove \`${key}\`.`
  }
  if (key === 'required' && typeof value === 'boolean')
    return 'List the names in `required` of the object around it.'
  if (key === 'items') return 'Use `prefixItems` for a tuple, or name draft-07 in `$schema`.'
  const alias =
    shape === 'type' && typeof value === 'string' ? TYPE_ALIASES.get(value.toLowerCase()) : undefined
  if (alias !== undefined) return `Write \`"${alias}"\`.`
  if (shape === 'type' && typeof value === 'string' && JSON_TYPES.has(value.toLowerCase()))
    return `Write \`"${value.toLowerCase()}"\`.`
  return `Give ${expected}.`
}
