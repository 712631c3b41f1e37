/** What may leave notes on which properties were looked at: `unevaluatedProperties` needs them beside it. */
const NOTING = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'dependentSchemas',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
] as const

/** Each guard makes the engine generate what lies below twice. */
export const MAX_GUARDS = 6

/**
 * The engine applies `unevaluatedProperties` to arrays as well. Unless `type` rules arrays out, the keyword moves into a
 * branch for what is no array. All else stays where it is, so that references still lead to the same.
 */
export function guardUnevaluatedProperties(schema: Record<string, unknown>): Record<string, unknown> {
  const { type, unevaluatedProperties } = schema
  if (type !== undefined && type !== 'array' && !(Array.isArray(type) && type.includes('array')))
    return schema
  const branch: Record<string, unknown> = { unevaluatedProperties }
  for (const key of NOTING) if (Object.hasOwn(schema, key)) branch[key] = schema[key]
  const guarded = { ...schema }
  delete guarded['unevaluatedProperties']
  const before: unknown = schema['allOf']
  const guard = { anyOf: [{ type: 'array' }, branch] }
  guarded['allOf'] = Array.isArray(before) ? [...before, guard] : [guard]
  return guarded
}
