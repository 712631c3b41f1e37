import type { JsonSchema } from '../../schema/json-schema.ts'
import type { Fields } from './read-values.ts'

const IN_PLACE = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'enum', 'const'] as const

/** What OpenAPI 3.0 says with `nullable`, in the words of JSON Schema. */
export function writeNullable(source: Fields, schema: JsonSchema): JsonSchema {
  if (source['nullable'] !== true) return schema
  const { type, enum: members } = schema
  const isBare =
    type !== undefined && !IN_PLACE.some((keyword) => keyword !== 'enum' && Object.hasOwn(schema, keyword))
  if (isBare) {
    const types = (Array.isArray(type) ? type : [type]) as readonly string[]
    const withNull = { ...schema, type: types.includes('null') ? types : [...types, 'null'] } as JsonSchema
    return members === undefined || members.includes(null)
      ? withNull
      : { ...withNull, enum: [...members, null] }
  }
  // Without a type and without anything that looks at the value, null is let in already.
  if (!IN_PLACE.some((keyword) => Object.hasOwn(schema, keyword))) return schema
  const { description, ...rest } = schema
  return { ...(description === undefined ? {} : { description }), anyOf: [rest, { type: 'null' }] }
}
