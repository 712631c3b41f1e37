import type { JsonSchema } from '../json-schema.ts'

/** A schema as a whole: where its references point into, and the plans made of its parts. */
export interface Document {
  readonly root: JsonSchema
  /** By the ids of the schemas they combine. */
  readonly plans: Map<string, unknown>
  readonly ids: Map<unknown, number>
}

/** All schemas that hold at the same place: themselves, what `$ref` names, and the members of `allOf`. */
export function collectInPlace(
  root: JsonSchema,
  given: readonly unknown[],
): { readonly schemas: readonly JsonSchema[]; readonly never: boolean } {
  const schemas = new Set<JsonSchema>()
  let never = false
  const open: unknown[] = [...given].reverse()
  while (open.length > 0) {
    const next = open.pop()
    if (next === false) never = true
    if (!isSchemaObject(next) || schemas.has(next)) continue
    const target = typeof next.$ref === 'string' ? resolveReference(root, next.$ref) : undefined
    // Before 2019-09, `$ref` hides whatever stands beside it.
    if (target === undefined || !isOldDialect(root)) {
      schemas.add(next)
      if (Array.isArray(next.allOf)) for (const member of [...next.allOf].reverse()) open.push(member)
    }
    if (target !== undefined) open.push(target)
  }
  return { schemas: [...schemas], never }
}

/** What a local JSON pointer names; undefined for anything else (anchors, other documents). */
function resolveReference(root: JsonSchema, reference: string): unknown {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  let part: unknown = root
  for (const token of decodePointer(reference.slice(2))) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, token)) return undefined
    part = (part as Record<string, unknown>)[token]
  }
  return part
}

function decodePointer(pointer: string): string[] {
  try {
    return decodeURIComponent(pointer)
      .split('/')
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
  } catch {
    return [pointer] // a stray % sign
  }
}

function isSchemaObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isOldDialect(root: JsonSchema): boolean {
  return typeof root.$schema === 'string' && /draft-0[3-7]/.test(root.$schema)
}
