import type { Fields } from './read-values.ts'

const MAX_EXAMPLES = 3
const MAX_EXAMPLE_CHARACTERS = 200

/**
 * A default is what the server does without the argument. Filled in here and sent, it would say what nobody said: in a
 * PATCH, that everything which has a default goes back to it.
 */
export function tellDefault(value: Fields, target: Map<string, unknown>): void {
  const { default: initial } = value
  if (initial === undefined || sizeOf(initial) > MAX_EXAMPLE_CHARACTERS) return
  addWords(target, `Default: ${JSON.stringify(initial)}.`)
}

function addWords(target: Map<string, unknown>, words: string): void {
  const description = target.get('description')
  const known = typeof description === 'string' && description !== '' ? `${description.trimEnd()} ` : ''
  target.set('description', `${known}${words}`)
}

export function addExample(value: Fields, target: Map<string, unknown>): void {
  const { example } = value
  if (example === undefined || target.has('examples')) return
  const examples = shortExamples([example])
  if (examples !== undefined) target.set('examples', examples)
}

/** JSON has no bytes. */
export function tellBase64(target: Map<string, unknown>): void {
  target.set('contentEncoding', 'base64')
  addWords(target, '(Bytes, as base64.)')
}

export function shortExamples(examples: readonly unknown[]): readonly unknown[] | undefined {
  const short = examples.slice(0, MAX_EXAMPLES).filter((example) => sizeOf(example) <= MAX_EXAMPLE_CHARACTERS)
  return short.length === 0 ? undefined : short
}

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : String(value).length
}
