import { parseJsonText } from './coerce-json-text.ts'
import { pickBranch } from './coerce-branch.ts'
import { quoteText, renderPath, showValue } from './explain-path.ts'
import { addNote, setOwn, type ValueNote } from './fill-defaults.ts'
import { includesValue, itemPlan, type Plan, propertyPlan, TYPE_BITS, typeBitOf } from './plan.ts'

const MAX_DEPTH = 200
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const DIGITS = /^-?\d+$/
const ZERO = /^0(?:\.0+)?$/
const MAX_NUMBER_CHARACTERS = 40
/** Decimals of up to so many digits survive a double unchanged. */
const EXACT_DIGITS = 15

interface Walk {
  readonly path: (string | number)[]
  readonly notes: ValueNote[]
}

/**
 * Mends what can only have been meant one way, each with a note: "5" → 5, "true" → true, JSON text → array or object,
 * null → absent for an optional property, an enum value in other letter case. Nothing else. Run it only on a value
 * that failed its check: it changes `value`, and returns it (or what takes its place).
 */
export function coerce(plan: Plan, value: unknown, notes: ValueNote[]): unknown {
  return coerceAt(plan, value, { path: [], notes })
}

function coerceAt(plan: Plan, value: unknown, walk: Walk): unknown {
  if (typeof value === 'string') return coerceText(plan, value, walk)
  if (typeof value !== 'object' || value === null || walk.path.length > MAX_DEPTH) return value
  if (Array.isArray(value)) coerceItems(plan, value, walk)
  else coerceProperties(plan, value as Record<string, unknown>, walk)
  for (const union of plan.unions) {
    const branch = pickBranch(union, value)
    if (branch !== undefined) coerceAt(branch, value, walk)
  }
  return value
}

function coerceProperties(plan: Plan, value: Record<string, unknown>, walk: Walk): void {
  // for-in needs no list of the keys; what is inherited is left out below.
  for (const name in value) {
    const before = value[name]
    if (typeof before !== 'string' && typeof before !== 'object') continue
    const child = propertyPlan(plan, name)
    if (child === undefined) continue
    if (typeof before === 'string' && child.values === undefined && (child.types & TYPE_BITS.string) !== 0)
      continue
    if (!Object.hasOwn(value, name)) continue
    walk.path.push(name)
    if (before === null) {
      if ((child.types & TYPE_BITS.null) === 0 && !plan.required.has(name)) {
        delete value[name]
        note(walk, 'null was taken as "not given"')
      }
    } else {
      const after = coerceAt(child, before, walk)
      if (after !== before) setOwn(value, name, after)
    }
    walk.path.pop()
  }
}

function coerceItems(plan: Plan, value: unknown[], walk: Walk): void {
  for (let index = 0; index < value.length; index++) {
    const child = itemPlan(plan, index)
    if (child === undefined) continue
    walk.path.push(index)
    value[index] = coerceAt(child, value[index], walk)
    walk.path.pop()
  }
}

function coerceText(plan: Plan, text: string, walk: Walk): unknown {
  const { types, values } = plan
  if ((types & TYPE_BITS.string) !== 0) return values === undefined ? text : matchEnum(values, text, walk)
  if ((types & TYPE_BITS.number) !== 0) {
    const number = exactNumber(text)
    if (number !== undefined && isAllowed(plan, number)) {
      note(walk, `the string "${text}" was taken as the number ${text}`)
      return number
    }
  }
  if ((types & TYPE_BITS.boolean) !== 0 && (text === 'true' || text === 'false')) {
    const boolean = text === 'true'
    if (isAllowed(plan, boolean)) {
      note(walk, `the string "${text}" was taken as ${text}`)
      return boolean
    }
  }
  if ((types & (TYPE_BITS.array | TYPE_BITS.object)) !== 0) {
    const parsed = parseJsonText(text)
    if (parsed !== undefined && (types & typeBitOf(parsed)) !== 0) {
      note(walk, `JSON text was taken as ${showValue(parsed)}`)
      return coerceAt(plan, parsed, walk)
    }
  }
  return text
}

function isAllowed(plan: Plan, value: unknown): boolean {
  return (
    (plan.types & typeBitOf(value)) !== 0 && (plan.values === undefined || includesValue(plan.values, value))
  )
}

function matchEnum(values: readonly unknown[], text: string, walk: Walk): string {
  if (values.includes(text)) return text
  const wanted = text.toLowerCase()
  let match: string | undefined
  for (const value of values) {
    if (typeof value !== 'string' || value.length !== text.length || value.toLowerCase() !== wanted) continue
    if (match !== undefined) return text
    match = value
  }
  if (match === undefined) return text
  note(walk, `${quoteText(text)} was taken as ${quoteText(match)}`)
  return match
}

/** The number that a text names in JSON's own way, if a double holds just that: no spaces, no hex, no overflow. */
function exactNumber(text: string): number | undefined {
  if (text.length > MAX_NUMBER_CHARACTERS || !JSON_NUMBER.test(text)) return undefined
  const number = Number(text)
  if (number === 0) return ZERO.test(text) ? 0 : undefined
  if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number)))
    return undefined
  const isSurelyExact = text.length <= EXACT_DIGITS || DIGITS.test(text)
  return isSurelyExact || String(number) === text.replace(/0+$/, '') ? number : undefined
}

function note(walk: Walk, message: string): void {
  addNote(walk.notes, { kind: 'coerced', path: renderPath(walk.path), message })
}
