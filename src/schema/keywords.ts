import type { Dialect } from './dialects.ts'

/** What the value of a keyword must be. */
export type KeywordShape =
  | 'any'
  | 'text'
  | 'boolean'
  | 'number'
  | 'positive-number'
  | 'count'
  | 'list'
  | 'type'
  | 'names'
  | 'names-map'
  | 'vocabulary'
  | 'id'
  | 'anchor'
  | 'reference'
  | 'pattern'
  | 'schema'
  | 'schema-list'
  | 'schema-map'
  | 'pattern-map'
  | 'schema-or-list'
  | 'dependencies'

/** What is known of a keyword. */
export interface KeywordTraits {
  readonly shape: KeywordShape
  /** Where it means something; elsewhere it is an unknown keyword and ignored. */
  readonly dialects: readonly Dialect[]
  /** Whether its subschemas look at the same value as the schema they stand in, not at a property or an item of it. */
  readonly inPlace: boolean
}

const ALL: readonly Dialect[] = ['2020-12', '2019-09', 'draft-07']
const SINCE_2019: readonly Dialect[] = ['2020-12', '2019-09']
const SINCE_2020: readonly Dialect[] = ['2020-12']
const BEFORE_2020: readonly Dialect[] = ['2019-09', 'draft-07']
const ONLY_2019: readonly Dialect[] = ['2019-09']

const keyword = (shape: KeywordShape, dialects: readonly Dialect[] = ALL): KeywordTraits => ({
  shape,
  dialects,
  inPlace: false,
})
const inPlace = (shape: KeywordShape, dialects: readonly Dialect[] = ALL): KeywordTraits => ({
  shape,
  dialects,
  inPlace: true,
})

/** Every keyword of the three dialects. `$defs` and `definitions` hold schemas in each: authors mix them. */
export const KEYWORDS: ReadonlyMap<string, KeywordTraits> = new Map([
  ['$schema', keyword('text')],
  ['$id', keyword('id')],
  ['$ref', keyword('reference')],
  ['$anchor', keyword('anchor', SINCE_2019)],
  ['$dynamicRef', keyword('reference', SINCE_2020)],
  ['$dynamicAnchor', keyword('anchor', SINCE_2020)],
  ['$recursiveRef', keyword('reference', ONLY_2019)],
  ['$recursiveAnchor', keyword('boolean', ONLY_2019)],
  ['$vocabulary', keyword('vocabulary', SINCE_2019)],
  ['$comment', keyword('text')],
  ['$defs', keyword('schema-map')],
  ['definitions', keyword('schema-map')],

  ['type', keyword('type')],
  ['enum', keyword('list')],
  ['const', keyword('any')],
  ['multipleOf', keyword('positive-number')],
  ['maximum', keyword('number')],
  ['exclusiveMaximum', keyword('number')],
  ['minimum', keyword('number')],
  ['exclusiveMinimum', keyword('number')],
  ['maxLength', keyword('count')],
  ['minLength', keyword('count')],
  ['pattern', keyword('pattern')],
  ['maxItems', keyword('count')],
  ['minItems', keyword('count')],
  ['uniqueItems', keyword('boolean')],
  ['maxContains', keyword('count', SINCE_2019)],
  ['minContains', keyword('count', SINCE_2019)],
  ['maxProperties', keyword('count')],
  ['minProperties', keyword('count')],
  ['required', keyword('names')],
  ['dependentRequired', keyword('names-map', SINCE_2019)],

  ['allOf', inPlace('schema-list')],
  ['anyOf', inPlace('schema-list')],
  ['oneOf', inPlace('schema-list')],
  ['not', inPlace('schema')],
  ['if', inPlace('schema')],
  ['then', inPlace('schema')],
  ['else', inPlace('schema')],
  ['dependentSchemas', inPlace('schema-map', SINCE_2019)],
  ['dependencies', inPlace('dependencies')],
  ['prefixItems', keyword('schema-list', SINCE_2020)],
  ['items', keyword('schema-or-list')],
  ['additionalItems', keyword('schema', BEFORE_2020)],
  ['contains', keyword('schema')],
  ['unevaluatedItems', keyword('schema', SINCE_2019)],
  ['properties', keyword('schema-map')],
  ['patternProperties', keyword('pattern-map')],
  ['additionalProperties', keyword('schema')],
  ['propertyNames', keyword('schema')],
  ['unevaluatedProperties', keyword('schema', SINCE_2019)],

  ['title', keyword('text')],
  ['description', keyword('text')],
  ['default', keyword('any')],
  ['deprecated', keyword('boolean', SINCE_2019)],
  ['readOnly', keyword('boolean')],
  ['writeOnly', keyword('boolean')],
  ['examples', keyword('list')],
  ['format', keyword('text')],
  ['contentEncoding', keyword('text')],
  ['contentMediaType', keyword('text')],
  ['contentSchema', keyword('schema', SINCE_2019)],
])

/** What a keyword means in a dialect; undefined when nothing. */
export function keywordIn(name: string, dialect: Dialect): KeywordTraits | undefined {
  const traits = KEYWORDS.get(name)
  return traits !== undefined && (traits.dialects === ALL || traits.dialects.includes(dialect))
    ? traits
    : undefined
}

/** The names of types that JSON Schema knows; a set of anything, since it is asked about anything. */
export const JSON_TYPES: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'null',
  'array',
  'object',
])
