/** A schema, or a part of one, that is an object. */
export type SchemaObject = Readonly<Record<string, unknown>>

export function isContainer(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function ownKeys(value: SchemaObject): readonly string[] {
  return Object.keys(value)
}

interface ReferenceTokens {
  /** Every name that a JSON pointer in a reference goes through. */
  readonly tokens: Set<string>
  readonly usesMetaSchemas: boolean
}

/** Reads every reference in the documents, wherever it stands. */
export function referenceTokens(documents: readonly unknown[]): ReferenceTokens {
  const tokens = new Set<string>()
  let usesMetaSchemas = false
  const open: unknown[] = [...documents]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    for (const [key, member] of Object.entries(value)) {
      if (typeof member === 'object') open.push(member)
      else if (typeof member === 'string' && (key === '$ref' || key === '$dynamicRef')) {
        usesMetaSchemas ||= member.includes('json-schema.org/')
        const pointer = member.indexOf('#/')
        if (pointer !== -1) for (const token of decodeTokens(member.slice(pointer + 2))) tokens.add(token)
      }
    }
  }
  return { tokens, usesMetaSchemas }
}

function decodeTokens(pointer: string): readonly string[] {
  try {
    const tokens = decodeURIComponent(pointer).split('/')
    return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
  } catch {
    return []
  }
}
