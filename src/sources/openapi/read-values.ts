/** A JSON object out of a document; nothing about its members is promised. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own member of an object; undefined of anything else. Names from outside reach no prototype. */
export function memberOf(value: unknown, name: string): unknown {
  return isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function textAt(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name)
  return typeof member === 'string' ? member : undefined
}

export function fieldsAt(value: unknown, name: string): Fields | undefined {
  const member = memberOf(value, name)
  return isFields(member) ? member : undefined
}

export function listAt(value: unknown, name: string): readonly unknown[] {
  const member = memberOf(value, name)
  return Array.isArray(member) ? (member as readonly unknown[]) : []
}
