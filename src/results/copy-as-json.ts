import { types } from 'node:util'
import type { JsonValue } from '../schema/json-schema.ts'
import { jsonStringBytes } from './json-size.ts'
import {
  count,
  note,
  writeBigInt,
  writeDate,
  writeMark,
  writeNull,
  writeNumber,
  writeText,
  type JsonWalk,
} from './json-walk.ts'
import { MAX_DEPTH } from './measure-plain-json.ts'
import { createNoteList } from './note-list.ts'
import type { JsonConversion } from './to-json-value.ts'

/** The slow road of `toJsonValue`: copies anything into plain JSON of at most about `limit` bytes. Never throws. */
export function copyAsJson(value: unknown, limit: number): JsonConversion {
  const walk: JsonWalk = {
    limit,
    notes: createNoteList(),
    path: [],
    ancestors: [],
    bytes: 0,
    overflow: false,
  }
  const copy = copyValue(walk, value) ?? writeNull(walk)
  return { value: copy, bytes: walk.bytes, notes: walk.notes.all(), overflow: walk.overflow }
}

/** Undefined: the value has no place in JSON (left out of objects, null in arrays). */
function copyValue(walk: JsonWalk, value: unknown): JsonValue | undefined {
  switch (typeof value) {
    case 'string':
      return writeText(walk, value)
    case 'number':
      return writeNumber(walk, value)
    case 'boolean':
      count(walk, value ? 4 : 5)
      return value
    case 'bigint':
      return writeBigInt(walk, value)
    case 'undefined':
      return undefined
    case 'object':
      return value === null ? writeNull(walk) : copyGuarded(walk, value)
    default:
      note(walk, `A ${typeof value} has no JSON form and was left out.`)
      return undefined
  }
}

/** Whatever an object does while it is read, the walk goes on where it stood. */
function copyGuarded(walk: JsonWalk, object: object): JsonValue | undefined {
  const depth = walk.ancestors.length
  if (walk.ancestors.includes(object)) return writeMark(walk, '[circular]', 'The value contains itself.')
  if (depth > MAX_DEPTH) return writeMark(walk, '[too deep]', `Nested deeper than ${MAX_DEPTH} levels.`)
  const pathLength = walk.path.length
  walk.ancestors.push(object)
  try {
    return copyObject(walk, object)
  } catch {
    walk.path.length = pathLength
    return writeMark(walk, '[unreadable]', 'Reading the value threw an error.')
  } finally {
    walk.ancestors.length = depth
  }
}

function copyObject(walk: JsonWalk, object: object, honoursToJson = true): JsonValue | undefined {
  // A proxy has no inner slots: it is read by its properties, whatever it stands for.
  if (types.isProxy(object)) return copyProperties(walk, object, honoursToJson)
  if (types.isDate(object)) return writeDate(walk, object)
  if (types.isNativeError(object) || object instanceof Error) {
    return copyRecord(walk, [
      ['name', object.name],
      ['message', object.message],
    ])
  }
  if (types.isMap(object)) return copyMap(walk, object)
  if (types.isSet(object)) return copySequence(walk, [...Set.prototype.values.call(object)])
  if (types.isRegExp(object)) return writeText(walk, RegExp.prototype.toString.call(object))
  if (ArrayBuffer.isView(object) || types.isAnyArrayBuffer(object)) return copyBinary(walk, object)
  if (types.isBoxedPrimitive(object)) return copyValue(walk, object.valueOf())
  if (types.isPromise(object)) {
    note(walk, 'A promise was not awaited: its value is missing.')
    void Promise.prototype.then.call(object, undefined, () => undefined) // its rejection must not end the process
    return writeNull(walk)
  }
  if (object instanceof URL) return writeText(walk, object.href)
  return copyProperties(walk, object, honoursToJson)
}

function copyProperties(walk: JsonWalk, object: object, honoursToJson: boolean): JsonValue | undefined {
  const toJSON: unknown = honoursToJson ? Reflect.get(object, 'toJSON') : undefined
  if (typeof toJSON !== 'function') return copyOwn(walk, object)
  const replaced: unknown = toJSON.call(object, String(walk.path.at(-1) ?? ''))
  if (typeof replaced !== 'object' || replaced === null) return copyValue(walk, replaced)
  if (replaced !== object) {
    if (walk.ancestors.includes(replaced)) return writeMark(walk, '[circular]', 'The value contains itself.')
    walk.ancestors.push(replaced)
  }
  // As in JSON.stringify, toJSON of what toJSON gave is not called again.
  return copyObject(walk, replaced, false)
}

