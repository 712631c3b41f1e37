// Some clients spell the fields of the wire in camel case. Only fields that are known are renamed, and nothing inside
// what belongs to a tool or its author: a parameter may well be called `max_tokens`.
const WIRE_NAMES = [
  'billed_units',
  'cached_tokens',
  'citation_options',
  'completion_tokens',
  'document_url',
  'finish_reason',
  'frequency_penalty',
  'image_url',
  'input_tokens',
  'max_tokens',
  'output_tokens',
  'parallel_tool_calls',
  'presence_penalty',
  'prompt_tokens',
  'prompt_tokens_details',
  'random_seed',
  'reasoning_effort',
  'response_format',
  'safe_prompt',
  'safety_mode',
  'stop_sequences',
  'strict_tools',
  'tool_call_id',
  'tool_calls',
  'tool_choice',
  'tool_plan',
  'top_p',
  'total_tokens',
] as const

const OPAQUE: ReadonlySet<string> = new Set([
  'parameters',
  'arguments',
  'metadata',
  'response_format',
  'responseFormat',
])
const MAX_DEPTH = 64

const camelOf = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const TO_CAMEL: ReadonlyMap<string, string> = new Map(WIRE_NAMES.map((name) => [name, camelOf(name)]))
const TO_SNAKE: ReadonlyMap<string, string> = new Map(WIRE_NAMES.map((name) => [camelOf(name), name]))

/** A request body, spelled as a client in camel case wants it. */
export function toCamelCase(value: unknown): unknown {
  return rename(value, TO_CAMEL, 0)
}

/** An answer or event of such a client, spelled as on the wire. */
export function toSnakeCase(value: unknown): unknown {
  return rename(value, TO_SNAKE, 0)
}

function rename(value: unknown, names: ReadonlyMap<string, string>, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((item) => rename(item, names, depth + 1))
  // fromEntries defines: a key `__proto__` stays a key.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      names.get(key) ?? key,
      OPAQUE.has(key) ? item : rename(item, names, depth + 1),
    ]),
  )
}
