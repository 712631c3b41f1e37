const PLAIN_KEY = /^[\w$~-]{1,64}$/
const MAX_KEY_CHARACTERS = 64

/** `('input_schema', ['properties', 'my key', 'enum', 0])` → `input_schema.properties["my key"].enum[0]`. */
export function formatPath(base: string, segments: readonly (string | number)[]): string {
  let path = base
  for (const segment of segments) path += formatSegment(segment, path === '')
  return path
}

function formatSegment(segment: string | number, first: boolean): string {
  if (typeof segment === 'number') return `[${segment}]`
  if (!PLAIN_KEY.test(segment)) return `[${quote(segment, MAX_KEY_CHARACTERS)}]`
  return first ? segment : `.${segment}`
}

/** A value from outside as it can stand in a message: JSON, cut short. */
export function quote(value: unknown, maxCharacters: number = 80): string {
  const text =
    typeof value === 'string'
      ? JSON.stringify(value.slice(0, maxCharacters + 1))
      : (JSON.stringify(value) ?? 'undefined')
  return text.length > maxCharacters + 2 ? `${text.slice(0, maxCharacters)}…` : text
}
