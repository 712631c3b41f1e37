import { quoteText } from '../show-value.ts'
import { type Plan, TYPE_BITS } from '../plan/plan.ts'

const TYPE_WORDS = [
  [TYPE_BITS.string, 'a string'],
  [TYPE_BITS.number, 'a number'],
  [TYPE_BITS.integer, 'an integer'],
  [TYPE_BITS.boolean, 'true or false'],
  [TYPE_BITS.array, 'an array'],
  [TYPE_BITS.object, 'an object'],
  [TYPE_BITS.null, 'null'],
] as const

const MAX_SHOWN_VALUES = 30

/** What fits a plan, in words: `one of "a", "b"`, `an integer from 1 to 10`, `a string or null`. */
export function describeExpected(plan: Plan): string {
  if (plan.values !== undefined) return describeValues(plan.values)
  if (plan.types === 0) return 'nothing'
  const words: string[] = []
  let bits = plan.types
  for (const [bit, word] of TYPE_WORDS) {
    if ((bits & bit) !== bit) continue
    bits &= ~bit
    words.push(word + describeLimits(plan, bit))
  }
  return words.length === TYPE_WORDS.length - 1 ? 'any JSON value' : joinAlternatives(words)
}

export function describeValues(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_SHOWN_VALUES).map(showJson)
  if (values.length > MAX_SHOWN_VALUES) return `one of ${shown.join(', ')}, … (${values.length} in all)`
  return shown.length === 1 ? (shown[0] ?? '') : `one of ${shown.join(', ')}`
}

/** A value as JSON, cut to a length that a list can hold. */
function showJson(value: unknown): string {
  if (typeof value === 'string') return quoteText(value)
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

function joinAlternatives(words: readonly string[]): string {
  if (words.length < 3) return words.join(' or ')
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

function describeLimits(plan: Plan, bit: number): string {
  if (bit === TYPE_BITS.string) {
    const format = firstOf(plan, 'format')
    const pattern = firstOf(plan, 'pattern')
    if (typeof format === 'string') return ` in the format ${format}`
    return typeof pattern === 'string' ? ` matching ${quoteText(pattern)}` : ''
  }
  if (bit === TYPE_BITS.number || bit === TYPE_BITS.integer) {
    return describeRange(firstOf(plan, 'minimum'), firstOf(plan, 'maximum'))
  }
  return ''
}

function describeRange(from: unknown, to: unknown): string {
  if (typeof from === 'number' && typeof to === 'number') return ` from ${from} to ${to}`
  if (typeof from === 'number') return ` of at least ${from}`
  return typeof to === 'number' ? ` of at most ${to}` : ''
}

function firstOf(plan: Plan, keyword: string): unknown {
  return plan.schemas.find((schema) => Object.hasOwn(schema, keyword))?.[keyword]
}
