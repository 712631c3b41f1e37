import { renderPath } from '../schema/show-value.ts'
import { MAX_JSON_DEPTH } from '../schema/mend/json-text.ts'
import { setOwn } from '../schema/mend/fill-defaults.ts'

/** A copy of what a host gave as an object: plain JSON, ours to change. */
export type CopiedArguments =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly path: string; readonly reason: string }

// A few shared objects can unfold without end.
const MAX_VALUES = 2_000_000

/** Copies an object of arguments; says where it holds what JSON cannot. Properties that are undefined are left out. */
export function copyArguments(args: unknown): CopiedArguments {
  const path: (string | number)[] = []
  let reason = ''
  let values = 0
  const copy = (value: unknown): unknown => {
    if (++values > MAX_VALUES) {
      reason = `is past the limit of ${MAX_VALUES} values`
      return undefined
    }
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value
      case 'number':
        if (Number.isFinite(value)) return value
        break
      case 'object':
        if (value === null) return value
        if (path.length >= MAX_JSON_DEPTH) {
          reason = `nests deeper than the limit of ${MAX_JSON_DEPTH} levels, or holds itself`
          return undefined
        }
        if (Array.isArray(value)) return copyItems(value)
        if (isPlainObject(value)) return copyProperties(value)
        break
      default:
        break
    }
    reason = `is ${nameOf(value)}, which is not a JSON value`
    return undefined
  }
  const copyItems = (items: readonly unknown[]): unknown[] | undefined => {
    const copies: unknown[] = []
    for (let index = 0; index < items.length; index++) {
      path.push(index)
      copies.push(copy(items[index]))
      if (reason !== '') return undefined
      path.pop()
    }
    return copies
  }
  const copyProperties = (source: object): Record<string, unknown> | undefined => {
    const copies: Record<string, unknown> = {}
    for (const name of Object.keys(source)) {
      const child = (source as Record<string, unknown>)[name]
      if (child === undefined) continue
      path.push(name)
      setOwn(copies, name, copy(child))
      if (reason !== '') return undefined
      path.pop()
    }
    return copies
  }
  if (args === undefined || args === null) return { ok: true, value: {} }
  const value = typeof args === 'object' && isPlainObject(args) ? copyProperties(args) : undefined
  if (value !== undefined) return { ok: true, value }
  return {
    ok: false,
    path: renderPath(path),
    reason: reason === '' ? `must be one JSON object, received ${nameOf(args)}` : reason,
  }
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  // The second step lets in objects of another realm.
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
}

function nameOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return 'an array'
  if (typeof value !== 'object' || value === null) return `a ${typeof value}`
  return `a ${Object.prototype.toString.call(value).slice(8, -1)}`
}
