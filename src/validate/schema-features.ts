import type { SchemaLevel } from '../define/tiers.ts'

const BASIC =
  'type properties required additionalProperties enum const items prefixItems nullable ' +
  'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf ' +
  'minLength maxLength minItems maxItems uniqueItems minProperties maxProperties ' +
  '$schema $comment title description default examples deprecated readOnly writeOnly'
const ADVANCED = '$ref $defs definitions $id $anchor allOf anyOf oneOf not pattern format'

/** The level that a keyword of JSON Schema takes to be defined; every other keyword takes `full`. */
export const KEYWORD_LEVELS: ReadonlyMap<string, SchemaLevel> = new Map<string, SchemaLevel>([
  ...BASIC.split(' ').map((keyword) => [keyword, 'basic'] as const),
  ...ADVANCED.split(' ').map((keyword) => [keyword, 'advanced'] as const),
])

/** What each level takes in, in order. */
export const SCHEMA_LEVELS: readonly SchemaLevel[] = ['basic', 'advanced', 'full']
