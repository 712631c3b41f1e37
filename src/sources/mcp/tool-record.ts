import { LIMITS } from '../../validate/limits.ts'

/** A tool as a server lists it: its fields are of the right types, and that is all that is promised. */
export interface ToolRecord {
  readonly name: string
  readonly title: string | undefined
  readonly description: string
  readonly inputSchema: unknown
  readonly outputSchema: unknown
  readonly annotations: Readonly<Partial<Record<Hint, boolean>>>
}

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const

type Hint = (typeof HINTS)[number]

/** Reads one entry of a list; a message says why it is no tool. */
export function readToolRecord(
  value: unknown,
): ToolRecord | { readonly message: string; readonly toolName?: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { message: 'the server lists something that is no object' }
  }
  const listed = value as Readonly<Record<string, unknown>>
  const { name, description, title } = listed
  if (typeof name !== 'string' || name === '') return { message: 'the server lists a tool without a name' }
  if (name.length > LIMITS.originCharacters) {
    const message = `the server lists a name of ${name.length} characters, at most ${LIMITS.originCharacters} are allowed`
    return { message, toolName: `${name.slice(0, 64)}…` }
  }
  if (description !== undefined && typeof description !== 'string')
    return { message: 'its description is no text', toolName: name }
  return {
    name,
    title:
      typeof title === 'string' && title.trim() !== '' ? title.slice(0, LIMITS.originCharacters) : undefined,
    description: description ?? '',
    inputSchema: listed['inputSchema'],
    outputSchema: listed['outputSchema'] ?? undefined,
    annotations: hintsOf(listed['annotations']),
  }
}

function hintsOf(value: unknown): ToolRecord['annotations'] {
  if (typeof value !== 'object' || value === null) return {}
  const given = HINTS.flatMap((hint) => {
    const said: unknown = Object.hasOwn(value, hint) ? Reflect.get(value, hint) : undefined
    return typeof said === 'boolean' ? [[hint, said] as const] : []
  })
  return Object.fromEntries(given)
}
