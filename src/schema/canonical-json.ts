/** Deeper data has no canonical text: whoever hashes it wants a bounded value. */
const MAX_DEPTH = 1_000

/**
 * One text for equal JSON, whatever the order of its keys: sorted by code unit, compact, numbers as RFC 8785 writes
 * them. What JSON cannot hold is written as JSON.stringify would: left out of objects, `null` elsewhere.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0) ?? 'null'
}

function write(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'number':
      return Number.isFinite(value) ? String(Object.is(value, -0) ? 0 : value) : 'null'
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null || depth > MAX_DEPTH) return 'null'
      return Array.isArray(value) ? writeArray(value, depth) : writeObject(value, depth)
    default:
      return undefined
  }
}

function writeArray(items: readonly unknown[], depth: number): string {
  let text = '['
  for (let index = 0; index < items.length; index++) {
    if (index > 0) text += ','
    text += write(items[index], depth + 1) ?? 'null'
  }
  return `${text}]`
}

function writeObject(value: object, depth: number): string {
  const members = value as Readonly<Record<string, unknown>>
  let text = ''
  // Default sort of strings is by code unit, which is the order RFC 8785 asks for.
  for (const key of Object.keys(value).sort()) {
    const member = write(members[key], depth + 1)
    if (member === undefined) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${member}`
  }
  return `{${text}}`
}
