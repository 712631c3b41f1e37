// Shapes of requests where a provider publishes no schema, written from the types of its official client. They are
// closed: a field that the provider does not know is a problem.

/** An object with these fields and no other; those whose name ends in `?` may be missing. */
export function shape(fields: Readonly<Record<string, object>>): object {
  const entries = Object.entries(fields)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace('?', ''), schema])),
    required: entries.flatMap(([name]) => (name.endsWith('?') ? [] : [name])),
    additionalProperties: false,
  }
}

export const text = { type: 'string' }
export const number = { type: 'number' }
export const flag = { type: 'boolean' }
export const anyObject = { type: 'object' }

/** A JSON Schema of parameters: its root is an object. */
export const parameters = {
  type: 'object',
  properties: { type: { const: 'object' }, properties: anyObject },
  required: ['type'],
}

export const listOf = (items: object, minItems = 0): object => ({ type: 'array', items, minItems })
export const oneOf = (...values: readonly unknown[]): object => ({ enum: values })
export const either = (...schemas: readonly object[]): object => ({ anyOf: schemas })
export const matching = (pattern: string): object => ({ type: 'string', pattern })
