import type { JsonValue } from '../../schema/json-schema.ts'
import { setOwn } from '../../schema/mend/fill-defaults.ts'
import { MAX_JSON_DEPTH } from '../../schema/mend/json-text.ts'
import { copyValue } from './copy-value.ts'
import type { ValueDelta, ValuePath } from './stream-delta.ts'

/** Puts a value together from its deltas. */
export interface ValueBuilder {
  /** False when the delta does not fit what is there: it changes nothing then. */
  apply(delta: ValueDelta): boolean
  /** A fresh copy of the value so far; undefined when nothing has come. */
  value(): JsonValue | undefined
}

type Container = JsonValue[] | Record<string, JsonValue>

/**
 * Applies deltas in order. Containers that were never opened are made on the way; items must come in order, so that no
 * index makes a list larger than what was sent.
 */
export function createValueBuilder(): ValueBuilder {
  // The value hangs in a list of its own, so that the root is written like any other place.
  const holder: JsonValue[] = []

  return {
    apply(delta) {
      if (delta.type === 'close') return true
      const { path } = delta
      if (path.length > MAX_JSON_DEPTH) return false
      const container = containerFor(holder, path)
      const key = path.at(-1) ?? 0
      if (container === undefined || !mayHold(container, key)) return false
      switch (delta.type) {
        case 'open':
          write(container, key, emptyLike(delta.value))
          return true
        case 'value':
          write(container, key, delta.value)
          return true
        case 'append': {
          const before = read(container, key) ?? ''
          if (typeof before !== 'string') return false
          write(container, key, before + delta.text)
          return true
        }
      }
    },
    value() {
      const root = holder[0]
      return root === undefined ? undefined : copyValue(root)
    },
  }
}

/** The container of the last step of the path; undefined when something else stands in the way. */
function containerFor(holder: JsonValue[], path: ValuePath): Container | undefined {
  if (!isDense(holder, path)) return undefined
  let container: Container = holder
  let key: string | number = 0
  for (const next of path) {
    let child = read(container, key)
    if (child === undefined) {
      child = typeof next === 'number' ? [] : {}
      write(container, key, child)
    }
    if (!isContainer(child)) return undefined
    container = child
    key = next
  }
  return container
}

/** Whether every step fits what is there, or the first of what is not: asked before anything is made. */
function isDense(holder: JsonValue[], path: ValuePath): boolean {
  let place: JsonValue | undefined = holder[0]
  for (const step of path) {
    if (place === undefined) {
      if (typeof step === 'number' && step !== 0) return false
    } else {
      if (!isContainer(place) || !mayHold(place, step)) return false
      place = read(place, step)
    }
  }
  return true
}

function mayHold(container: Container, key: string | number): boolean {
  if (!Array.isArray(container)) return typeof key === 'string'
  return typeof key === 'number' && Number.isInteger(key) && key >= 0 && key <= container.length
}

function read(container: Container, key: string | number): JsonValue | undefined {
  if (Array.isArray(container)) return typeof key === 'number' ? container[key] : undefined
  return Object.hasOwn(container, key) ? container[key] : undefined
}

function write(container: Container, key: string | number, value: JsonValue): void {
  if (Array.isArray(container)) container[Number(key)] = value
  else setOwn(container, String(key), value)
}

function isContainer(value: JsonValue): value is Container {
  return typeof value === 'object' && value !== null
}

function emptyLike(value: '' | [] | Record<string, never>): JsonValue {
  if (value === '') return ''
  return Array.isArray(value) ? [] : {}
}
