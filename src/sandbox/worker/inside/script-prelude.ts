/**
 * What a script finds beside the language, written in the language: `console`, and the functions of `context`. It closes
 * over the one function of the host, `send(kind, json)`, and over what a script may replace; it gives back a function that
 * turns a value into JSON.
 */
export const SCRIPT_PRELUDE = String.raw`((send) => {
  'use strict'
  const { stringify, parse } = JSON
  const { isArray } = Array
  const { keys } = Object
  const MAX_DEPTH = 100
  const toText = (value) => {
    if (typeof value === 'string') return value
    try {
      return value instanceof Error ? String(value) : (toJson(value) ?? String(value))
    } catch {
      return typeof value
    }
  }
  const toPlain = (value, ancestors) => {
    switch (typeof value) {
      case 'bigint':
        return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : String(value)
      case 'function':
      case 'symbol':
      case 'undefined':
        return undefined
      case 'object':
        break
      default:
        return value
    }
    if (value === null) return null
    if (ancestors.includes(value)) return '[circular]'
    if (ancestors.length > MAX_DEPTH) return '[too deep]'
    const inside = [...ancestors, value]
    if (value instanceof Error) return { name: value.name, message: value.message }
    if (value instanceof Map) return toPlain([...value.keys()].every((key) => typeof key === 'string') ? Object.fromEntries(value) : [...value], inside)
    if (value instanceof Set) return toPlain([...value], inside)
    if (value instanceof RegExp) return String(value)
    if (ArrayBuffer.isView(value)) return toPlain(Array.from(value), inside)
    if (typeof value.toJSON === 'function') {
      const replaced = value.toJSON('')
      return replaced === value ? '[circular]' : toPlain(replaced, inside)
    }
    if (isArray(value)) return value.map((item) => toPlain(item, inside) ?? null)
    const copy = Object.create(null)
    for (const key of keys(value)) {
      const item = toPlain(value[key], inside)
      if (item !== undefined) copy[key] = item
    }
    return copy
  }
  const toJson = (value) => stringify(toPlain(value, []))
  const print = (stream) => (...values) => send('log', stringify({ message: values.map(toText).join(' '), fields: { stream } }))
  // For threads, of which there are none: waiting for one would be waiting for ever.
  delete globalThis.SharedArrayBuffer
  delete globalThis.Atomics
  globalThis.console = {
    log: print('stdout'),
    info: print('stdout'),
    debug: print('stdout'),
    warn: print('stderr'),
    error: print('stderr'),
  }
  const functions = {
    progress: (update) => send('progress', toJson(update) ?? '{}'),
    partial: (piece) => send('partial', toJson(piece) ?? 'null'),
    log: (message, fields) => send('log', toJson({ message: String(message), fields }) ?? '{}'),
  }
  const AsyncFunction = (async () => undefined).constructor
  return {
    start: (code, args, context) =>
      new AsyncFunction('args', 'context', "'use strict';" + code + '\n')(parse(args), { ...parse(context), ...functions }),
    toJson: (value) => toJson(value) ?? '',
    describe: (thrown) => thrown instanceof Error ? thrown.message || thrown.name : toText(thrown),
  }
})`
