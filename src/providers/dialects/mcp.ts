import { JSON_SCHEMA } from './json-schema.ts'
import type { SchemaDialect } from './schema-dialect.ts'

/** Full JSON Schema, untouched: MCP. */
export const MCP: SchemaDialect = { ...JSON_SCHEMA, id: 'mcp', verbatim: true }
