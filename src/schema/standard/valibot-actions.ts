import type { SchemaObject } from '../schema-object.ts'

const FORMATS: ReadonlyMap<unknown, string> = new Map([
  ['email', 'email'],
  ['url', 'uri'],
  ['uuid', 'uuid'],
  ['ipv4', 'ipv4'],
  ['ipv6', 'ipv6'],
  ['iso_date', 'date'],
  ['iso_timestamp', 'date-time'],
])

const PRESERVING: ReadonlySet<unknown> = new Set([
  'trim',
  'trim_start',
  'trim_end',
  'to_lower_case',
  'to_upper_case',
  'normalize',
  'to_min_value',
  'to_max_value',
  'brand',
  'flavor',
  'readonly',
])

/** Whether the type behind a transform is the one before it. */
export function isTypePreserving(action: SchemaObject): boolean {
  return PRESERVING.has(action['type'])
}

/**
 * Writes what a validation or a note of a pipe says. A validation without a counterpart is left to Valibot, which runs
 * after our check.
 */
export function applyValibotAction(schema: Record<string, unknown>, action: SchemaObject): void {
  const { type, requirement } = action
  const isArray = schema['type'] === 'array'
  switch (type) {
    case 'title':
    case 'description':
    case 'examples':
      schema[type] = action[type]
      break
    case 'min_length':
      schema[isArray ? 'minItems' : 'minLength'] = requirement
      break
    case 'max_length':
      schema[isArray ? 'maxItems' : 'maxLength'] = requirement
      break
    case 'length':
      schema[isArray ? 'minItems' : 'minLength'] = requirement
      schema[isArray ? 'maxItems' : 'maxLength'] = requirement
      break
    case 'non_empty':
      schema[isArray ? 'minItems' : 'minLength'] = 1
      break
    case 'min_entries':
      schema['minProperties'] = requirement
      break
    case 'max_entries':
      schema['maxProperties'] = requirement
      break
    case 'integer':
    case 'safe_integer':
      schema['type'] = 'integer'
      break
    case 'min_value':
      setNumber(schema, 'minimum', requirement)
      break
    case 'max_value':
      setNumber(schema, 'maximum', requirement)
      break
    case 'gt_value':
      setNumber(schema, 'exclusiveMinimum', requirement)
      break
    case 'lt_value':
      setNumber(schema, 'exclusiveMaximum', requirement)
      break
    case 'multiple_of':
      setNumber(schema, 'multipleOf', requirement)
      break
    case 'regex':
      addPattern(schema, requirement)
      break
    default: {
      const format = FORMATS.get(type)
      if (format !== undefined && schema['format'] === undefined) schema['format'] = format
    }
  }
}

function setNumber(schema: Record<string, unknown>, keyword: string, requirement: unknown): void {
  if (typeof requirement === 'number') schema[keyword] = requirement
}

/** Flags that change the meaning have no counterpart, and one schema holds one pattern: the rest is left to Valibot. */
function addPattern(schema: Record<string, unknown>, requirement: unknown): void {
  if (!(requirement instanceof RegExp) || /[imsy]/.test(requirement.flags) || schema['pattern'] !== undefined)
    return
  schema['pattern'] = requirement.source
}
