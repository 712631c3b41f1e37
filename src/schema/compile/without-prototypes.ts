/**
 * Copies JSON into objects without a prototype: the engine asks with `in`, which would find `toString` and the like in
 * every ordinary object.
 */
export function withoutPrototypes(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutPrototypes)
  const bare: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(value))
    bare[key] = withoutPrototypes((value as Readonly<Record<string, unknown>>)[key])
  return bare
}
