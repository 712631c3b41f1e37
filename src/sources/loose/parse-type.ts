import type { JsonObject, JsonType, JsonValue } from '../../schema/json-schema.ts'
import { typeOfName } from './type-names.ts'

const MAX_TYPE_CHARACTERS = 200
const MAX_DEPTH = 8

/**
 * A type as other languages write it, as a schema: `dict`, `List[str]`, `string[]`, `Map<String, Long>`,
 * `Optional[int]`, `str | None`. Undefined when it says nothing that is known.
 */
export function parseType(text: string, depth = 0): JsonObject | undefined {
  if (text.length > MAX_TYPE_CHARACTERS || depth > MAX_DEPTH) return undefined
  const name = text.trim()
  const plain = typeOfName(name)
  if (plain !== undefined) return plain === 'any' ? {} : { type: plain }
  const options = splitOutside(name, '|')
  if (options.length > 1) return union(options, depth)
  if (name.endsWith('[]')) return arrayOf(parseType(name.slice(0, -2), depth + 1))
  if (name.endsWith('?')) return union([name.slice(0, -1), 'null'], depth)
  const listed = /^(?:array|list) of (.+?)s?$/i.exec(name)?.[1]
  if (listed !== undefined) return arrayOf(parseType(listed, depth + 1))
  const [, outer = '', inner = ''] = /^([\w.]+)\s*[[<(](.*)[\]>)]$/s.exec(name) ?? []
  return outer === '' ? lastName(name, depth) : generic(outer, splitOutside(inner, ','), depth)
}

/** `java.util.List` → `List`. */
function lastName(name: string, depth: number): JsonObject | undefined {
  return /^(?:\w+\.)+\w+$/.test(name)
    ? parseType(name.slice(name.lastIndexOf('.') + 1), depth + 1)
    : undefined
}

function generic(outer: string, inner: readonly string[], depth: number): JsonObject | undefined {
  const name = outer.slice(outer.lastIndexOf('.') + 1).toLowerCase()
  if (name === 'optional' || name === 'nullable') return union([...inner, 'null'], depth)
  if (name === 'union') return union(inner, depth)
  const type = typeOfName(name)
  if (type === 'array')
    return arrayOf(
      inner.length === 1 || inner[1]?.trim() === '...' ? parseType(inner[0] ?? '', depth + 1) : {},
    )
  if (type === 'object') {
    const values = inner[1] === undefined ? {} : parseType(inner[1], depth + 1)
    return values === undefined || Object.keys(values).length === 0
      ? { type }
      : { type, additionalProperties: values }
  }
  return type === undefined || type === 'any' ? undefined : { type }
}

function arrayOf(items: JsonObject | undefined): JsonObject {
  return items === undefined || Object.keys(items).length === 0 ? { type: 'array' } : { type: 'array', items }
}

function union(names: readonly string[], depth: number): JsonObject | undefined {
  const schemas = names.map((name) => parseType(name, depth + 1))
  const known = schemas.filter((schema) => schema !== undefined)
  if (known.length < schemas.length || known.length === 0) return undefined
  if (known.some((schema) => Object.keys(schema).length === 0)) return {}
  const isPlain = known.every(
    (schema) => Object.keys(schema).length === 1 && typeof schema['type'] === 'string',
  )
  if (isPlain) return { type: [...new Set(known.map(({ type }) => type as JsonType))] }
  return { anyOf: known as readonly JsonValue[] }
}

function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if ('[<('.includes(character)) depth += 1
    else if (']>)'.includes(character)) depth -= 1
    else if (character === separator && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}
