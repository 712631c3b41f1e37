import type { SchemaDialect } from './schema-dialect.ts'

/** Ollama's native API: a server that reads schemas into fixed structs and silently forgets every other keyword. */
export const OLLAMA: SchemaDialect = {
  id: 'ollama',
  verbatim: false,
  strict: false,
  keywords: { default: 'describe', examples: 'describe', example: 'describe' },
  otherKeywords: 'describe',
  required: 'any',
  closedObjects: false,
  maps: 'strip',
  nullForm: 'type',
  typeLists: true,
  untyped: 'keep',
  enumValues: 'any',
  const: 'enum',
  oneOf: 'anyOf',
  unions: 'keep',
  allOf: 'merge',
  references: 'inline',
  recursion: false,
  tuples: 'union',
  formats: [],
  rootUnion: 'fold',
  rootDescription: false,
}
