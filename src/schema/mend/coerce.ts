import { parseJsonText } from './json-text.ts'
import { pickBranch } from '../plan/pick-branch.ts'
import { quoteText, renderInner, renderPath, showValue } from '../show-value.ts'
import { addNote, setOwn, type ValueNote } from './fill-defaults.ts'
import { includesValue, itemPlan, type Plan, propertyPlan, TYPE_BITS, typeBitOf } from '../plan/plan.ts'

// Within for-in this costs nothing; Object.hasOwn does.
const { hasOwnProperty } = Object.prototype
const MAX_DEPTH = 200
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const DIGITS = /^-?\d+$/
const ZERO = /^0(?:\.0+)?$/
const MAX_NUMBER_CHARACTERS = 40
/** Decimals of up to so many digits survive a double unchanged. */
const EXACT_DIGITS = 15

type Key = string | number

interface Walk {
  /** Keys of the arrays and objects on the way; of what is noted itself, the key is given beside. */
  readonly path: Key[]
  readonly notes: ValueNote[]
}

/**
 * Mends what can only have been meant one way, each with a note: "5" → 5, "true" → true, JSON text → array or object,
 * null → absent for an optional property, an enum value in other letter case. Nothing else. Run it only on a value
 * that failed its check: it changes `value`, and returns it (or what takes its place).
 */
export function coerce(plan: Plan, value: unknown, notes: ValueNote[]): unknown {
  return coerceAt(plan, value, undefined, { path: [], notes })
}

function coerceAt(plan: Plan, value: unknown, key: Key | undefined, walk: Walk): unknown {
  if (typeof value === 'string') return coerceText(plan, value, key, walk)
  if (typeof value === 'object' && value !== null) coerceInside(plan, value, key, walk)
  return value
}

function coerceInside(plan: Plan, value: object, key: Key | undefined, walk: Walk): void {
  const { path } = walk
  if (key !== undefined) path.push(key)
  if (path.length <= MAX_DEPTH) coerceParts(plan, value, walk)
  if (key !== undefined) path.pop()
}

function coerceParts(plan: Plan, value: object, walk: Walk): void {
  if (Array.isArray(value)) coerceItems(plan, value, walk)
  else coerceProperties(plan, value as Record<string, unknown>, walk)
  for (const union of plan.unions) {
    const branch = pickBranch(union, value)
    if (branch !== undefined) coerceInside(branch, value, undefined, walk)
  }
}

function coerceProperties(plan: Plan, value: Record<string, unknown>, walk: Walk): void {
  // for-in needs no list of the keys; what is inherited is left out below.
  for (const name in value) {
    const before = value[name]
    if (typeof before !== 'string' && typeof before !== 'object') continue
    const child = propertyPlan(plan, name)
    if (child === undefined || (typeof before === 'string' && takesAnyText(child))) continue
    if (!hasOwnProperty.call(value, name)) continue
    if (before === null) {
      if ((child.types & TYPE_BITS.null) === 0 && !plan.required.has(name)) {
        delete value[name]
        note(walk, name, 'null was taken as "not given"')
      }
    } else {
      const after = coerceAt(child, before, name, walk)
      if (after !== before) setOwn(value, name, after)
    }
  }
}

function coerceItems(plan: Plan, value: unknown[], walk: Walk): void {
  if (plan.prefixItems.length === 0 && (plan.items === undefined || takesOnlyText(plan.items()))) return
  for (let index = 0; index < value.length; index++) {
    const child = itemPlan(plan, index)
    if (child !== undefined) value[index] = coerceAt(child, value[index], index, walk)
  }
}

function takesAnyText({ types, values }: Plan): boolean {
  return (types & TYPE_BITS.string) !== 0 && values === undefined
}

/** Nothing can be mended here: text is right already, and anything else is wrong. */
function takesOnlyText({ types, values }: Plan): boolean {
  return types === TYPE_BITS.string && values === undefined
}

function coerceText(plan: Plan, text: string, key: Key | undefined, walk: Walk): unknown {
  const { types, values } = plan
  if ((types & TYPE_BITS.string) !== 0)
    return values === undefined ? text : matchEnum(values, text, key, walk)
  if ((types & TYPE_BITS.number) !== 0) {
    const number = exactNumber(text)
    if (number !== undefined && isAllowed(plan, number)) {
      note(walk, key, `the string "${text}" was taken as the number ${text}`)
      return number
    }
  }
  if ((types & TYPE_BITS.boolean) !== 0 && (text === 'true' || text === 'false')) {
    const boolean = text === 'true'
    if (isAllowed(plan, boolean)) {
      note(walk, key, boolean ? TAKEN_AS_TRUE : TAKEN_AS_FALSE)
      return boolean
    }
  }
  if ((types & (TYPE_BITS.array | TYPE_BITS.object)) !== 0) {
    const parsed = parseJsonText(text)
    if (parsed !== undefined && (types & typeBitOf(parsed)) !== 0) {
      note(walk, key, `JSON text was taken as ${showValue(parsed)}`)
      coerceInside(plan, parsed, key, walk)
      return parsed
    }
  }
  return text
}

const TAKEN_AS_TRUE = 'the string "true" was taken as true'
const TAKEN_AS_FALSE = 'the string "false" was taken as false'

function isAllowed(plan: Plan, value: unknown): boolean {
  return (
    (plan.types & typeBitOf(value)) !== 0 && (plan.values === undefined || includesValue(plan.values, value))
  )
}

function matchEnum(values: readonly unknown[], text: string, key: Key | undefined, walk: Walk): string {
  let wanted: string | undefined
  let match: string | undefined
  let matches = 0
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    if (value === text) return text
    if (typeof value !== 'string' || value.length !== text.length) continue
    wanted ??= text.toLowerCase()
    if (value.toLowerCase() !== wanted) continue
    match = value
    matches++
  }
  if (match === undefined || matches > 1) return text
  note(walk, key, `${quoteText(text)} was taken as ${quoteText(match)}`)
  return match
}

/** The number that a text names in JSON's own way, if a double holds just that: no spaces, no hex, no overflow. */
function exactNumber(text: string): number | undefined {
  if (text.length > MAX_NUMBER_CHARACTERS) return undefined
  const number = Number(text)
  // What reads back the same needs no pattern.
  if (Number.isSafeInteger(number) && String(number) === text) return number
  if (!JSON_NUMBER.test(text)) return undefined
  if (number === 0) return ZERO.test(text) ? 0 : undefined
  if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number)))
    return undefined
  const isSurelyExact = text.length <= EXACT_DIGITS || DIGITS.test(text)
  return isSurelyExact || String(number) === text.replace(/0+$/, '') ? number : undefined
}

function note({ path, notes }: Walk, key: Key | undefined, message: string): void {
  if (key === undefined) addNote(notes, { kind: 'coerced', path: renderPath(path), message })
  else addNote(notes, { kind: 'coerced', path: renderInner(path, key), message })
}
