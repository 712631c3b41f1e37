import { types } from 'node:util'
import { jsonNumberBytes, jsonStringBytes } from './json-size.ts'

/** Deeper than this, a value is cut: recursion must end before the stack does, here and in whoever reads the result. */
export const MAX_DEPTH = 100

/**
 * Size of a value's compact JSON in bytes when it is plain and inert already (no getter, proxy, toJSON, class, hole, cycle,
 * ill-formed text), so that it can be handed on without a copy; otherwise, or past `limit`, -1. May throw.
 */
export function measurePlainJson(value: unknown, limit: number, depth = 0): number {
  switch (typeof value) {
    case 'string': {
      const bytes = jsonStringBytes(value, limit)
      return bytes > limit ? -1 : bytes
    }
    case 'number':
      return Number.isFinite(value) ? jsonNumberBytes(value) : -1
    case 'boolean':
      return value ? 4 : 5
    case 'object':
      if (value === null) return 4
      if (depth > MAX_DEPTH || types.isProxy(value)) return -1
      return Array.isArray(value) ? measureArray(value, limit, depth) : measureObject(value, limit, depth)
    default:
      return -1
  }
}

function measureArray(array: readonly unknown[], limit: number, depth: number): number {
  if (Object.getPrototypeOf(array) !== Array.prototype || 'toJSON' in array) return -1
  const { length } = array
  let bytes = length === 0 ? 2 : length + 1
  for (let index = 0; index < length; index++) {
    const itemBytes = measurePlainJson(array[index], limit - bytes, depth + 1)
    if (itemBytes < 0) return -1
    bytes += itemBytes
    if (bytes > limit) return -1
  }
  return bytes
}

function measureObject(object: object, limit: number, depth: number): number {
  const prototype: unknown = Object.getPrototypeOf(object)
  if (prototype !== Object.prototype && prototype !== null) return -1
  if (typeof (object as { toJSON?: unknown }).toJSON === 'function') return -1
  let bytes = 1
  // for…in visits without allocating a list of keys; keys of a polluted prototype have no own descriptor.
  for (const key in object) {
    const descriptor = Object.getOwnPropertyDescriptor(object, key)
    if (descriptor === undefined) continue
    if (descriptor.get !== undefined || descriptor.set !== undefined) return -1
    const keyBytes = jsonStringBytes(key, limit)
    if (keyBytes < 0) return -1
    bytes += keyBytes + 2 // colon, and comma or brace
    const valueBytes = measurePlainJson(descriptor.value, limit - bytes, depth + 1)
    if (valueBytes < 0) return -1
    bytes += valueBytes
    if (bytes > limit) return -1
  }
  return bytes === 1 ? 2 : bytes
}
