import { compileSchema, type CompiledSchema } from './compile-schema.ts'
import { hashCanonical } from '../hash.ts'
import type { JsonSchema } from '../json-schema.ts'
import { createRecentMap } from '../recent-map.ts'

const DEFAULT_MAX_ENTRIES = 1_000

/** Makes a cache of compiled schemas; the one below serves the whole process. */
export function createSchemaCache(
  maxEntries: number = DEFAULT_MAX_ENTRIES,
): (schema: JsonSchema) => CompiledSchema {
  const byIdentity = new WeakMap<JsonSchema, CompiledSchema>()
  const byHash = createRecentMap<CompiledSchema>(maxEntries)
  return (schema) => {
    const known = byIdentity.get(schema)
    if (known !== undefined) return known
    const hash = hashCanonical(schema)
    const compiled = byHash.get(hash) ?? compileSchema(schema)
    byHash.set(hash, compiled)
    // A schema that may still change is looked up by its content each time.
    if (Object.isFrozen(schema)) byIdentity.set(schema, compiled)
    return compiled
  }
}

/** The compiled form of a schema, compiled at the first question; equal schemas share one. */
export const compiledSchema: (schema: JsonSchema) => CompiledSchema = createSchemaCache()
