import type { ParameterStyle } from './http-request.ts'

/** How one parameter is written. */
export interface Serialisation {
  readonly style: ParameterStyle
  readonly explode: boolean
  readonly encode: (text: string) => string
  /** Between the pairs of an exploded form. @default '&' */
  readonly separator?: string
}

type Pair = readonly [name: string, value: unknown]

const DELIMITERS: ReadonlyMap<ParameterStyle, string> = new Map([
  ['spaceDelimited', '%20'],
  ['pipeDelimited', '%7C'],
])
// Arguments are a few levels deep; whoever wrote more meant JSON.
const MAX_DEEP_LEVELS = 16

/**
 * Writes a value as the tables of OpenAPI have it, with its name where the style shows it. Undefined for what has no
 * form: nothing, an empty list, an empty object.
 */
export function serialiseParameter(name: string, value: unknown, how: Serialisation): string | undefined {
  const key = how.encode(name)
  if (value === undefined || value === null) return undefined
  if (how.style === 'deepObject' && typeof value === 'object')
    return deepPairs(key, value, how, 0).join('&') || undefined
  if (Array.isArray(value)) {
    const items = value.filter(isPresent).map((item) => how.encode(textOf(item)))
    return items.length === 0 ? undefined : writeList(key, items, how)
  }
  if (typeof value === 'object') {
    const pairs = presentPairs(value).map(
      ([member, item]) => [how.encode(member), how.encode(textOf(item))] as const,
    )
    return pairs.length === 0 ? undefined : writePairs(key, pairs, how)
  }
  return writeText(key, how.encode(textOf(value)), how.style)
}

/** A value as one text: JSON of what has members. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

function writeText(key: string, text: string, style: ParameterStyle): string {
  if (style === 'simple') return text
  if (style === 'label') return `.${text}`
  if (style === 'matrix') return text === '' ? `;${key}` : `;${key}=${text}`
  return `${key}=${text}`
}

function writeList(
  key: string,
  items: readonly string[],
  { style, explode, separator = '&' }: Serialisation,
): string {
  if (style === 'simple') return items.join(',')
  if (style === 'label') return `.${items.join(explode ? '.' : ',')}`
  if (style === 'matrix')
    return explode ? items.map((item) => `;${key}=${item}`).join('') : `;${key}=${items.join(',')}`
  if (explode) return items.map((item) => `${key}=${item}`).join(separator)
  return `${key}=${items.join(DELIMITERS.get(style) ?? ',')}`
}

function writePairs(
  key: string,
  pairs: readonly (readonly [string, string])[],
  { style, explode, separator = '&' }: Serialisation,
): string {
  const joined = pairs.map(([name, value]) => `${name}=${value}`)
  if (style === 'simple') return explode ? joined.join(',') : pairs.flat().join(',')
  if (style === 'label') return `.${explode ? joined.join('.') : pairs.flat().join(',')}`
  if (style === 'matrix') return explode ? `;${joined.join(';')}` : `;${key}=${pairs.flat().join(',')}`
  if (explode && style === 'form') return joined.join(separator)
  return `${key}=${pairs.flat().join(DELIMITERS.get(style) ?? ',')}`
}

/** `filter[size][min]=1`; items of a list by their index. */
function deepPairs(key: string, value: unknown, how: Serialisation, level: number): string[] {
  if (typeof value !== 'object' || value === null || level > MAX_DEEP_LEVELS) {
    return isPresent(value) ? [`${key}=${how.encode(textOf(value))}`] : []
  }
  return presentPairs(value).flatMap(([name, item]) =>
    deepPairs(`${key}%5B${how.encode(name)}%5D`, item, how, level + 1),
  )
}

function presentPairs(value: object): Pair[] {
  return Object.entries(value).filter(([, item]) => isPresent(item))
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null
}
