/** What the value of a tag is read as. */
export type TagValueKind = 'number' | 'positive' | 'count' | 'pattern' | 'text' | 'flag' | 'value'

interface ConstraintTag {
  readonly keyword: string
  readonly value: TagValueKind
  /** What the type must let in for the tag to mean anything. */
  readonly on: 'number' | 'string' | 'array' | 'anything'
}

/** Tags that say more of a value than its type can. They may stand at the end of a line of text, too. */
export const CONSTRAINT_TAGS: ReadonlyMap<string, ConstraintTag> = new Map<string, ConstraintTag>([
  ['minimum', { keyword: 'minimum', value: 'number', on: 'number' }],
  ['maximum', { keyword: 'maximum', value: 'number', on: 'number' }],
  ['exclusiveMinimum', { keyword: 'exclusiveMinimum', value: 'number', on: 'number' }],
  ['exclusiveMaximum', { keyword: 'exclusiveMaximum', value: 'number', on: 'number' }],
  ['multipleOf', { keyword: 'multipleOf', value: 'positive', on: 'number' }],
  ['int', { keyword: 'type', value: 'flag', on: 'number' }],
  ['integer', { keyword: 'type', value: 'flag', on: 'number' }],
  ['minLength', { keyword: 'minLength', value: 'count', on: 'string' }],
  ['maxLength', { keyword: 'maxLength', value: 'count', on: 'string' }],
  ['pattern', { keyword: 'pattern', value: 'pattern', on: 'string' }],
  ['format', { keyword: 'format', value: 'text', on: 'string' }],
  ['minItems', { keyword: 'minItems', value: 'count', on: 'array' }],
  ['maxItems', { keyword: 'maxItems', value: 'count', on: 'array' }],
  ['uniqueItems', { keyword: 'uniqueItems', value: 'flag', on: 'array' }],
  ['default', { keyword: 'default', value: 'value', on: 'anything' }],
  ['example', { keyword: 'examples', value: 'value', on: 'anything' }],
  ['deprecated', { keyword: 'deprecated', value: 'flag', on: 'anything' }],
])
