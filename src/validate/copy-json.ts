import { setOwn } from '../schema/mend/fill-defaults.ts'
import type { JsonValue } from '../schema/json-schema.ts'
import { LIMITS } from './limits.ts'

/** Why a value could not be copied, and where in it. */
export interface CopyProblem {
  readonly path: readonly (string | number)[]
  readonly reason: 'not-json' | 'too-large'
  readonly message: string
}

/** What is left to read, shared by all fields of one definition. */
export interface CopyBudget {
  values: number
  textCharacters: number
}

export function createCopyBudget(): CopyBudget {
  return { values: LIMITS.values, textCharacters: LIMITS.textCharacters }
}

/**
 * Copies a value as plain, frozen JSON: own properties only, nothing shared, absent instead of undefined. What JSON
 * cannot hold is reported and left out. Bounded by the budget, so cycles and shared references that unfold without end stop too.
 */
export function copyJson(
  value: unknown,
  budget: CopyBudget,
  report: (problem: CopyProblem) => void,
): JsonValue | undefined {
  if (typeof value === 'string' && value.length <= budget.textCharacters && budget.values > 0) {
    budget.values -= 1
    budget.textCharacters -= value.length
    return value
  }
  const path: (string | number)[] = []
  let stopped = false

  function refuse(reason: CopyProblem['reason'], message: string): undefined {
    if (!stopped) report({ path: [...path], reason, message })
    if (reason === 'too-large') stopped = true
  }

  function copy(source: unknown): JsonValue | undefined {
    if (stopped) return undefined
    if (--budget.values < 0) return refuse('too-large', `holds more than ${LIMITS.values} values`)
    switch (typeof source) {
      case 'string':
        budget.textCharacters -= source.length
        if (budget.textCharacters < 0)
          return refuse('too-large', `holds more than ${LIMITS.textCharacters} characters`)
        return source
      case 'boolean':
        return source
      case 'number':
        if (!Number.isFinite(source)) return refuse('not-json', `is ${source}, which JSON cannot hold`)
        return source === 0 ? 0 : source // JSON has no -0
      case 'object':
        if (source === null) return null
        if (path.length >= LIMITS.depth) {
          return refuse('too-large', `is nested deeper than ${LIMITS.depth} levels, or refers to itself`)
        }
        return Array.isArray(source) ? copyList(source) : copyObject(source)
      default:
        return refuse('not-json', `is a ${typeof source}, which JSON cannot hold`)
    }
  }

  function copyList(source: readonly unknown[]): JsonValue | undefined {
    // Before the loop: a sparse array costs nothing to make long.
    if (source.length > budget.values) return refuse('too-large', `holds more than ${LIMITS.values} values`)
    // Of the right length at once: a list that grows by `push` has room for a dozen more.
    const list = Array<JsonValue | undefined>(source.length)
    let isComplete = true
    for (let index = 0; index < list.length; index++) {
      path.push(index)
      list[index] = copy(source[index])
      if (list[index] === undefined) isComplete = false
      path.pop()
    }
    return Object.freeze(isComplete ? (list as JsonValue[]) : list.filter((item) => item !== undefined))
  }

  function copyObject(source: object): JsonValue | undefined {
    const prototype: unknown = Object.getPrototypeOf(source)
    // Plain objects of other realms are plain too: what counts is that nothing stands between them and null.
    if (typeof prototype === 'object' && prototype !== null && Object.getPrototypeOf(prototype) !== null) {
      return refuse('not-json', `is not a plain object${classNameOf(prototype)}`)
    }
    const keys = Object.keys(source)
    if (keys.length > budget.values) return refuse('too-large', `holds more than ${LIMITS.values} values`)
    // Spread, and then only what differs is set: half the time and memory of a copy that grows key by key, since the
    // engine takes over the shape of the source. Getters are read once, here.
    const target: Record<string, unknown> = { ...source }
    let isComplete = Object.getOwnPropertySymbols(target).length === 0
    for (const key of Object.keys(target)) {
      const child = target[key]
      if (child === undefined) {
        isComplete = false
        continue
      }
      path.push(key)
      budget.textCharacters -= key.length
      const copied = copy(child)
      if (copied === undefined) isComplete = false
      if (!Object.is(copied, child)) setOwn(target, key, copied) // -0 becomes 0
      path.pop()
    }
    return Object.freeze(isComplete ? (target as Record<string, JsonValue>) : withoutUndefined(target))
  }

  try {
    return copy(value)
  } catch {
    // A getter or a proxy threw: what it says is of no interest, where it stands is.
    return refuse('not-json', 'cannot be read: a getter or proxy threw')
  }
}

/** The same without symbols and without what is undefined. */
function withoutUndefined(source: Readonly<Record<string, unknown>>): Record<string, JsonValue> {
  const target: Record<string, JsonValue> = {}
  for (const key of Object.keys(source)) {
    if (source[key] !== undefined) setOwn(target, key, source[key])
  }
  return target
}

function classNameOf(prototype: object): string {
  const { constructor } = prototype
  return typeof constructor === 'function' && typeof constructor.name === 'string' && constructor.name !== ''
    ? ` but a ${constructor.name.slice(0, 64)}`
    : ''
}
