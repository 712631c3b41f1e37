import { KEYWORDS } from '../../../schema/keywords.ts'

/** Keywords that say nothing about which values fit. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$vocabulary',
  '$comment',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'examples',
])

export function isAssertion(keyword: string): boolean {
  return KEYWORDS.has(keyword) && !ANNOTATIONS.has(keyword)
}

/** Which type of value a keyword speaks of. */
const TYPE_OF_KEYWORD: ReadonlyMap<string, string> = new Map(
  Object.entries({
    object: [
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'propertyNames',
      'minProperties',
      'maxProperties',
      'dependentRequired',
      'dependentSchemas',
      'dependencies',
      'unevaluatedProperties',
    ],
    array: [
      'items',
      'prefixItems',
      'additionalItems',
      'minItems',
      'maxItems',
      'uniqueItems',
      'contains',
      'minContains',
      'maxContains',
      'unevaluatedItems',
    ],
    string: [
      'minLength',
      'maxLength',
      'pattern',
      'format',
      'contentEncoding',
      'contentMediaType',
      'contentSchema',
    ],
    number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  }).flatMap(([type, keywords]) => keywords.map((keyword): [string, string] => [keyword, type])),
)

export function typeOfKeyword(keyword: string): string | undefined {
  return TYPE_OF_KEYWORD.get(keyword)
}
