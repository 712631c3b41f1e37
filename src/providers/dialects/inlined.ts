import { JSON_SCHEMA } from './json-schema.ts'
import type { SchemaDialect } from './schema-dialect.ts'

/** JSON Schema as a hint, without `$ref`: Bedrock, for Nova. */
export const INLINED: SchemaDialect = {
  ...JSON_SCHEMA,
  id: 'inlined',
  references: 'inline',
  recursion: false,
}