function copyOwn(walk: JsonWalk, object: object): JsonValue {
  if (Array.isArray(object)) return copySequence(walk, object)
  const keys = Object.keys(object)
  if (keys.length === 0) noteEmptyInstance(walk, object)
  const target: Record<string, JsonValue> = {}
  count(walk, 2)
  for (const key of keys) {
    if (walk.overflow) break
    walk.path.push(key)
    copyEntry(walk, target, key, readProperty(object, key))
    walk.path.pop()
  }
  return target
}

const UNREADABLE = Symbol('unreadable')

function readProperty(object: object, key: PropertyKey): unknown {
  try {
    return Reflect.get(object, key)
  } catch {
    return UNREADABLE
  }
}

function copyEntry(walk: JsonWalk, target: Record<string, JsonValue>, key: string, value: unknown): void {
  const copy = copyRead(walk, value)
  if (copy === undefined) return
  const keyBytes = jsonStringBytes(key, walk.limit)
  count(walk, (keyBytes < 0 ? jsonStringBytes(key.toWellFormed(), walk.limit) : keyBytes) + 2)
  if (key.length > walk.limit) return
  if (keyBytes < 0) note(walk, 'The name had half a character in it, which was replaced.')
  setOwn(target, keyBytes < 0 ? key.toWellFormed() : key, copy)
}

function copyRead(walk: JsonWalk, value: unknown): JsonValue | undefined {
  if (value === UNREADABLE) return writeMark(walk, '[unreadable]', 'Reading the value threw an error.')
  return copyValue(walk, value)
}

/** An own property whatever its name: assigning `__proto__` would change the prototype instead. */
function setOwn(target: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  } else target[key] = value
}

/** By index, not by iterator: an iterator may be somebody's own and endless. Every item counts, so that the limit ends it. */
function copySequence(walk: JsonWalk, source: object): JsonValue {
  const target: JsonValue[] = []
  const length = Number(Reflect.get(source, 'length')) || 0
  count(walk, 2)
  for (let index = 0; index < length && !walk.overflow; index++) {
    walk.path.push(index)
    target.push(copyRead(walk, readProperty(source, index)) ?? writeNull(walk))
    count(walk, 1)
    walk.path.pop()
  }
  return target
}

function copyMap(walk: JsonWalk, map: ReadonlyMap<unknown, unknown>): JsonValue {
  const entries = [...Map.prototype.entries.call(map)]
  if (entries.every((entry): entry is [string, unknown] => typeof entry[0] === 'string')) {
    return copyRecord(walk, entries)
  }
  note(walk, 'A Map whose keys are not all text became a list of pairs.')
  return copySequence(walk, entries)
}

function copyRecord(walk: JsonWalk, entries: readonly (readonly [string, unknown])[]): JsonValue {
  const target: Record<string, JsonValue> = {}
  count(walk, 2)
  for (const [key, value] of entries) {
    if (walk.overflow) break
    walk.path.push(key)
    copyEntry(walk, target, key, value)
    walk.path.pop()
  }
  return target
}

function copyBinary(walk: JsonWalk, binary: ArrayBufferView | ArrayBufferLike): JsonValue {
  if (ArrayBuffer.isView(binary) && !(binary instanceof Uint8Array) && types.isTypedArray(binary)) {
    return copySequence(walk, binary)
  }
  const whole = ArrayBuffer.isView(binary)
    ? Buffer.from(binary.buffer, binary.byteOffset, binary.byteLength)
    : Buffer.from(binary)
  note(walk, `${whole.length} bytes of binary data became base64 text.`)
  const base64Length = Math.ceil(whole.length / 3) * 4
  count(walk, base64Length + 2)
  // Past the limit only a head is encoded; whole groups of three bytes, so that it is still base64.
  const kept = walk.overflow ? whole.subarray(0, Math.floor(walk.limit / 4) * 3) : whole
  return kept.toString('base64')
}

function noteEmptyInstance(walk: JsonWalk, object: object): void {
  const prototype: unknown = Object.getPrototypeOf(object)
  if (prototype === null || prototype === Object.prototype) return
  note(walk, 'An instance of a class without properties of its own became {}.')
}
